"""Recorded states of every felt at their worst, and what lies over something else, is cut or sticks out.

No house is asked for anything but the page itself: the states are drawn straight into the layouts.
"""

from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.web.felts import scene

Scene = dict[str, Any]

# The felts of the mock-ups: desktop, a tablet both ways, phones both ways.
SHAPES = {
    "desk": (1108, 724),
    "tablet": (820, 952),
    "tablet-wide": (1180, 644),
    "phone": (390, 584),
    "small-phone": (360, 480),
    "landscape": (844, 322),
}
FORTUNE = 1_248_000_00
LONG_NAMES = ("Bartholomew Fitzgerald", "Priya Raghunathan-Iyer", "Wen", "Maximiliane von Thurn", "Li")

_DRAW = """async ({scene, tag}) => {
  await import("/layouts/index.js");
  await (await import("/core/late.js")).fetched(tag);
  await (await import("/core/styles.js")).wear(); // those of this screen
  document.querySelector("floor-app").style.display = "none"; // the pictures of cards and chips stay
  document.querySelector("#felt-host")?.remove();
  const host = document.createElement("div");
  host.id = "felt-host";
  host.style = "position: fixed; inset: 0";
  const felt = document.createElement(tag);
  felt.className = "layout";
  felt.style = "width: 100%; height: 100%; aspect-ratio: auto";
  felt.scene = scene;
  host.append(felt);
  document.body.append(host);
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  for (let count = 0; count < 3; count += 1) await frame();
}"""

# What a person looks at. Cards of one fan are one box, and so are chips and their amount.
_THINGS = (
    ".cards, .plate, .said, .gain, .tag, .mark, .total, .pot, .street .marker, .handname, .potwon,"
    " chip-stack, .spot, .res, .free, .head, .meter, .shoe, .discards, .tray, .flag, .status, .back,"
    " .print text, .markers, .exposed, .standing, .cap, .made, .ava, .note, .outcome, .cell-sum,"
    " .mini-hand, .house-notice"
)

# What stands around a felt: the bar above it, what lies at its corners, the dock and the panel beside it.
_AROUND = (
    ".felt :is(.cards, .spot, .plate, .pot, .total, .handname, .potwon, .meter, .shoe, .discards, .tray),"
    " .felt .head,"
    " .brand, .where > *, .tools > *, .hud > *, .toasts > *, advice-panel .advice > button, .table-side,"
    " .dock :is(.whose, .act, turn-clock, .presets button, .slide > *, .steps li, .rack > *), .dock-line"
)
# Whole tables: the screens of the mock-ups, and the least that people still use.
SCREENS = {
    "desk": (1440, 900),
    "small-desk": (1280, 720),
    "tablet": (820, 1180),
    "tablet-wide": (1180, 820),
    "phone": (390, 844),
    "small-phone": (360, 640),
    "landscape": (844, 390),
}
_PUT = """async (what) => {
  const page = document.querySelector("table-page");
  const known = what.advice ?? null;
  const coach = {now: known, advice: known, moment: "", asked: "", problem: "", rounds: [], see() {}};
  coach.since = Date.now();
  const noticed = what.told ? {code: "told", reason: what.told, citations: []} : null;
  Object.assign(page, {happenings: [], last: null, lastView: null, noticed, coach});
  page.socket.scene = {...what, table: {...what.table, id: page.socket.table}};
  page.redraw();
  await (await import("/core/late.js")).fetched("bet-sizer");
  await (await import("/core/styles.js")).wear(); // those of this screen
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  for (let count = 0; count < 2; count += 1) await frame();
  const dock = page.querySelector("play-dock");
  Object.assign(dock ?? {}, {armed: "", warned: null});
  const asked = dock?.own.find(({command}) => command === what.armed);
  if (asked) dock.choose(asked);
  for (let count = 0; count < 2; count += 1) await frame();
}"""

_LOOK = Path(__file__).with_suffix(".js").read_text()


def collisions(page: Page, game: str, shape: str, what: Scene) -> list[str]:
    width, height = SHAPES[shape]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(_DRAW, {"scene": what, "tag": f"{game}-layout"})
    found: list[str] = page.evaluate(_LOOK, {"things": _THINGS, "isAround": False})
    return found


def collisions_around(page: Page, what: Scene) -> list[str]:
    """On the page of a table that is open: the state is put into it as if it had come from the house."""
    page.evaluate(_PUT, what)
    found: list[str] = page.evaluate(_LOOK, {"things": _AROUND, "isAround": True})
    return found


def _people(found: Scene, places: int, own: int | None, ids: dict[int, str]) -> None:
    """Everybody sits, with long and short names; you at `own`, or on the rail."""
    found["table"] |= {"places": places, "stakes": "$5 / $10"}
    found["table"]["seats"] = [
        {
            "place": place,
            "player": ids[place],
            "name": LONG_NAMES[place % len(LONG_NAMES)],
            "is_bot": False,
            "is_away": False,
            "is_connected": place % 4 != 0 or place == own,
            "is_leaving": False,
        }
        for place in range(1, places + 1)
    ]
    found["you"] |= {"place": own, "id": ids[own] if own else "rail", "name": "Linnea"}


# Poker


def poker(own: int | None = 5) -> Scene:
    """Ten seats with a fortune each, all of it on the table, in three pots and in front of them."""
    found = deepcopy(scene("poker"))
    ids = {place: f"player-{place}" for place in range(1, 11)}
    _people(found, 10, own, ids)
    view = found["view"]
    one = view["seats"]["5"]
    seat = {
        "chips": FORTUNE,
        "bet": FORTUNE,
        "is_in": True,
        "is_active": True,
        "is_all_in": False,
        "card_count": 2,
    }
    view["seats"] = {
        str(place): one
        | seat
        | {
            "player": ids[place],
            "cards": ["Qh", "Td"] if place == own else [],
            "missed": ["big"],
            "due": 15_00,
        }
        for place in ids
    }
    pot = {"amount": FORTUNE, "eligible": [1, 2, 3]}
    view |= {"pots": [pot, pot, pot], "pot": 3 * FORTUNE, "board": ["5d", "2s", "Ad", "Kh", "9c"]}
    view |= {"button": 9, "small_blind_seat": 10, "big_blind_seat": 1, "own_seat": own}
    said = ("raises to $1,248,000", "calls $1,248,000", "checks", "bets $1,248,000")
    found["said"] = {str(place): said[place % 4] for place in ids}
    return found | {"outcome": None, "awaited": [own or 5]}


def showdown(own: int | None = 5, shows: tuple[int, ...] = tuple(range(1, 11)), pots: int = 1) -> Scene:
    """The end: who shows lies open, everybody has won or lost a fortune."""
    found = poker(own)
    view = found["view"]
    hands = ("Full house, queens over tens", "Three of a kind, queens", "Two pair, aces and kings")
    for place in range(1, 11):
        is_open = place in shows or place == own
        view["seats"][str(place)] |= {
            "bet": 0,
            "is_active": is_open,
            "cards": ["Qs", "Th"] if is_open else [],
            "ranking": hands[place % 3] if is_open else "",
            "missed": [],
            "due": 0,
        }
    winner = shows[0]
    won = [
        {
            "name": "Main Pot" if not n else "Side Pot",
            "pot": n,
            "amount": FORTUNE,
            "rake": 0,
            "won": {str(shows[n]): FORTUNE},
        }
        for n in range(pots)
    ]
    nets = {str(place): -FORTUNE if place % 2 else -40_00 for place in range(1, 11)}
    nets |= {str(place): FORTUNE for place in shows[:pots]}
    view |= {"pots": [], "pot": 0, "phase": "showdown", "marker": "SHOWDOWN"}
    found["outcome"] = {
        "nets": nets,
        "hands": {str(place): hands[place % 3] for place in shows},
        "wins": {str(place): FORTUNE for place in shows[:pots]} if pots > 1 else {str(winner): FORTUNE},
        "pots": won,
        "spots": {},
        "rake": 0,
        "shown": {},
    }
    return found | {"awaited": [], "options": []}


# Multi-Link


def multilink(own: int | None = 3, is_over: bool = False) -> Scene:
    found = deepcopy(scene("multilink"))
    ids = {place: f"player-{place}" for place in range(1, 7)}
    _people(found, 6, own, ids)
    view = found["view"]
    bets = dict.fromkeys(("flop", "turn", "river", "ante", "bonus", "progressive"), FORTUNE)
    view["chips"] = {str(place): FORTUNE for place in ids}
    view["names"] = {str(place): ids[place] for place in ids}
    view["boxes"] = {
        str(place): {
            "player": ids[place if place != 2 else 1],
            "bets": bets,
            "status": "folded" if place == 4 else "in",
            "has_decided": True,
            "card_count": 2,
            "cards": ["Qh", "Td"] if place == own or is_over else [],
        }
        for place in ids
    }
    view |= {
        "board": ["6s", "Jc", "Ah", "9d", "2c"],
        "dealer": ["Ks", "Kd"] if is_over else [],
        "dealer_count": 2,
    }
    view |= {
        "jackpot": FORTUNE,
        "is_jackpot_open": True,
        "you": ids[own] if own else "rail",
        "to_decide": own,
    }
    found["outcome"] = None
    if is_over:
        spots = {f"{place}/{bet}": FORTUNE if place % 2 else -FORTUNE for place in ids for bet in bets}
        nets = {str(place): FORTUNE if place % 2 else -FORTUNE for place in ids}
        hands = {str(place): "Full house, queens over tens" for place in ids}
        found["outcome"] = {
            "nets": nets, "spots": spots, "hands": hands, "wins": {}, "pots": [], "rake": 0, "shown": {},
        }  # fmt: skip
        for box in view["boxes"].values():
            box["bets"] = {}
    return found | {"awaited": [own] if own else []}


# Free Bet

_SPLIT = (["8s", "Kd"], ["8h", "2c", "3d", "5h"], ["8d", "Tc", "2h"], ["8c", "2h", "Ah", "3c", "4d"])


def freebet(own: int | None = 4, hands: int = 4, phase: str = "playing", is_over: bool = False) -> Scene:
    """Every area with as many hands, a fortune on every spot, and two who back each of them."""
    found = deepcopy(scene("freebet"))
    ids = {place: f"player-{place}" for place in range(1, 8)}
    _people(found, 7, own, ids)
    view = found["view"]
    view["players"] = {
        str(place): {"name": ids[place], "chips": FORTUNE, "is_absent": False} for place in ids
    }

    def hand(place: int, number: int) -> dict[str, Any]:
        cards = _SPLIT[number] if hands > 1 else ["8s", "Kd"]
        stakes = [{"place": place, "has_wager": True, "added": FORTUNE, "markers": 1}]
        return {
            "number": number, "cards": cards, "total": 18, "is_soft": number == 1, "is_split": hands > 1,
            "is_doubled": number == 0, "is_blackjack": False, "stakes": [] if is_over else stakes,
            "status": ("stood", "bust", "playing", "waiting")[number],
        }  # fmt: skip

    def area(place: int) -> dict[str, Any]:
        behind = [other % 7 + 1 for other in (place, place + 1)] if hands < 4 else [place % 7 + 1]
        wagers = [
            {"place": each, "amount": FORTUNE, "is_live": True, "markers": 0} for each in (place, *behind)
        ]
        sides = [{"bet": bet, "place": place, "amount": FORTUNE} for bet in ("pair", "busted", "pot_of_gold")]
        insured = [{"place": place, "amount": FORTUNE}] if phase == "insurance" else []
        return {
            "controller": place, "wagers": [] if is_over else wagers, "sides": [] if is_over else sides,
            "insurances": insured, "hands": [hand(place, number) for number in range(hands)],
        }  # fmt: skip

    view["areas"] = {str(place): area(place) for place in ids}
    view |= {
        "phase": phase,
        "in_play": [own or 4, 2 if hands > 2 else 0] if hands else None,
        "own_place": own,
    }
    view |= {"dealer": ["6c", "9d", "7h"] if is_over else ["6c"], "dealer_total": 22 if is_over else 6}
    found["outcome"] = None
    if is_over:
        spots = {
            f"{place}/{place}/hand/{n}": FORTUNE if n % 2 else -FORTUNE for place in ids for n in range(4)
        }
        spots |= {
            f"{place}/{place}/{bet}": FORTUNE for place in ids for bet in ("pair", "busted", "pot_of_gold")
        }
        nets = {str(place): FORTUNE if place % 2 else -FORTUNE for place in ids}
        found["outcome"] = {
            "nets": nets, "spots": spots, "hands": {}, "wins": {}, "pots": [], "rake": 0, "shown": {},
        }  # fmt: skip
    return found | {"awaited": [own] if own else []}


STATES: dict[str, list[tuple[str, Scene]]] = {
    "poker": [
        *((f"a fortune in every bet, you at {own}", poker(own)) for own in (1, 3, 5, 7, 9, 10, None)),
        *((f"ten seats show, you at {own}", showdown(own)) for own in (1, 4, 5, 8, 10, None)),
        *((f"three show, you at {own}", showdown(own, (2, 6, 9))) for own in (1, 5, 9)),
        *((f"{pots} pots won", showdown(5, (2, 6, 9, 5), pots)) for pots in (2, 3, 4)),
    ],
    "multilink": [
        *((f"a fortune on every spot, you at {own}", multilink(own)) for own in (1, 2, 3, 6, None)),
        *((f"settled, you at {own}", multilink(own, is_over=True)) for own in (1, 4, 6, None)),
    ],
    "freebet": [
        *((f"four hands, you at {own}", freebet(own)) for own in (1, 2, 3, 4, 5, 6, 7, None)),
        *((f"one hand, you at {own}", freebet(own, hands=1)) for own in (1, 4, 7, None)),
        *((f"bets, you at {own}", freebet(own, hands=0, phase="betting")) for own in (1, 4, 7, None)),
        *((f"insurance, you at {own}", freebet(own, hands=1, phase="insurance")) for own in (1, 4, 7)),
        *((f"settled, you at {own}", freebet(own, is_over=True)) for own in (1, 4, 7)),
        *((f"one hand settled, you at {own}", freebet(own, hands=1, is_over=True)) for own in (1, 4, 7)),
    ],
}


def said(what: Scene, say: Callable[[str], str]) -> Scene:
    """The state with the words of the house in another language."""
    outcome = what.get("outcome")
    if outcome:
        outcome = outcome | {"hands": {place: say(words) for place, words in outcome["hands"].items()}}
    return what | {
        "outcome": outcome,
        "said": {place: say(words) for place, words in (what.get("said") or {}).items()},
    }


# The dock at its fullest


def _offer(
    command: str, label: str, costs: int = 0, ask: tuple[int, int] | None = None, **more: Any
) -> Scene:
    asks = [
        {"field": "amount", "kind": "money", "minimum": least, "maximum": most, "step": 1_00,
         "choices": [], "labels": []}
        for least, most in ([ask] if ask else [])
    ]  # fmt: skip
    offer = {"command": command, "words": label.lower(), "label": label, "costs": costs, "asks": asks}
    offer |= {"citations": [{"edition": "rws-poker@7", "paragraph": "3.1", "reading": None}]}
    offer |= {"fixed": {}, "group": "play", "spot": "", "place": None, "purpose": command.lower()}
    return offer | more


def docks(game: str, say: Callable[[str], str]) -> list[tuple[str, Scene]]:
    """What stands in the dock with all its buttons, while one bets, waits, has nothing or sits out."""

    def offer(command: str, label: str, **more: Any) -> Scene:
        return _offer(command, say(label), **more)

    raised = [
        offer("Fold", "Fold"),
        offer("Call", "Call", costs=FORTUNE),
        offer("RaiseTo", "Raise to", ask=(FORTUNE, 2 * FORTUNE), purpose="raise"),
        offer("AllIn", "All in", costs=2 * FORTUNE, purpose="all_in"),
    ]
    full: dict[str, tuple[Scene, list[Scene], list[Scene]]] = {
        "poker": (poker(5), raised, []),
        "multilink": (
            multilink(3),
            [
                offer("Fold", "Fold"),
                offer("PlaceFlop", "Place flop", costs=FORTUNE, purpose="bet", spot="flop"),
                offer("Check", "Check"),
            ],
            [_spot(spot, 3) for spot in ("ante", "bonus", "progressive")],
        ),
        "freebet": (
            freebet(4),
            [
                offer("Surrender", "Surrender"),
                offer("Stand", "Stand"),
                offer("Hit", "Hit"),
                offer("Split", "Split", costs=FORTUNE),
                offer("Double", "Double", ask=(25_00, FORTUNE)),
                offer("FreeDouble", "Free double", purpose="double"),
            ],
            [_spot(spot, 4) for spot in ("main", "pair", "busted", "pot_of_gold")],
        ),
    }
    table, turn, spots = full[game]
    own = table["you"]["place"]
    waiting = table | {"awaited": [own % 5 + 1], "options": []}
    found = [
        ("your turn", table | {"options": turn}),
        ("others think", waiting),
        ("the dealer is at work", waiting | {"awaited": []}),
        ("you leave", table | {"options": turn, "you": table["you"] | {"is_leaving": True}}),
    ]
    found += [
        ("the best is marked", table | {"options": turn, "advice": _advice(turn, say)}),
        ("a toast", table | {"options": turn, "told": say("You leave as soon as the rules let you.")}),
        *(
            (
                f"asked about {each['command']}",
                table | {"options": turn, "advice": _advice(turn, say)} | {"armed": each["command"]},
            )
            for each in turn[1:]
        ),
    ]
    if spots:
        bets = {"multilink": multilink(3), "freebet": freebet(4, hands=0, phase="betting")}[game]
        bets = bets | {"view": bets["view"] | {"phase": "betting"}}
        found.append(("bets", bets | {"options": [*spots, offer("Ready", "Ready")], "awaited": []}))
    return found


def _advice(turn: list[Scene], say: Callable[[str], str]) -> Scene:
    """The first is the best; every other gives up a fortune, and says why."""
    choices = [
        {"command": each["command"], "words": each["label"].lower(), "value": -number, "exact": None,
         "is_best": not number, "cost_cents": FORTUNE * number, "is_costly": bool(number),
         "why": say("a call has to win 33%, and this hand wins 12%")}
        for number, each in enumerate(turn)
    ]  # fmt: skip
    return {
        "words": "", "unit": "dollars", "unit_cents": 100, "choices": choices, "facts": [], "method": "",
        "is_exact": False, "citations": [], "seq": 1,
    }  # fmt: skip


def _spot(spot: str, place: int) -> Scene:
    return _offer("PlaceWager", "Place wager", ask=(25_00, FORTUNE), purpose="bet", spot=spot, place=place)
