"""Where Multi-Link can be hurt: what knowing a card is worth, and what a dealer's mistakes give or cost."""

from collections.abc import Mapping
from fractions import Fraction

from croupier.analysis.catalogue import edge_of
from croupier.analysis.figures import Asked, BetFigures, Table, places
from croupier.analysis.multilink.exposure import FLOPS, FOURS, Seen, seen_more
from croupier.analysis.multilink.main_game import Result, Terms, best_play, terms_of
from croupier.analysis.multilink.play import LOSE, WIN, WIN_PAID
from croupier.analysis.multilink.starting import combinations, main_value, starting_values
from croupier.cards import RANKS
from croupier.rulebook import Rules

_NOTHING = Asked()


def weakness_tables(rules: Rules) -> tuple[Table, ...]:
    """Cards that are known, a second hand that is looked at, mistakes of the dealer's."""
    terms = terms_of(rules)
    values = starting_values(rules)
    folded = frozenset(hand for hand, value in values.items() if value <= -1)
    seen = seen_more(terms, folded)
    blind = blind_value(best_play(rules).result)
    return (
        _known(rules, seen),
        _second_hand(rules, blind, seen),
        _exposed(rules, values),
        _mistakes(rules, terms),
    )


def _percent(value: Fraction | float, decimals: int = 4) -> str:
    return f"{100 * float(value):+.{decimals}f}%"


def _known(rules: Rules, seen: list[Seen]) -> Table:
    value = main_value(rules)
    rows = tuple(
        (
            each.kind,
            _percent(each.turn, 3),
            _percent(each.river, 3),
            f"{_percent(each.gain, 3)} ± {100 * each.error:.3f}",
            _percent(-float(value) - each.gain, 2),
        )
        for each in seen
    )
    return Table(
        "What knowing a card adds, in percent of the Ante",
        ("known", "Turn", "River", "together", "edge then"),
        rows,
        f"At least: the Flop is decided as without it. {FLOPS:,} flops and {FOURS:,} turns at random, each "
        "exact over every card that may be known.",
        places(rules.cite("turn_bet", "river_bet", "other_boxes")),
    )


def blind_value(result: Result) -> Fraction:
    """A hand that nobody looks at, the Flop placed: Turn and River are even then, so nothing more is bet."""
    terms, endings = result.terms, result.deals.sum(axis=(0, 1, 2))
    paid, won, lost = (int(endings[at]) for at in (WIN_PAID, WIN, LOSE))
    gained = terms.pays["flop"] * terms.flop * (paid + won) + terms.pays["ante"] * paid
    return (gained - (1 + terms.flop) * lost) / int(endings.sum())


def _second_hand(rules: Rules, blind: Fraction, seen: list[Seen]) -> Table:
    value = main_value(rules)
    also = seen[1].gain
    rows = (
        ("the one hand that is examined", _percent(value), ""),
        ("a second one, played without looking (3.7)", _percent(blind), str(blind)),
        ("the second one, if it were looked at", _percent(value), str(value)),
        ("what looking at it is worth", _percent(value - blind), str(value - blind)),
        ("and its two cards, for the first hand", _percent(also, 3), f"± {100 * seen[1].error:.3f}%"),
        ("found out, bets given back (5.18)", _percent(0), ""),
    )
    return Table(
        "Why one hand only may be examined",
        ("", "expectation in antes", "exact"),
        rows,
        "Playing unseen hands costs what the rule is worth. Giving the bets back takes the gain away, but "
        "leaves the player better off than playing the hand unseen: the rule rests on watching.",
        places(rules.cite("other_boxes", "peeking")),
    )


def first_card_values(values: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """The Round's expectation when one own card, by rank, has been seen before the bet may be taken back."""
    found = {}
    for rank in RANKS:
        total = weight = Fraction(0)
        for hand, value in values.items():
            # A holding counts once for each of its cards that has the rank: either may be seen.
            cards = hand[:2].count(rank) * combinations(hand)
            total += cards * max(value, Fraction(-1))
            weight += cards
        found[rank] = total / weight
    return found


def _exposed(rules: Rules, values: Mapping[str, Fraction]) -> Table:
    by_rank = first_card_values(values)
    without = main_value(rules)
    left = sum((max(value, Fraction(0)) for value in by_rank.values()), Fraction(0)) / len(by_rank)
    kept = " ".join(rank for rank in reversed(RANKS) if by_rank[rank] > 0)
    rows = (
        ("nothing exposed", _percent(without), str(without)),
        ("exposed, nobody has looked: the bet may be taken back (5.10)", _percent(left), str(left)),
        ("what the remedy gives the player", _percent(left - without), str(left - without)),
    )
    return Table(
        "A player's first card exposed in the deal",
        ("", "expectation in antes", "exact"),
        rows,
        f"With {kept} it pays to play on, with any other card to take the bet back. Where a Player has "
        "looked the Round goes on (5.12): the first table says what a card is worth then.",
        places(rules.cite("exposed_card", "dealing_error_options")),
    )


def _shares(main: BetFigures, terms: Terms, ending: str) -> tuple[Fraction, Fraction]:
    """How often a main game ends so, and the average of all bets on it then."""
    sizes = {"flop": terms.flop, "turn": terms.turn, "river": terms.river}
    chance = staked = Fraction(0)
    for outcome in main.outcomes:
        bets, _, words = outcome.name.partition(": ")
        if words == ending:
            part = Fraction(outcome.rational or "0")
            chance += part
            staked += part * (1 + sum(size for street, size in sizes.items() if street in bets))
    return chance, staked / chance if chance else Fraction(0)


def mistakes(rules: Rules, terms: Terms) -> list[tuple[str, Fraction, Fraction, str]]:
    """What is done wrong, how often it can be, what it gives the player each time in stakes, the remedy."""
    main, bonus = edge_of(rules, "main", _NOTHING), edge_of(rules, "bonus", _NOTHING)
    lines = {each.name: (Fraction(each.rational or "0"), Fraction(each.net)) for each in bonus.outcomes}
    returned, _ = _shares(main, terms, "wins, Ante returned")
    paid, _ = _shares(main, terms, "wins, Ante paid")
    even, staked = _shares(main, terms, "stand off")
    lost, at_risk = _shares(main, terms, "loses")
    stands = "put right until the next Round begins; then it stands (5.19)"
    suited, unsuited = lines["ace_king_suited"], lines["ace_king_unsuited"]
    high, low = lines["high_pair"], lines["low_pair"]
    everything = sum(
        (Fraction(each.rational or "0") * Fraction(each.net) for each in main.outcomes), Fraction(0)
    )
    return [
        ("Ante paid on a win below the rank for it", returned, terms.pays["ante"], stands),
        ("Ante not paid on a win that earns it", paid, -terms.pays["ante"], stands),
        ("Stand Off collected", even, -staked, stands),
        ("Stand Off paid", even, staked - 1, stands),
        ("losing hand taken for a Stand Off", lost, at_risk, stands),
        ("Bonus: A-K unsuited paid as suited", unsuited[0], suited[1] - unsuited[1], stands),
        ("Bonus: low pair paid as a high one", low[0], high[1] - low[1], stands),
        (
            "Round voided (5.8, 5.9)",
            Fraction(1),
            -everything,
            "bets go back (5.21): the House loses its edge",
        ),
    ]


def _mistakes(rules: Rules, terms: Terms) -> Table:
    rows = tuple(
        (
            name,
            f"{float(each):+.3f}",
            f"{float(1 / chance):,.1f}",
            f"{100 * float(chance * each):+.3f}",
            remedy,
        )
        for name, chance, each, remedy in mistakes(rules, terms)
    )
    return Table(
        "What a mistake that nobody notices gives the player, in stakes",
        ("mistake", "each time", "once in", "100 Rounds", "remedy"),
        rows,
        "Once in: how many Rounds there are to one in which it can happen; 100 Rounds: if it always did. "
        "Exact. Street bets won are paid 1 to 1 where a Stand Off is paid.",
        places(rules.cite("late_discovery", "voiding_events", "void_bets_returned", "main_and_bonus_pays")),
    )
