"""Each card under its own seal: order, salts, tree and proofs, worked out here a second time by hand."""

import hashlib
import hmac

import pytest
from msgspec.structs import replace

from croupier.cards import Contribution, Entropy, FairOrder, SeedError, commitment, decks, is_proved, new_seed
from croupier.cards.fair import mix, permutation

SEED = bytes(range(64))
ADDED = Entropy((Contribution("ann", "ab" * 32), Contribution("ben", "cd" * 32)), ("cho",), 7)


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def test_a_tree_of_three_cards_by_hand() -> None:
    """Two leaves are paired, the third moves up by itself."""
    fair = FairOrder(decks(1)[:3], SEED, ADDED)
    two = (2).to_bytes(2, "big")
    public = b"croupier mix 2\0" + sha(SEED) + b"\0\0" + two
    public += b"\0\3ann" + b"\xab" * 32 + b"\0\3ben" + b"\xcd" * 32
    key = sha(b"croupier salt 2\0" + sha(public) + SEED)
    salts = [sha(key + bytes((0, place))) for place in range(3)]
    leaves = [
        sha(b"\0" + bytes((0, place)) + salts[place] + card.encode()) for place, card in enumerate(fair.order)
    ]
    pair = sha(b"\1" + leaves[0] + leaves[1])
    assert fair.root == sha(b"\1" + pair + leaves[2]).hex()
    assert fair.proof(1).path == (leaves[0].hex(), leaves[2].hex())
    assert fair.proof(2).path == (pair.hex(),)
    assert fair.proof(2).salt == salts[2].hex()


def test_the_first_card_by_hand() -> None:
    """The first 16-bit word below 65,520 (the last multiple of 52), modulo 52."""
    mixed = mix(commitment(SEED), ADDED.contributions)
    block = hmac.digest(SEED, b"croupier order 2\0" + bytes(6) + mixed, "sha512")
    words = [int.from_bytes(block[at : at + 2], "big") for at in range(0, 64, 2)]
    first = next(word for word in words if word < 65_520)
    assert FairOrder.made(decks(1), SEED, ADDED).order[0] == decks(1)[first % 52]


@pytest.mark.parametrize("count", [1, 2, 3, 5, 51, 52, 312, 416])
def test_every_card_is_proved_at_its_place_and_at_no_other(count: int) -> None:
    cards = decks(8)[:count]
    fair = FairOrder.made(cards, new_seed(8), ADDED)
    assert sorted(fair.order) == sorted(cards)
    for place in range(0, count, max(1, count // 40)):
        proof = fair.proof(place)
        assert is_proved(fair.root, count, proof)
        other = "As" if proof.card != "As" else "Kd"
        wrong = [
            replace(proof, card=other),
            replace(proof, salt="00" * 32),
            replace(proof, place=count),
            replace(proof, path=(*proof.path, "00" * 32)),
        ]
        wrong += [replace(proof, place=place - 1)] if place else []
        wrong += [replace(proof, path=proof.path[:-1])] if proof.path else []
        assert not any(is_proved(fair.root, count, each) for each in wrong)


def test_trust_29_what_any_one_adds_gives_another_order() -> None:
    """The house has committed to its seed before; a player knows neither seed nor what others add."""
    order = FairOrder.made(decks(1), SEED, ADDED).order
    ann, ben = ADDED.contributions
    for changed in (
        (replace(ann, bytes="ac" + "ab" * 31), ben),
        (ann, replace(ben, bytes="00" * 32)),
        (ben, ann),
        (ann,),
        (),
        (replace(ann, player="eve"), ben),
    ):
        assert FairOrder.made(decks(1), SEED, Entropy(changed)).order != order
    assert FairOrder.made(decks(1), SEED, ADDED, "stub").order != order
    assert FairOrder.made(decks(1), bytes(64), ADDED).order != order


def test_the_order_is_reached_evenly() -> None:
    """Every card comes first about equally often: 5,200 shuffles, 100 expected, chi-square at 1 in 1,000."""
    counts = [0] * 52
    for number in range(5_200):
        added = (Contribution("ann", hashlib.sha256(b"%d" % number).hexdigest()),)
        counts[permutation(52, SEED, mix(commitment(SEED), added))[0]] += 1
    assert sum((count - 100) ** 2 / 100 for count in counts) < 87.97  # 51 degrees of freedom


def test_a_seed_too_short_is_refused() -> None:
    with pytest.raises(SeedError, match="128 bytes"):
        FairOrder.made(decks(2), SEED, ADDED)
