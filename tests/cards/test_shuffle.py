"""The shuffle is uniform, can be committed to, and can be verified."""

import hashlib
import random
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.cards import (
    DECK,
    DeckError,
    SeedError,
    audit,
    commitment,
    decks,
    new_seed,
    parse_cards,
    shuffle,
    verify,
)
from croupier.cards.shuffle import CHUNK_BYTES, DRAWS_PER_CHUNK, index_below
from croupier.cards.shuffle_statistics import failures
from tests.effort import EFFORT

SEED = bytes(range(64))


def fixed_seed(number: int, chunks: int = 1) -> bytes:
    return b"".join(hashlib.sha512(b"%d/%d" % (number, chunk)).digest() for chunk in range(chunks))


class TestOrder:
    def test_trust_4_the_order_is_a_function_of_seed_cards_and_label(self) -> None:
        assert shuffle(DECK, SEED) == shuffle(list(DECK), SEED)
        orders = {
            shuffle(DECK, SEED),
            shuffle(DECK, SEED[::-1]),
            shuffle(DECK, SEED, "flop taken back"),
            shuffle(DECK, SEED, "flop taken back 2"),
            shuffle(DECK[::-1], SEED),
        }
        assert len(orders) == 5

    def test_old_rounds_stay_verifiable(self) -> None:
        # If this fails, every commitment ever published has become worthless: version the domain instead.
        assert shuffle(DECK, SEED)[:6] == parse_cards("2d Qc Td 5s 3s Qs")
        order = shuffle(decks(8), fixed_seed(0, 8), "shoe")
        assert hashlib.sha256("".join(order).encode()).hexdigest()[:16] == "3f52ec8aab181e2b"

    @pytest.mark.parametrize("count", [1, 8])
    def test_the_recipe_in_the_documentation_gives_the_same_order(self, count: int) -> None:
        seed, label = fixed_seed(3, count), "Runde 12 ♦"
        assert tuple(_by_the_recipe(list(decks(count)), seed, label)) == shuffle(decks(count), seed, label)

    @settings(max_examples=30 * EFFORT)
    @given(st.integers(0, 416), st.integers(), st.text(max_size=9))
    def test_every_card_comes_once(self, count: int, seed: int, label: str) -> None:
        assert sorted(shuffle(range(count), fixed_seed(seed, 8), label)) == list(range(count))

    @pytest.mark.parametrize("count", [1, 2, 6, 8])
    def test_whole_decks_stay_whole(self, count: int) -> None:
        assert audit(shuffle(decks(count), new_seed(count)), count).is_complete


class TestSeed:
    @pytest.mark.parametrize("count", [1, 6, 8])
    def test_trust_2_a_seed_has_a_chunk_for_every_deck_and_is_never_the_same(self, count: int) -> None:
        assert len(new_seed(count)) == CHUNK_BYTES * count
        assert new_seed(count) != new_seed(count)

    def test_no_seed_for_no_decks(self) -> None:
        with pytest.raises(DeckError):
            new_seed(0)

    @pytest.mark.parametrize(("cards", "enough"), [(1, 64), (52, 64), (53, 128), (104, 128), (416, 512)])
    def test_a_short_seed_is_refused(self, cards: int, enough: int) -> None:
        assert len(shuffle(range(cards), bytes(enough))) == cards
        with pytest.raises(SeedError, match=f"{cards} cards need a seed of {enough} bytes, not {enough - 1}"):
            shuffle(range(cards), bytes(enough - 1))

    def test_every_chunk_orders_its_own_52_draws(self) -> None:
        # So every order of a long shoe can be reached: no later draw depends on the same 64 bytes.
        seed = fixed_seed(1, 8)
        base = shuffle(decks(8), seed)
        for chunk in range(8):
            start = chunk * CHUNK_BYTES
            changed = shuffle(decks(8), seed[:start] + bytes(64) + seed[start + CHUNK_BYTES :])
            first = chunk * DRAWS_PER_CHUNK
            assert changed[:first] == base[:first]
            assert changed[first : first + DRAWS_PER_CHUNK] != base[first : first + DRAWS_PER_CHUNK]

    def test_equal_chunks_still_order_differently(self) -> None:
        order = shuffle(range(104), SEED * 2)
        assert order != shuffle(range(104), SEED + bytes(64))
        assert [card % 52 for card in order[:52]] != [card % 52 for card in order[52:]]


class TestIndex:
    @pytest.mark.parametrize("bound", [*range(1, 60), 255, 256, 257, 312, 415, 416])
    def test_trust_2_every_index_has_equally_many_words(self, bound: int) -> None:
        # All 65,536 words in turn. Folding the last ones in by modulo would favour the low indices.
        taken: Counter[Any] = Counter()
        words = iter(range(1 << 16))
        while True:
            try:
                taken[index_below(bound, words)] += 1
            except RuntimeError:
                break
        assert set(taken) == set(range(bound))
        assert set(taken.values()) == {(1 << 16) // bound}

    def test_trust_2_a_discarded_word_is_followed_by_the_next(self) -> None:
        assert index_below(52, iter([65_535, 65_520, 65_519])) == 65_519 % 52

    def test_a_stream_goes_on_when_words_are_discarded(self) -> None:
        from croupier.cards.shuffle import _words

        words = _words(SEED, 0, "")
        longer = [next(words) for _ in range(300)]
        again = _words(SEED, 0, "")
        assert [next(again) for _ in range(300)] == longer
        assert len(set(longer)) > 290  # a stream that restarted would repeat itself


class TestCommitment:
    def test_a_commitment_is_the_hash_of_the_seed(self) -> None:
        assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()

    def test_the_true_seed_verifies(self) -> None:
        seed = new_seed()
        result = verify(commitment(seed), seed, shuffle(DECK, seed, "round 7"), DECK, "round 7")
        assert result
        assert result.words == "the seed is the one committed to; it gives this order"

    def test_another_seed_does_not(self) -> None:
        result = verify(commitment(SEED), SEED[::-1], shuffle(DECK, SEED), DECK)
        assert not result
        assert result.words == "the seed is NOT the one committed to; it does NOT give this order"

    def test_another_order_does_not(self) -> None:
        order = shuffle(DECK, SEED)
        swapped = (order[1], order[0], *order[2:])
        for dealt, label in ((swapped, ""), (order[:-1], ""), (order, "other")):
            result = verify(commitment(SEED), SEED, dealt, DECK, label)
            assert (result.is_seed_committed, result.is_order_from_seed) == (True, False)
            assert not result

    def test_a_seed_that_is_too_short_is_no_proof(self) -> None:
        assert not verify(commitment(b"short"), b"short", DECK, DECK)

    def test_the_commitment_does_not_tell_the_order(self) -> None:
        # An order drawn from the published hash itself could be computed before the deal.
        known = bytes.fromhex(commitment(SEED))
        assert shuffle(DECK, SEED) not in {shuffle(DECK, known * 2), shuffle(DECK, commitment(SEED).encode())}


@pytest.mark.volume
class TestStatistics:
    """GLI-19 v3.0, 3.2.2: chi-square, overlaps, coupon, runs, serial correlation and duplicates at 99%."""

    def test_trust_1_the_shuffle_passes_collectively_at_99_percent(self) -> None:
        one_deck = [shuffle(range(52), fixed_seed(number)) for number in range(8_000)]
        eight_decks = [shuffle(range(416), fixed_seed(number, 8)) for number in range(1_500)]
        assert failures([one_deck, eight_decks], confidence=0.99) == []

    @pytest.mark.parametrize("bad", ["naive swap", "modulo", "one riffle", "few seeds", "next to it"])
    def test_trust_1_a_bad_shuffle_does_not(self, bad: str) -> None:
        chance = random.Random(20_250_101)
        shuffles = [BAD[bad](chance) for _ in range(8_000)]
        assert failures([shuffles], confidence=0.99)

    def test_all_orders_of_four_cards_are_equally_likely(self) -> None:
        counts = Counter(shuffle("AKQJ", fixed_seed(number)) for number in range(24_000))
        assert set(counts) == set(permutations("AKQJ"))
        statistic = sum((count - 1_000) ** 2 / 1_000 for count in counts.values())
        assert 9.26 < statistic < 44.18  # chi-square with 23 degrees of freedom, 0.5% on either side


def _by_the_recipe(order: list[str], seed: bytes, label: str) -> list[str]:
    """docs/cards.md, written out by somebody who does not trust us."""
    name = label.encode("utf-8")
    for place in range(len(order)):
        if place % 52 == 0:
            chunk = place // 52
            head = b"croupier order 1\0" + chunk.to_bytes(2, "big") + len(name).to_bytes(4, "big") + name
            data = hashlib.shake_256(head + seed[64 * chunk : 64 * chunk + 64]).digest(4_096)
            words = [int.from_bytes(data[at : at + 2], "big") for at in range(0, 4_096, 2)]
        left = len(order) - place
        while words[0] >= 65_536 - 65_536 % left:
            words.pop(0)
        other = place + words.pop(0) % left
        order[place], order[other] = order[other], order[place]
    return order


def _naive_swap(chance: random.Random) -> list[int]:
    """Every card swapped with any: 52^52 ways do not divide evenly among 52! orders."""
    order = list(range(52))
    for place in range(52):
        pick = chance.randrange(52)
        order[place], order[pick] = order[pick], order[place]
    return order


def _modulo(chance: random.Random) -> list[int]:
    """Bytes folded by modulo, nothing discarded."""
    order = list(range(52))
    for place in range(51):
        pick = place + chance.randrange(256) % (52 - place)
        order[place], order[pick] = order[pick], order[place]
    return order


def _one_riffle(chance: random.Random) -> list[int]:
    cut = chance.randrange(15, 37)
    halves: list[Iterator[int]] = [iter(range(cut)), iter(range(cut, 52))]
    places = [0] * cut + [1] * (52 - cut)
    chance.shuffle(places)
    return [next(halves[half]) for half in places]


def _few_seeds(chance: random.Random) -> list[int]:
    """A fine generator started from one of 4,096 seeds, as from a clock."""
    order = list(range(52))
    random.Random(chance.randrange(4_096)).shuffle(order)
    return order


def _next_to_it(chance: random.Random) -> list[int]:
    """Honest, but a card too often lies beside its neighbour."""
    order = list(range(52))
    chance.shuffle(order)
    for at in range(0, 50, 2):
        if chance.random() < 0.05:
            other = order.index((order[at] + 1) % 52)
            order[at + 1], order[other] = order[other], order[at + 1]
    return order


BAD = {
    "naive swap": _naive_swap,
    "modulo": _modulo,
    "one riffle": _one_riffle,
    "few seeds": _few_seeds,
    "next to it": _next_to_it,
}
