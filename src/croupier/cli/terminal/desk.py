"""The person's desk: what may be done now, for how much, and what each key does. It needs no screen."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import CardError
from croupier.cli.console import said
from croupier.cli.seat import value_of
from croupier.cli.terminal.keys import ORDER, SIZED, Look, keys_of, look_of
from croupier.cli.terminal.layouts import Layout
from croupier.cli.terminal.scene import Scene
from croupier.messages import reason_of
from croupier.money import Cents, MoneyError, parse_money, say_money
from croupier.table import Ask, Option, Purpose
from croupier.table.bots import Choice
from croupier.table.messages import Citations

# What chips there are; a desk shows six of them.
CHIPS: tuple[Cents, ...] = (50, 1_00, 5_00, 25_00, 100_00, 500_00, 1_000_00, 5_000_00, 25_000_00)
_CHIPS_SHOWN = 6
_USUAL_CHIP = 25_00
_BETS = (Purpose.BET, Purpose.WITHDRAW)

Spot = tuple[int | None, str]


class Button(Struct, frozen=True):
    """One thing that can be done, and its key. Without an option it is the desk's own: undo, same bets."""

    key: str
    words: str
    look: Look = "neutral"
    option: Option | None = None
    values: dict[str, Any] = {}
    is_armed: bool = False


class Step(Struct, frozen=True):
    """A bet to be laid or taken back, one after the other."""

    purpose: Purpose
    spot: str
    cents: Cents = 0


class Given(Struct, frozen=True):
    """What a key led to: a choice for the table; None is to pass."""

    choice: Choice


class Desk:
    """Chips, spots, sizes and buttons for one seat; it remembers the last bets and the way back."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._scene: Scene | None = None
        self.chip: Cents = _USUAL_CHIP
        self.target: Spot | None = None
        self.armed: Option | None = None
        self.typed = ""
        self.prompt: Option | None = None  # an offer whose blanks are being filled in
        self.problem = ""
        self._filled: dict[str, Any] = {}
        self._amount: Cents | None = None
        self._steps: list[Step] = []
        self._taps: list[tuple[str, Cents]] = []
        self._lying: dict[str, Cents] = {}
        self.last_bets: dict[str, Cents] = {}

    # What there is.

    def see(self, scene: Scene) -> Given | None:
        """A new moment at the table; an answer at once where more bets are to be laid."""
        self._scene = scene
        self.armed = self.prompt = self._amount = None
        self.typed = self.problem = ""
        self._filled = {}
        self._remember()
        if scene.options is None:
            return None
        if not self.is_betting:
            self._steps.clear()
        if given := self._next_step():
            return given
        spots = self.spots
        if self.target not in spots:
            self.target = next(iter(spots), None)
        if self.chips and self.chip not in self.chips:
            self.chip = next((chip for chip in self.chips if chip >= _USUAL_CHIP), self.chips[-1])
        return None

    def _remember(self) -> None:
        """When bets close, what lies there is what was bet."""
        assert self._scene is not None
        if self.is_betting:
            self._lying = self.bets
            if not self._lying:
                self._taps.clear()
        elif self._scene.options is not None and self._lying:
            self.last_bets, self._lying = self._lying, {}
            self._taps.clear()

    @property
    def is_asked(self) -> bool:
        return self._scene is not None and self._scene.options is not None

    @property
    def _options(self) -> tuple[Option, ...]:
        return (self._scene.options or ()) if self._scene else ()

    @property
    def _place(self) -> int | None:
        return self._scene.place if self._scene else None

    @property
    def is_betting(self) -> bool:
        """May bets be laid on your own place now?"""
        return any(is_laid(option) and option.place == self._place for option in self._options)

    @property
    def bets(self) -> dict[str, Cents]:
        """What you have on your own place."""
        if self._scene is None or self._place is None:
            return {}
        return self._layout.bets(self._scene.view, self._place)

    @property
    def spots(self) -> dict[Spot, Option]:
        """Where a chip can be laid, your own place first."""
        laid = [option for option in self._options if is_laid(option)] if self.is_betting else []
        laid.sort(key=lambda option: (option.place != self._place, option.place or 0))
        return {(option.place, option.spot): option for option in laid}

    @property
    def chips(self) -> list[Cents]:
        asks = [ask for option in self.spots.values() if (ask := money_ask(option))]
        if not asks:
            return []
        least, most = min(ask.step for ask in asks), max(ask.maximum for ask in asks)
        return [chip for chip in CHIPS if max(least, 1_00) <= chip <= most][:_CHIPS_SHOWN]

    @property
    def sized(self) -> Option | None:
        """The offer whose amount is chosen at the desk."""
        for option in self._own():
            ask = money_ask(option)
            if ask and len(option.asks) == 1 and ask.minimum < ask.maximum and option.purpose in SIZED:
                return option
        return None

    @property
    def amount(self) -> Cents:
        option = self.sized
        ask = money_ask(option) if option else None
        if ask is None or option is None:
            return 0
        usual = ask.minimum if option.purpose in (Purpose.BET, Purpose.RAISE) else ask.maximum
        return self._amount if self._amount is not None else usual

    @property
    def presets(self) -> list[tuple[str, Cents]]:
        option = self.sized
        ask = money_ask(option) if option else None
        if ask is None or option is None or self._scene is None:
            return []
        if option.purpose in (Purpose.BET, Purpose.RAISE) and (
            found := self._layout.sizes(self._scene.view, ask)
        ):
            return found
        return [
            ("Min", ask.minimum),
            ("Half", fitting(ask, (ask.minimum + ask.maximum) // 2)),
            ("Max", ask.maximum),
        ]

    def _own(self) -> list[Option]:
        """What is asked of you, at one place at a time."""
        found = [
            option
            for option in self._options
            if option.purpose is not Purpose.WITHDRAW and not (is_laid(option) and self.is_betting)
        ]
        places = [option.place for option in found if option.place is not None]
        place = self._place if self._place in places else next(iter(places), None)
        return [option for option in found if option.place is None or option.place == place]

    @property
    def buttons(self) -> list[Button]:
        if not self.is_asked:
            return []
        own = self._own()
        keys = keys_of(own)
        found = [self._button(option, key) for option, key in zip(own, keys, strict=True)]
        found = [each for button in found for each in self._answers(button)]
        found.sort(key=lambda button: ORDER.index(button.look))
        if self.is_betting:
            found = self._bet_buttons() + found
        may_pass = self._scene is not None and self._scene.can_pass
        if may_pass and not any(button.key == "enter" for button in found):
            is_between = self._scene is not None and self._scene.result is not None
            found.append(Button("enter", "Next Round" if is_between else "Go on", "primary"))
        return found

    def _button(self, option: Option, key: str) -> Button:
        ask = money_ask(option)
        if option is self.sized:
            return Button(key, f"{self._words(option)} {say_money(self.amount)}", look_of(option), option)
        if ask and ask.minimum == ask.maximum:
            words = f"{self._words(option)} {say_money(ask.minimum)}"
            return Button(key, words, look_of(option), option, {ask.field: ask.minimum})
        cost = f" {say_money(option.costs)}" if option.costs else ""
        is_armed = option == self.armed
        words = f"{self._words(option)}{cost}"
        asked = f"{option.warning or words + '?'} Enter"
        return Button(key, asked if is_armed else words, look_of(option), option, {}, is_armed)

    def _words(self, option: Option) -> str:
        words = _NAMES.get(option.purpose, option.label)
        if option.purpose is Purpose.BET and option.spot:
            words = f"{option.spot.replace('_', ' ').capitalize()} bet"
        is_free = look_of(option) == "free"
        return f"Free {words.lower()}" if is_free else words

    def _answers(self, button: Button) -> list[Button]:
        """A question with named answers is a button for each, by number."""
        option = button.option
        if option is None or len(option.asks) != 1 or option.asks[0].kind != "choice":
            return [button]
        ask = option.asks[0]
        return [
            Button(
                str(number),
                f"{button.words}: {answer}".replace("_", " "),
                button.look,
                option,
                {ask.field: answer},
            )
            for number, answer in enumerate(ask.choices[:9], start=1)
        ]

    def _bet_buttons(self) -> list[Button]:
        found = []
        if self._offered(Purpose.WITHDRAW):
            found.append(Button("x", "Clear"))
        if self._taps and self._offered(Purpose.WITHDRAW):
            found.append(Button("z", "Undo"))
        if self.bets:
            found.append(Button("d", "Double"))
        else:
            again = sum(step.cents for step in self._again())
            words = "Same bets" if self.last_bets else "Minimum bet"
            found.append(Button("e", f"{words} {say_money(again)}"))
        found.append(Button("space", "Lay chip", "primary"))
        return found

    @property
    def citations(self) -> Citations:
        """Why these choices: every paragraph behind them, once."""
        options = [*self._own(), *self.spots.values()]
        return tuple(dict.fromkeys(cite for option in options for cite in option.citations))

    def given(self) -> None:
        """An answer is on its way: nothing more is asked until the table says so."""
        if self._scene is not None:
            self._scene = replace(self._scene, options=None, result=None)

    # What a key does.

    def press(self, key: str) -> Given | None:
        """A key: what is to be given to the table, if anything; the desk may have changed."""
        self.problem = ""
        if not self.is_asked:
            return None
        if self.prompt is not None:
            return self._prompted(key)
        if key == "escape":
            self.armed, self.typed = None, ""
            return None
        if self.is_betting and self._bet_moved(key):
            return None
        if self.is_betting and (steps := self._bet_steps(key)):
            self._steps = steps
            return self._next_step()
        if self.sized is not None and self._sizing(key):
            return None
        if key == "enter":
            return self._entered()
        button = next((each for each in self.buttons if each.key == key), None)
        return self._pressed(button) if button and button.option else None

    def _pressed(self, button: Button) -> Given | None:
        option = button.option
        assert option is not None
        if self._must_confirm(option) and option != self.armed:
            self.armed = option
            return None
        if option is self.sized:
            return self._give_sized(option)
        if any(ask.field not in button.values for ask in option.asks):
            self.prompt, self._filled, self.typed = option, dict(button.values), ""
            return None
        return Given((option, dict(button.values)))

    def _must_confirm(self, option: Option) -> bool:
        """A second key: to give up what costs nothing to keep, to put everything in, where we are warned."""
        if option.purpose is Purpose.FOLD:
            return any(other.purpose is Purpose.CHECK for other in self._options)
        return option.purpose is Purpose.ALL_IN or bool(option.warning)

    def _give_sized(self, option: Option) -> Given | None:
        ask = money_ask(option)
        assert ask is not None
        amount = self.amount
        if self.typed:
            try:
                amount = parse_money(self.typed)
            except MoneyError as error:
                self.problem, self.typed = said(reason_of(error)), ""
                return None
        if not ask.allows(amount):
            steps = f" in steps of {say_money(ask.step)}" if ask.step > 1 else ""
            self.problem, self.typed = f"{ask.bounds}{steps}", ""
            return None
        return Given((option, {ask.field: amount}))

    def _entered(self) -> Given | None:
        if self.armed is not None:
            return Given((self.armed, {}))
        if self.typed and self.sized is not None:
            return self._give_sized(self.sized)
        button = next((each for each in self.buttons if each.key == "enter"), None)
        if button is None:
            return None
        return self._pressed(button) if button.option else Given(None)

    def _sizing(self, key: str) -> bool:
        """Arrows, presets and typed figures."""
        option = self.sized
        ask = money_ask(option) if option else None
        if ask is None or self._scene is None:
            return False
        if key in ("left", "right"):
            by = max(ask.step, self._layout.step(self._scene.view))
            self._amount = fitting(ask, self.amount + (by if key == "right" else -by))
        elif key in ("up", "down"):
            sizes = sorted({cents for _, cents in self.presets})
            nearest = [
                cents for cents in sizes if (cents > self.amount) == (key == "up") and cents != self.amount
            ]
            if nearest:
                self._amount = min(nearest) if key == "up" else max(nearest)
        elif key.isdigit() or (key == "." and self.typed and "." not in self.typed):
            self.typed += key
            return True
        elif key == "backspace" and self.typed:
            self.typed = self.typed[:-1]
            return True
        else:
            return False
        self.typed = ""
        self.armed = None
        return True

    def size(self, cents: Cents) -> None:
        """A preset was pointed at."""
        self._amount, self.typed, self.armed = cents, "", None

    def _bet_moved(self, key: str) -> bool:
        spots = list(self.spots)
        if key.isdigit() and 1 <= int(key) <= len(self.chips):
            self.chip = self.chips[int(key) - 1]
        elif key in ("left", "right") and spots:
            at = spots.index(self.target) if self.target in spots else 0
            self.target = spots[(at + (1 if key == "right" else -1)) % len(spots)]
        elif key in ("up", "down") and spots:
            places = list(dict.fromkeys(place for place, _ in spots))
            here = places.index(self.target[0]) if self.target and self.target[0] in places else 0
            place = places[(here + (1 if key == "down" else -1)) % len(places)]
            self.target = next(spot for spot in spots if spot[0] == place)
        else:
            return False
        return True

    def _bet_steps(self, key: str) -> list[Step]:
        if key in ("space", "r") and self.target in self.spots:
            return self._lay(self.spots[self.target])
        if key == "z":
            return self._undone()
        if key == "x":
            self._taps.clear()
            taken = [each for each in self._options if self._is_own_withdrawal(each)]
            return [Step(Purpose.WITHDRAW, each.spot) for each in taken]
        if key == "e" and not self.bets:
            return self._again()
        if key == "d" and self.bets:
            return [Step(Purpose.BET, spot, cents) for spot, cents in self.bets.items()]
        return []

    def _lay(self, option: Option) -> list[Step]:
        cents = chip_on(option, self.chip)
        if option.place != self._place:  # on somebody else's: one bet, which is not remembered
            return [Step(Purpose.BET, f"@{option.place} {option.spot}", cents)]
        self._taps.append((option.spot, cents))
        return [Step(Purpose.BET, option.spot, cents)]

    def _undone(self) -> list[Step]:
        """The last chip back: what it was laid on is taken off, and the rest laid again."""
        if not self._taps:
            return []
        spot, cents = self._taps.pop()
        own = [each for each in self._options if self._is_own_withdrawal(each)]
        is_whole = any(not each.spot for each in own)
        rest = {name: lying - (cents if name == spot else 0) for name, lying in self.bets.items()}
        again = [
            Step(Purpose.BET, name, left)
            for name, left in rest.items()
            if left > 0 and (is_whole or name == spot)
        ]
        return [Step(Purpose.WITHDRAW, "" if is_whole else spot), *again] if own else []

    def _again(self) -> list[Step]:
        """The same bets as last time, or the least there is."""
        if self.last_bets:
            return [Step(Purpose.BET, spot, cents) for spot, cents in self.last_bets.items()]
        first = next((option for (place, _), option in self.spots.items() if place == self._place), None)
        return [Step(Purpose.BET, first.spot, chip_on(first, 0))] if first else []

    def _next_step(self) -> Given | None:
        while self._steps:
            if given := self._taken(self._steps.pop(0)):
                return given
        return None

    def _taken(self, step: Step) -> Given | None:
        """The offer for a step, if there is one."""
        for option in self._options:
            spot = option.spot if option.place == self._place else f"@{option.place} {option.spot}"
            if option.purpose is not step.purpose or spot != step.spot:
                continue
            ask = money_ask(option)
            if ask is None:
                return Given((option, {}))
            cents = fitting(ask, step.cents)
            return Given((option, {ask.field: cents})) if ask.allows(cents) else None
        return None

    def _offered(self, purpose: Purpose) -> bool:
        return any(each.purpose is purpose and each.place == self._place for each in self._options)

    def _is_own_withdrawal(self, option: Option) -> bool:
        return option.purpose is Purpose.WITHDRAW and option.place == self._place

    # Blanks that are typed: chips to buy, a word, cards.

    @property
    def asking(self) -> Ask | None:
        if self.prompt is None:
            return None
        return next((ask for ask in self.prompt.asks if ask.field not in self._filled), None)

    def _prompted(self, key: str) -> Given | None:
        option, ask = self.prompt, self.asking
        assert option is not None
        assert ask is not None
        if key == "escape":
            self.prompt, self.typed = None, ""
        elif key == "backspace":
            self.typed = self.typed[:-1]
        elif key == "space":
            self.typed += " "
        elif key == "enter":
            try:
                self._filled[ask.field] = value_of(ask, self.typed.strip())
            except (ValueError, MoneyError, CardError) as problem:
                self.problem = said(reason_of(problem))
                return None
            self.typed = ""
            if self.asking is None:
                return Given((option, dict(self._filled)))
        elif len(key) == 1:
            self.typed += key
        return None


_NAMES = {
    Purpose.FOLD: "Fold",
    Purpose.CHECK: "Check",
    Purpose.CALL: "Call",
    Purpose.ALL_IN: "All in",
    Purpose.HIT: "Hit",
    Purpose.STAND: "Stand",
    Purpose.DOUBLE: "Double",
    Purpose.SPLIT: "Split",
    Purpose.SURRENDER: "Surrender",
    Purpose.INSURE: "Insure",
    Purpose.EVEN_MONEY: "Even money",
    Purpose.LOOK: "Look at cards",
    Purpose.SHOW: "Show",
    Purpose.MUCK: "Muck",
    Purpose.READY: "Ready",
    Purpose.RETURN: "I am back",
    Purpose.BUY: "Add chips",
}


def money_ask(option: Option) -> Ask | None:
    """The amount an option asks for."""
    return next((ask for ask in option.asks if ask.kind == "money"), None)


def is_laid(option: Option) -> bool:
    """Is it a bet that is laid on a spot of the layout before the cards?"""
    has_amount = money_ask(option) is not None or "amount" in option.fixed
    return option.purpose is Purpose.BET and bool(option.spot) and has_amount


def fitting(ask: Ask, cents: Cents) -> Cents:
    """The amount within the bounds that is nearest."""
    whole = ask.minimum + (max(0, cents - ask.minimum) + ask.step // 2) // ask.step * ask.step
    most = ask.minimum + (ask.maximum - ask.minimum) // ask.step * ask.step
    return min(whole, most)


def chip_on(option: Option, cents: Cents) -> Cents:
    """What a chip comes to on a spot: at least what the spot asks for, at most what it takes."""
    ask = money_ask(option)
    return fitting(ask, cents) if ask else int(option.fixed.get("amount", option.costs))
