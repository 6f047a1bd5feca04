"""What players do, told by their own screens and written down by the dealer: the same but for who said it."""

from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from croupier.games import catalogue
from croupier.table import (
    Accepted,
    Actor,
    Command,
    Phrasebook,
    PhraseError,
    RecordAmended,
    Recorded,
    Refusal,
    Role,
    ShuffleCards,
    Table,
    fill,
    say,
)
from croupier.table.recording import LATE_MS_MAX
from tests.conformance import Walk
from tests.effort import EFFORT
from tests.games.test_liveness import GAMES

DEALER = Actor("dealer", Role.DEALER)
OTHER = Actor("another dealer", Role.DEALER)
SUPERVISOR = Actor("supervisor", Role.PIT_SUPERVISOR)
WALKS = 4 * EFFORT
STEPS = 90


class Told(Walk):
    """Everything that a player does is also decided as the dealer would have written it down."""

    recorded = 0

    def submit(self, command: Command) -> Accepted[Any] | Refusal:
        table = self.table.__copy__()
        outcome = super().submit(command)
        if command.by.role is Role.PLAYER and isinstance(outcome, Accepted):
            again = table.submit(self.as_seen(table, command))
            assert isinstance(again, Accepted), f"{command}: {again}"
            assert again.events == outcome.events
            assert again.state == outcome.state
            self.recorded += 1
        return outcome

    def as_seen(self, table: Table[Any], command: Command) -> Command:
        player = command.by.id
        home = table.game.place_of(table.state, player)
        home = int(getattr(command, "seat", 0)) if home is None else home
        return replace(command, by=DEALER, recorded=Recorded(home, player=player))


@pytest.mark.parametrize("edition", GAMES)
def test_the_same_rounds_by_players_and_by_the_dealer_who_writes_them_down(edition: str) -> None:
    recorded = 0
    for seed in range(WALKS):
        walk = GAMES[edition](edition, seed, is_hurried=True)
        walk.__class__ = type("Told", (Told, type(walk)), {})
        walk.run(STEPS)
        recorded += getattr(walk, "recorded", 0)
    assert recorded > 10 * WALKS


@pytest.mark.parametrize("edition", GAMES)
def test_what_is_written_down_can_be_read_again(edition: str) -> None:
    walk = GAMES[edition](edition, 2, is_hurried=True)
    book = Phrasebook(walk.table.game.commands)
    walk.table.has_one_screen = True
    for _ in range(STEPS):
        for option in walk.table.options(DEALER):
            if option.recorded is not UNSET and not option.asks:
                kind = walk.table.game.commands_by_name[option.command]
                seen = fill(kind, option, DEALER)
                assert seen.recorded is not None
                assert isinstance(walk.table.decide(seen), Accepted), seen
                if seen.recorded.place == option.place:
                    assert book.read(say(seen), DEALER) == seen
        walk.step()


def at_table(edition: str, *lines: str) -> Table[Any]:
    """A table with real cards at which the dealer alone has said all this."""
    table = catalogue().table(edition, {})
    table.has_one_screen = True
    assert isinstance(table.submit(ShuffleCards(by=DEALER)), Accepted)
    for line in lines:
        assert isinstance(outcome := said(table, line), Accepted), f"{line}: {outcome}"
    return table


def said(table: Table[Any], line: str, by: Actor = DEALER, at: int = 0) -> Accepted[Any] | Refusal:
    return table.submit(Phrasebook(table.game.commands).read(line, by, at))


BLINDS = (
    "seat a guest at 1 with 500",
    "seat a guest at 2 with 500",
    "seat a guest at 3 with 500",
    "announce the blinds",
    "seat 2: posts the small blind",
    "seat 3: posts the big blind",
    "deal the hole cards as 2c 3c 4c 5c 6c 7c 8c",
)


def test_guests_play_a_round_of_poker_with_the_dealer_alone() -> None:
    table = at_table(
        "rws-poker@7",
        *BLINDS,
        "seat 1: raises to 30",
        "seat 2: calls",
        "seat 3: folds",
        "deal the flop as 9c Tc Jc Qc",
    )
    assert [seat.player.split(":")[:2] for seat in table.state.seats if seat] == [
        ["guest", "1"],
        ["guest", "2"],
        ["guest", "3"],
    ]
    refused = said(table, "seat 1: checks")
    assert isinstance(refused, Refusal)
    assert "turn" in refused.reason


def test_a_guest_adds_chips_and_leaves_with_all_of_them() -> None:
    table = at_table("rws-multilink@3", "seat a guest at 3 with 500", "seat 3 buys 200")
    assert said(table, "seat 3 leaves")
    assert not table.state.players


def test_who_comes_to_a_seat_after_a_guest_is_somebody_else() -> None:
    """5.4: what a guest owes, or has taken along, is not for who sits down there next."""
    table = at_table("rws-poker@7", "seat a guest at 3 with 500", "seat 3 leaves")
    assert isinstance(said(table, "seat a guest at 3 with 200", at=7), Accepted)


def test_the_dealer_strikes_what_was_written_down_and_goes_back_step_by_step() -> None:
    table = at_table("rws-poker@7", *BLINDS)
    states = [table.state]
    for line in ("seat 1: raises to 30", "seat 2: calls", "seat 3: calls", "deal the flop as 9c Tc Jc Qc"):
        assert isinstance(said(table, line), Accepted)
        states.append(table.state)
    while len(states) > 1:
        states.pop()
        outcome = said(table, "strike the last record")
        assert isinstance(outcome, Accepted)
        assert isinstance(outcome.events[0], RecordAmended)
        assert table.state == states[-1]


def test_an_amount_that_was_misheard_is_amended_by_who_wrote_it() -> None:
    table = at_table("rws-poker@7", *BLINDS, "seat 1: raises to 30")
    assert isinstance(said(table, "amend the last record to an amount of 60", OTHER), Refusal)
    asked = [ask for each in table.options(DEALER) if each.command == "AmendRecord" for ask in each.asks]
    assert [ask.field for ask in asked] == ["amount"]
    assert isinstance(said(table, "amend the last record to an amount of 60"), Accepted)
    assert table.state.seats[0].chips == 440_00
    assert isinstance(said(table, "strike the last record", SUPERVISOR), Accepted)


def test_what_was_seen_carries_its_own_time_within_bounds() -> None:
    """4.5.2: the order of hands is that in which players acted, not that of typing."""
    start = 1_000_000
    lines = ("seat a guest at 1 with 500", "seat a guest at 2 with 500", "place your bets")
    table = at_table("rws-multilink@3", *lines, "box 1: ante 25", "box 2: ante 25", "no more bets")
    assert isinstance(said(table, "deal the hole cards as ?? ?? ?? ?? ?? ??", at=start), Accepted | Refusal)
    book = Phrasebook(table.game.commands)
    command = book.read("box 1: fold", DEALER, start + LATE_MS_MAX)
    for at, is_taken in ((start - 1, False), (start, True), (start + LATE_MS_MAX + 1, False)):
        outcome = table.decide(replace(command, recorded=Recorded(1, at)))
        is_late = isinstance(outcome, Refusal) and "within" in outcome.reason
        assert is_late != is_taken


def test_only_what_a_player_does_is_written_down_and_only_by_staff() -> None:
    table = at_table("rws-poker@7", *BLINDS)
    with pytest.raises(PhraseError, match="no player says"):
        said(table, "seat 1: deals the flop")
    call = Phrasebook(table.game.commands).read("seat 1: calls", DEALER)
    for by in (Actor("Ann", Role.PLAYER), Actor("auditor", Role.AUDITOR), Actor("system", Role.SYSTEM)):
        assert isinstance(table.decide(replace(call, by=by)), Refusal)
    assert isinstance(table.decide(replace(call, recorded=Recorded(9))), Refusal)
    deal = Phrasebook(table.game.commands).read("deal the flop", DEALER)
    assert isinstance(table.decide(replace(deal, recorded=Recorded(1))), Refusal)


def test_time_that_was_called_is_struck_by_a_supervisor_and_then_what_was_before_it() -> None:
    """Seat 1's raise was entered wrong, and time was called on seat 2 before anybody saw it."""
    table = at_table("rws-poker@7", *BLINDS, "seat 1: raises to 30")
    assert isinstance(said(table, "call time on seat 2", SUPERVISOR), Accepted)
    assert isinstance(said(table, "strike the last record"), Refusal)
    assert table.game.awaited(table.rules, table.state) == (3,)
    assert isinstance(said(table, "strike the last record", SUPERVISOR), Accepted)
    assert table.game.awaited(table.rules, table.state) == (2,)
    assert isinstance(said(table, "amend the last record to an amount of 60"), Accepted)
    assert table.state.seat(1).chips == 440_00


def test_a_ruling_is_struck_by_nobody_below_who_gave_it() -> None:
    """A flop of one card too many is ruled on by the manager; struck, the question is open again."""
    table = at_table(
        "rws-poker@7",
        *BLINDS,
        "seat 1: calls",
        "seat 2: calls",
        "seat 3: checks",
        "deal the flop: one too many as Tc 9c Jc Qc Kc",
    )
    before = table.game.decisions(table.rules, table.state)
    assert before
    boss = Actor("boss", Role.SHIFT_MANAGER)
    assert isinstance(said(table, f"rule {before[0].choices[0]} on {before[0].key}", boss), Accepted)
    assert table.game.decisions(table.rules, table.state) != before
    assert isinstance(said(table, "strike the last record", SUPERVISOR), Refusal)
    assert isinstance(said(table, "strike the last record"), Refusal)
    assert isinstance(said(table, "strike the last record", boss), Accepted)
    assert table.game.decisions(table.rules, table.state) == before


def test_what_is_entered_late_says_when_it_was_seen() -> None:
    """Box 1 acted before box 2, and was entered after it: twelve seconds late, and then too late."""
    table = at_table(
        "rws-multilink@3",
        "seat a guest at 1 with 500",
        "seat a guest at 2 with 500",
        "place your bets",
    )
    book, at = table.game.phrasebook, 1_000_000
    late = book.read("12 seconds ago: box 1: ante 25", DEALER, at, table.now)
    assert late.recorded is not None
    assert table.as_decided(late).at == at - 12_000
    assert say(late) == "12 seconds ago: box 1: ante 25 on box 1"
    assert book.read(say(late), DEALER, at, table.now) == late
    assert isinstance(table.decide(late), Accepted)
    too_late = book.read("121 seconds ago: box 1: ante 25", DEALER, at, table.now)
    assert isinstance(table.decide(too_late), Refusal)
    left = book.read("5 seconds ago, seat 2 leaves", DEALER, at, table.now)
    assert table.as_decided(left).at == at - 5_000
    with pytest.raises(PhraseError, match="what a player did"):
        book.read("12 seconds ago: no more bets", DEALER, at, table.now)


@pytest.mark.parametrize(
    ("edition", "lines", "said_so", "meant"),
    [
        ("mbs-freebet@3", ("seat a guest at 2", "place your bets"), "area 2: bets 25", "area 2: wager 25"),
        (
            "mbs-freebet@3",
            ("seat a guest at 2", "place your bets"),
            "area 2: bets 25 on the main",
            "area 2: wager 25",
        ),
        ("mbs-freebet@3", ("seat a guest at 1",), "area 1: double 50", "area 1: double for 50"),
        ("rws-multilink@3", ("seat a guest at 2",), "box 2: bet flop 50", "box 2: flop bet 50"),
        ("rws-multilink@3", ("seat a guest at 2",), "box 2: bets ante 25", "box 2: ante 25"),
        ("rws-multilink@3", ("seat a guest at 2",), "box 2: bets river", "box 2: river bet"),
    ],
)
def test_what_dealers_say_of_a_bet(edition: str, lines: tuple[str, ...], said_so: str, meant: str) -> None:
    table = at_table(edition, *lines)
    for book in (Phrasebook(table.game.commands), table.game.phrasebook):
        for now in (None, table.now):
            assert book.read(said_so, DEALER, 0, now) == book.read(meant, DEALER, 0, now)
