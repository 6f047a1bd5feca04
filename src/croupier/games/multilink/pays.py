"""What a hand is worth: the lines of the Bonus and the Progressive pay tables."""

from croupier.cards import Card, category, rank_value, strength
from croupier.games.multilink.terms import terms
from croupier.money import FixedPrize, ForOne, JackpotShare, Pay
from croupier.rulebook import Rules
from croupier.rulebook.edition import PayLine

_ACE, _KING, _JACK = 14, 13, 11


def bonus_key(cards: tuple[Card, ...], dealer: tuple[Card, ...]) -> str | None:
    """The highest Bonus line of two Hole Cards; the Dealer's matter only for Aces in both hands."""
    high, low = sorted(map(rank_value, cards), reverse=True)
    if high == low:
        if high == _ACE:
            has_dealer_aces = len(dealer) == 2 and all(rank_value(card) == _ACE for card in dealer)
            return "aces_both" if has_dealer_aces else "aces"
        return "high_pair" if high >= _JACK else "low_pair"
    if high != _ACE or low < _JACK:
        return None
    suited = "suited" if cards[0][1] == cards[1][1] else "unsuited"
    return f"ace_king_{suited}" if low == _KING else f"ace_queen_or_jack_{suited}"


def progressive_line(rules: Rules, cards: tuple[Card, ...], board: tuple[Card, ...]) -> PayLine | None:
    """The line of the jackpot table that two Hole Cards make with the first Community Cards."""
    return terms(rules).progressive.line(category(strength((*cards, *board))).name.lower())


def minor_prize(pays: Pay, stake: int) -> int:
    """Everything the player receives for a line that is no share of the jackpot."""
    if isinstance(pays, ForOne):
        return pays.multiple * stake
    assert isinstance(pays, FixedPrize)
    return pays.cents


def is_major(line: PayLine) -> bool:
    return isinstance(line.pays, JackpotShare)
