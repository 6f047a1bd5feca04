"""The batches against the live tables: same cards, same decisions, and everything seen and won must be the
same.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.cards import CARD
from croupier.cards import Card
from croupier.envs.drawing import complete, draw_first, seed_rows


class Difference(AssertionError):  # noqa: N818 - it is what was found, named as such
    """A batch and a live table that do not agree."""


def order_to_come(shoe: NDArray[np.uint8], words: NDArray[np.uint64], dealt: int) -> tuple[Card, ...]:
    """The cards of one table of a batch in the order in which they come, from the first."""
    cards, generator = shoe.copy(), words.copy()
    complete(cards.ctypes.data, generator.ctypes.data, 0, dealt, len(cards))
    return tuple(CARD[number] for number in cards.tolist())


def same(what: str, batch: Any, live: Any, where: str) -> None:
    if (batch != live) if np.ndim(batch) == 0 else (batch != live).any():
        raise Difference(f"{what}: the batch has {batch!r}, the table {live!r}; {where}")


def chosen(mask: NDArray[np.int8], generator: np.random.Generator) -> int:
    allowed = np.flatnonzero(mask)
    return int(allowed[int(generator.random() * len(allowed))])  # `choice` takes longer than the batch's step


def freebet(rounds: int, seed: int, **wanted: Any) -> int:
    """Play so many Rounds both ways; how many there were in which the cards did not run out."""
    from croupier.envs.freebet import FreeBetBatch, FreeBetEnv
    from croupier.envs.freebet import kernel as k

    batch, generator = FreeBetBatch(1, **wanted), np.random.default_rng(seed)
    env = FreeBetEnv(setup=batch.setup)

    def shuffle() -> dict[str, Any]:
        return {"first_cards": order_to_come(batch._decks[0], batch._words[0], batch._rows[0, k.DEALT])}

    played = 0
    is_new = True
    while played < rounds:
        if is_new:
            batch.reset(int(generator.integers(2**62)))
            env.open(shuffle)
            seen, info = env.reset()
            is_new = False
        at = f"Round {played + 1}, {wanted}"
        same("observation", batch.observations[0], seen, at)
        same("mask", batch.mask[0], info["action_mask"], at)
        action = chosen(batch.mask[0], generator)
        batch.step(np.array([action]))
        if batch._rows[0, k.RIFFLES]:  # the live table asks for a cut: another way to the same chances
            is_new = True
            continue
        seen, _, is_over, _, info = env.step(action)
        same("end", batch.done[0], is_over, at)
        same("cents won", batch.net[0], info["net"], at)
        if is_over:
            played += 1
            seen, info = env.reset()
    return played


def multilink(rounds: int, seed: int, deal: int | None = None, **wanted: Any) -> int:
    """Play so many Rounds both ways; `deal` is the batch's own seed, to begin with a deal that is known."""
    from croupier.envs.multilink import MultiLinkBatch, MultiLinkEnv

    batch, generator = MultiLinkBatch(1, **wanted), np.random.default_rng(seed)
    env = MultiLinkEnv(setup=batch.setup)
    boxes, is_shoe = batch.setup.boxes, batch.setup.rules.choice("device") == "card_shoe"

    def shuffle() -> dict[str, Any]:
        # Where bets are chosen the batch has not drawn yet.
        drawn = 0 if batch.setup.betting == "choose" else 2 * boxes + 7
        order = order_to_come(batch._decks[0], batch._words[0], drawn)
        return {"first_cards": multilink_deck(order, boxes, is_shoe)}

    batch.reset(int(generator.integers(2**62)) if deal is None else deal)
    env.open(shuffle)
    seen, info = env.reset()
    for played in range(rounds):
        is_over = False
        while not is_over:
            at = f"Round {played + 1}, {wanted}"
            same("observation", batch.observations[0], seen, at)
            same("mask", batch.mask[0], info["action_mask"], at)
            action = chosen(batch.mask[0], generator)
            batch.step(np.array([action]))
            seen, _, is_over, _, info = env.step(action)
            same("end", batch.done[0], is_over, at)
            same("cents won", batch.net[0], info["net"], at)
        seen, info = env.reset()
    return rounds


def multilink_deck(order: tuple[Card, ...], boxes: int, is_shoe: bool) -> tuple[Card, ...]:
    """The deck from which this way of dealing gives each box its two, then the board, then the dealer's."""
    holes, board, dealer = (
        order[: 2 * boxes],
        order[2 * boxes : 2 * boxes + 5],
        order[2 * boxes + 5 : 2 * boxes + 7],
    )
    if not is_shoe:
        return (*board, *holes, *dealer)
    burns = order[2 * boxes + 7 :]
    around = [holes[2 * box + turn] for turn in (0, 1) for box in range(boxes)]
    return (burns[0], *around, burns[1], *board[:3], burns[2], board[3], burns[3], board[4], *dealer)


def poker(hands: int, seed: int, **wanted: Any) -> int:
    """Play so many hands both ways, single or in sessions, with exact amounts beside the abstraction's."""
    from croupier.envs.poker import PokerBatch, PokerTable
    from croupier.envs.poker import kernel as k

    batch, generator = PokerBatch(1, **wanted), np.random.default_rng(seed)
    first = int(generator.integers(2**62))
    batch.reset(first)
    table = PokerTable(batch.setup, lambda: {"first_cards": cards(sum(chips > 0 for chips in table.chips()))})
    cards = poker_cards(batch, first)
    table.deal()
    played = 0
    while True:
        at = f"hand {played + 1}, {wanted}"
        ended, won = _deal_on(table)
        same("end", batch.done[0], ended > 0, at)
        same("cents won", batch.net[0], won, at)
        played += ended
        if played >= hands:
            return played
        agent = table.to_act
        view = table.view(agent)
        other = (agent + 1 + played) % batch.setup.seats
        for seat in (other, agent):  # the last one is what the arrays of the batch show
            k.observe(batch._at, seat)
            same("observation", batch.observations[0], table.seen(seat), at)
        same("mask", batch.mask[0], table.mask(), at)
        action, amount = chosen(batch.mask[0], generator), 0
        if action == k.RAISE:
            amount = _any_raise(batch.observations[0], view.signage.lowest_chip, generator)
        batch.step(np.array([action]), np.array([amount]))
        table.act(action, amount)


def poker_cards(batch: Any, seed: int) -> Callable[[int], tuple[Card, ...]]:
    """The decks of the first table of a batch, hand after hand, from its own generator: a batch plays hands
    without a decision, everybody all-in on the Blinds, to their end before anybody could look at them.
    """
    from croupier.games.poker.terms import terms

    is_shoe = batch.setup.rules.choice("device") == "card_shoe"
    burns = terms(batch.setup.rules).opening_burns
    words, deck = np.zeros((1, 4), np.uint64), np.arange(52, dtype=np.uint8)
    seed_rows(words, batch._seeds(seed))

    def cards(players: int) -> tuple[Card, ...]:
        draw_first(deck, words[0], 2 * players + 5, len(deck))
        return poker_deck(order_to_come(deck, words[0], 2 * players + 5), players, is_shoe, burns)

    return cards


def _deal_on(table: Any) -> tuple[int, NDArray[np.int64]]:
    """Go on until somebody is asked: how many hands have ended on the way, and what each seat won in them."""
    ended, won = 0, np.zeros(table.setup.seats, np.int64)
    while table.is_over:
        ended += 1
        won += table.net
        if table.setup.session and table.winner is not None:
            table.clear()
        table.deal()
    return ended, won


def _any_raise(seen: NDArray[np.int32], chip: int, generator: np.random.Generator) -> int:
    """A total to raise to: small more often than large, sometimes the whole stake, 0 for the smallest."""
    from croupier.envs.poker import kernel as k

    least, most = int(seen[k.O_LEAST]) + -int(seen[k.O_LEAST]) % chip, int(seen[k.O_MOST])
    to = least + int((most - least) * generator.random() ** 3)
    return (0, most, to - to % chip)[int(3 * generator.random())] if to - to % chip >= least else 0


def poker_deck(order: tuple[Card, ...], players: int, is_shoe: bool, burns: int) -> tuple[Card, ...]:
    """The deck from which this way of dealing gives each place its two cards, then the board."""
    holes, board, rest = order[: 2 * players], order[2 * players : 2 * players + 5], order[2 * players + 5 :]
    if not is_shoe:
        return (*board, *holes)
    around = [holes[2 * place + turn] for turn in (0, 1) for place in range(players)]
    first = rest[:burns]
    turn, river = rest[burns + 1], rest[burns + 2]
    return (*first, *around, rest[burns], *board[:3], turn, board[3], river, board[4])
