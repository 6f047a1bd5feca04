"""The Free Bet table: the Dealer above, the other areas in a row, your own area with all its hands below."""

from msgspec.structs import replace

from croupier.cards import Card, show
from croupier.cli.terminal.canvas import (
    GOLD,
    LARGE,
    POD,
    QUIET,
    SMALL,
    WHITE,
    Canvas,
    CardSize,
    cut,
    draw_cards,
    draw_places,
    gain,
    gain_ink,
    ink,
)
from croupier.cli.terminal.layouts.layout import Layout, Picture
from croupier.cli.terminal.layouts.spots import draw_spots
from croupier.games.freebet.view import AreaView, HandView, View
from croupier.money import Cents, say_money

_SPOTS = {
    "main": "Wager",
    "pair": "Pair",
    "pot_of_gold": "Pot of gold",
    "busted": "Busted",
}
_WIDE, _HIGH = 80, 28
_HANDS = 4  # as many as one area can be split into


class FreeBetLayout(Layout):
    felt, edge = "#84283c", "#561726"

    def draw(self, canvas: Canvas, picture: Picture) -> None:
        seen: View = picture.view
        canvas.fill(0, 0, canvas.width, canvas.height, self.edge)
        canvas.fill(1, 0, canvas.width - 2, canvas.height, self.felt)
        size = LARGE if canvas.width >= _WIDE and canvas.height >= _HIGH else SMALL
        self._dealer(canvas, seen, size)
        own = _large(seen)
        numbers = set(seen.areas) | set(seen.players)
        others = sorted(numbers - {own})
        own_high = size.height + 5
        y = 2 + size.height
        self._others(canvas, picture, others, y, canvas.height - own_high - y)
        if own is not None:
            self._own(canvas, picture, own, size, canvas.height - own_high)

    def lying(self, now: View, last: View) -> View:
        return replace(now, dealer=last.dealer, dealer_total=last.dealer_total, areas=last.areas)

    def title(self, view: View) -> str:
        return f"{say_money(view.main_min)} to {say_money(view.main_max)}"

    def price(self, view: View, place: int | None) -> str:
        if view.in_play is None:
            return ""
        area, index = view.in_play
        hands = view.areas[area].hands
        mine = f"{_points(hands[index])} against {view.dealer_total}"
        return f"Hand {index + 1} of {len(hands)} · {mine}" if len(hands) > 1 else mine

    def bets(self, view: View, place: int) -> dict[str, Cents]:
        return _bets(view.areas.get(place), place)

    def _dealer(self, canvas: Canvas, seen: View, size: CardSize) -> None:
        words = f"Dealer {seen.dealer_total}" if seen.dealer else "Dealer"
        canvas.middle(0, f" {words} ", ink(WHITE, POD, bold=True))
        count = max(2, len(seen.dealer))
        _, wide = size.row(count, canvas.width - 4)
        x = (canvas.width - wide) // 2
        if not seen.dealer:
            draw_places(canvas, x, 1, 2, size, self.edge)
        draw_cards(canvas, x, 1, seen.dealer, size, canvas.width - 4)
        canvas.put(2, 0, "shuffle next" if seen.shuffle_due else "", ink(QUIET))
        left = f"{seen.cards_left} left"
        canvas.put(canvas.width - 2 - len(left), 0, left, ink(QUIET))

    def _others(self, canvas: Canvas, picture: Picture, numbers: list[int], y: int, high: int) -> None:
        tall = max(3, min(_HANDS + 2, high - 1))
        y += (high - tall) // 2
        wide = min(20, (canvas.width - 2) // max(1, len(numbers)) - 1)
        x = (canvas.width - (wide + 1) * len(numbers) + 1) // 2
        for index, number in enumerate(numbers):
            _other(canvas, x + index * (wide + 1), y, wide, tall, picture, number)

    def _own(self, canvas: Canvas, picture: Picture, own: int, size: CardSize, y: int) -> None:
        seen: View = picture.view
        area = seen.areas.get(own)
        is_asked = (own in picture.awaited or _is_in_play(seen, own)) and not picture.is_over
        place = seen.own_place
        you = seen.players.get(place or 0)
        stack = f"{you.name} · {say_money(you.chips)}" if you else ""
        name = f"{'▶' if is_asked else ' '}{stack} · area {own}"
        left = (canvas.width - len(name)) // 2
        canvas.put(left, y, name, ink(GOLD if is_asked else WHITE, bold=True))
        net = picture.net(place) if place is not None else None
        if net is not None:
            canvas.put(left + len(name) + 2, y, gain(net), gain_ink(net))
        hands = area.hands if area else ()
        room = (canvas.width - 4) // max(1, len(hands))
        for index, each in enumerate(hands):
            is_now = seen.in_play == (own, index)
            _, wide = size.row(max(2, len(each.cards)), room - 2)
            x = 2 + index * room + (room - wide) // 2
            _hand(canvas, x, y + 1, room - 2, each, size, _stake(area, each, place), is_now=is_now)
        if not hands:
            draw_places(canvas, canvas.width // 2 - size.width, y + 1, 2, size, self.edge)
        lying = _bets(area, place) if place is not None else {}
        below = y + size.height + 2
        names = _SPOTS | ({"insurance": "Insurance"} if "insurance" in lying else {})
        draw_spots(canvas, 2, below, canvas.width - 4, own, names, lying, picture.bets, picture)


def _large(seen: View) -> int | None:
    """The area that is drawn large: the one that you are playing, else your own."""
    if seen.in_play is not None and seen.own_place is not None:
        area = seen.areas[seen.in_play[0]]
        if area.controller == seen.own_place:
            return seen.in_play[0]
    return seen.own_place


def _is_in_play(seen: View, number: int) -> bool:
    return seen.in_play is not None and seen.in_play[0] == number


def _bets(area: AreaView | None, place: int) -> dict[str, Cents]:
    if area is None:
        return {}
    found = {"main": sum(each.amount for each in area.wagers if each.place == place and each.is_live)}
    found |= {each.bet: each.amount for each in area.sides if each.place == place}
    found["insurance"] = sum(each.amount for each in area.insurances if each.place == place)
    return {spot: cents for spot, cents in found.items() if cents}


def _points(hand: HandView) -> str:
    return f"soft {hand.total}" if hand.is_soft else str(hand.total)


def _stake(area: AreaView | None, hand: HandView, place: int | None) -> tuple[Cents, int]:
    """What a player has on a hand: chips, and markers of the House."""
    own = next((each for each in hand.stakes if each.place == place), None)
    if own is None or area is None:
        return 0, 0
    wager = sum(each.amount for each in area.wagers if each.place == place and each.is_live)
    return own.added + (wager if own.has_wager else 0), own.markers


def _hand(
    canvas: Canvas,
    x: int,
    y: int,
    room: int,
    hand: HandView,
    size: CardSize,
    stake: tuple[Cents, int],
    *,
    is_now: bool,
) -> None:
    draw_cards(canvas, x, y, hand.cards, size, room)
    words = f"{'▶' if is_now else ''}{_points(hand)}"
    if hand.is_blackjack or hand.status == "bust":
        words += " blackjack" if hand.is_blackjack else " bust"
    style = ink("#2a1e02", "#f0c85c", bold=True) if is_now else ink(WHITE, POD, bold=True)
    words = f" {cut(words, max(4, room - 2))} "
    canvas.put(x, y + size.height, words, style)
    chips, markers = stake
    more = " ".join([f"●{say_money(chips)}"] * bool(chips) + ["FREE"] * markers)
    if len(words) + 1 + len(more) <= room:
        canvas.put(x + len(words) + 1, y + size.height, more, ink(GOLD if markers else WHITE, bold=True))


def _other(canvas: Canvas, x: int, y: int, wide: int, high: int, picture: Picture, number: int) -> None:
    seen: View = picture.view
    area, player = seen.areas.get(number), seen.players.get(number)
    is_asked = _is_in_play(seen, number) and not picture.is_over
    canvas.fill(x, y, wide, high, "#3a3213" if is_asked else POD)
    is_target = picture.target is not None and picture.target[0] == number
    name = player.name if player else f"area {number}"
    style = ink(GOLD if is_asked or is_target else WHITE, bold=True)
    canvas.put(x, y, f"{'▶' if is_asked else ' '}{cut(name, wide - 1)}", style)
    bet = sum(each.amount for each in area.wagers if each.is_live) if area else 0
    bet += sum(each.amount for each in area.sides) if area else 0
    net = picture.net(number)
    if net:
        canvas.put(x + 1, y + 1, gain(net), gain_ink(net))
    elif bet:
        canvas.put(x + 1, y + 1, f"●{say_money(bet)}", ink(WHITE))
    elif player:
        canvas.put(x + 1, y + 1, say_money(player.chips), ink(QUIET))
    for row, hand in enumerate(area.hands[: high - 2] if area else ()):
        _short(canvas, x + 1, y + 2 + row, wide - 2, hand)


def _short(canvas: Canvas, x: int, y: int, wide: int, hand: HandView) -> None:
    """A hand in one line: its cards as far as there is room, and what it counts."""
    total = "BJ" if hand.is_blackjack else str(hand.total)
    canvas.put(x + wide - len(total), y, total, ink(WHITE, bold=True))
    room = wide - len(total) - 1
    shown = [_index(card, is_short=2 * len(hand.cards) > room or room < 6) for card in hand.cards]
    for text, card in zip(shown, hand.cards, strict=True):
        if len(text) > room:
            break
        canvas.put(x, y, text, ink("#ff8d88" if card[1:] in ("h", "d") else WHITE))
        x, room = x + len(text), room - len(text)


def _index(card: Card, *, is_short: bool) -> str:
    return show(card)[:-1] if is_short else show(card)
