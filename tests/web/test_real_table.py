"""Evenings at real tables, dealt by staff alone through the console: guests, unknown cards, mistakes."""

import json
import subprocess
import sys

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import PASSWORD, Floor
from tests.web.evening import Evening
from tests.web.house import HouseProcess
from tests.web.real import RealDealer, open_console
from tests.web.staff import open_table

EDITIONS = ("rws-poker@6", "rws-poker@7", "rws-multilink@2", "rws-multilink@3", "mbs-freebet@3")


def is_proved(house: HouseProcess) -> None:
    """The journal alone proves every chip of the evening."""
    command = [sys.executable, "-m", "croupier", "audit", "--config", str(house.config)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("rounds", [3, pytest.param(30, marks=pytest.mark.soak)])
@pytest.mark.parametrize("edition", EDITIONS)
def test_an_evening_is_dealt_by_staff_alone(
    floor: Floor, house: HouseProcess, crew: dict[str, str], edition: str, rounds: int
) -> None:
    """Guests come and go, three things go wrong, a card is misread: rack, drop and result fit the chips."""
    game = edition.partition("@")[0]
    link = {"link": "jackpot"} if game == "rws-multilink" else {}
    table = open_table(floor, crew["manager"], edition, is_physical=True, bots=0, **link)
    page = floor.page(name=crew["dealer"])
    page.set_viewport_size({"width": 1180, "height": 820})
    dealer = RealDealer(page, seed=7)
    dealer.above = {"pit_supervisor": "Petra", "pit_manager": "Cora", "shift_manager": crew["manager"]}
    boss = floor.page(name=crew["manager"]).context.request
    evening = Evening(dealer, boss, table, game)
    evening.count_in()
    open_console(page, table)
    evening.deal(rounds)
    if link:
        meter = boss.get("/api/jackpots/jackpot").json()["display"]
        # 100 % of what the sign shows, and 1 to 1 on the Flop bet of 50 and the Ante of 25 (4.1, 4.2).
        assert evening.hit_the_jackpot() >= meter
    assert len(evening.wrong) == 3
    assert evening.misread
    assert boss.get(f"/api/tables/{table}").json()["rounds"] >= rounds
    evening.chips_agree()
    is_proved(house)


def _at_table(
    floor: Floor, staff: dict[str, str], edition: str, *places: int, language: str = "en"
) -> RealDealer:
    """Guests at a real table, and a dealer with a tablet."""
    table = open_table(floor, staff["manager"], edition, is_physical=True, bots=0)
    page = floor.page(name=staff["dealer"])
    floor.speak(page, language)
    page.set_viewport_size({"width": 1180, "height": 820})
    open_console(page, table)
    dealer = RealDealer(page, seed=1)
    for place in places:
        dealer.seat(place)
    dealer.touches = 0
    return dealer


def _loses_the_network(dealer: RealDealer) -> None:
    dealer.page.context.set_offline(True)
    expect(dealer.page.locator(".real-bar .link")).to_contain_text("No network")


def _is_live(dealer: RealDealer) -> None:
    dealer.page.context.set_offline(False)
    expect(dealer.page.locator(".real-bar .link")).to_have_text("Live")
    dealer.page.locator(".dealer[data-waiting='0']").wait_for()


@pytest.fixture
def poker(floor: Floor, staff: dict[str, str]) -> RealDealer:
    return _at_table(floor, staff, "rws-poker@7", *range(1, 10))


def _blinds_and_deal(dealer: RealDealer) -> None:
    for words in ("blinds", "small blind", "big blind", "Deal the hole cards"):
        _next(dealer, words)


def _next(dealer: RealDealer, words: str) -> None:
    """The one next step, once it says so."""
    expect(dealer.page.locator(".big")).to_contain_text(words, ignore_case=True)
    dealer.touch(".big:enabled")


def _bets(dealer: RealDealer, *places: int) -> None:
    for place in places:
        dealer.touch(f".sq.ci.can[data-place='{place}']")


def _does(dealer: RealDealer, *commands: str) -> None:
    for command in commands:
        dealer.touch(f".sec[data-command='{command}']:enabled")


def _names(dealer: RealDealer, *cards: str) -> None:
    for card in cards:
        dealer.touch(f".k[data-card='{card}']:enabled")


def test_a_round_of_poker_with_nine_seats_takes_few_touches(poker: RealDealer) -> None:
    """33: it took 54 keystrokes for cards without amounts. No Hole Card is entered until it is shown."""
    _blinds_and_deal(poker)
    _does(poker, *["Fold"] * 6, "Call", "Call", "Check")
    _names(poker, "Ts", "Js", "2d")
    _does(poker, *["Check"] * 3)
    _names(poker, "3d")
    _does(poker, *["Check"] * 3)
    _names(poker, "4h")
    _does(poker, *["Check"] * 3)
    poker.touch(".big:enabled")
    _names(poker, "As", "Ks")
    _does(poker, "MuckHand", "MuckHand")
    expect(poker.page.locator(".info")).to_contain_text("Push")
    poker.touch(".big:enabled")
    expect(poker.page.locator(".tbox")).to_contain_text("Between Rounds")
    assert poker.touches <= 35


def test_a_round_of_multi_link_with_four_boxes_takes_few_touches(floor: Floor, staff: dict[str, str]) -> None:
    """14, and one for each card that lies face up: no Hole Card is entered until its hand is turned over."""
    dealer = _at_table(floor, staff, "rws-multilink@3", 1, 3, 4, 5)
    _next(dealer, "Place your bets")
    _bets(dealer, 1, 3, 4, 5)
    _next(dealer, "No more bets")
    _next(dealer, "Deal the hole cards")
    for box in (1, 3, 4, 5):
        _next(dealer, f"Box {box}: bet flop")
    for street in (("Ts", "Js", "2d"), ("3d",)):
        _names(dealer, *street)
        _next(dealer, "All others check")
    cards = ("4h", "9c", "9d", "As", "Ks", "Ah", "Kh", "Ac", "Kc", "8d", "8h")
    _names(dealer, *cards)
    expect(dealer.page.locator(".info")).to_contain_text("Take")
    _next(dealer, "All paid and taken")
    expect(dealer.page.locator(".tbox")).to_contain_text("Between Rounds")
    assert dealer.touches - len(cards) - 4 <= 14


def test_a_round_of_free_bet_with_four_areas_takes_few_touches(floor: Floor, staff: dict[str, str]) -> None:
    """12, and one for each card. The shoe is shuffled once for many Rounds."""
    dealer = _at_table(floor, staff, "mbs-freebet@3", 1, 2, 3, 4)
    _next(dealer, "Shuffle")
    dealer.touches = 0
    _next(dealer, "Place your bets")
    _bets(dealer, 1, 2, 3, 4)
    _next(dealer, "No more bets")
    cards = ("Ts", "9s", "Td", "8d", "6h", "9c", "8c", "Th", "Tc")
    _names(dealer, *cards)
    _next(dealer, "Surrender is closed")
    for area in (1, 2, 3, 4):
        _next(dealer, f"Area {area}: stand")
    _names(dealer, "5c", "Jc")
    expect(dealer.page.locator(".info")).to_contain_text("Take")
    _next(dealer, "All paid and taken")
    expect(dealer.page.locator(".tbox")).to_contain_text("Between Rounds")
    assert dealer.touches - len(cards) - 2 <= 12


def test_a_misread_card_is_taken_back_and_named_again(poker: RealDealer) -> None:
    _blinds_and_deal(poker)
    _does(poker, *["Fold"] * 6, "Call", "Call", "Check")
    _names(poker, "Ts", "Js", "2h")
    board = poker.page.locator(".community playing-card")
    expect(board).to_have_count(3)
    poker.touch(".take-back:enabled")
    expect(board).to_have_count(0)
    _names(poker, "Ts", "Js", "2d")
    expect(board.last).to_have_attribute("data-card", "2d")
    expect(poker.page.locator(".k[data-card='2d']")).to_have_count(0)


def test_amounts_by_chips_and_keys(poker: RealDealer) -> None:
    """The chips that are pushed in add up; f folds, c calls, z takes back, cards are rank then suit."""
    _blinds_and_deal(poker)
    page = poker.page
    page.get_by_role("button", name="+$25", exact=True).click()
    page.get_by_role("button", name="+$5", exact=True).click()
    expect(page.locator(".bet.ghost")).to_contain_text("$30")
    page.keyboard.press("Enter")
    expect(page.locator(".tbox .no")).to_have_text("5")
    page.keyboard.press("f")
    expect(page.locator(".tbox .no")).to_have_text("6")
    page.keyboard.press("z")
    expect(page.locator(".tbox .no")).to_have_text("5")
    for _ in range(8):
        page.keyboard.press("c")
        page.locator(".dealer[data-waiting='0']").wait_for()
        page.wait_for_timeout(60)
    page.locator(".card-keys").wait_for()
    page.keyboard.type("10s js2d", delay=20)
    expect(page.locator(".community playing-card")).to_have_count(3)


def test_what_lies_wrong_is_touched(poker: RealDealer) -> None:
    _blinds_and_deal(poker)
    page = poker.page
    page.get_by_role("button", name="Something went wrong").click()
    everything = page.locator(".trouble-button").count()
    page.locator(".pod[data-place='4']").click()
    expect(page.locator(".touch-it")).to_contain_text("4")
    assert 0 < page.locator(".trouble-button").count() < everything
    page.get_by_role("button", name="Nothing is wrong, play on").click()
    expect(page.locator(".wrong-sheet")).to_have_count(0)


def test_nothing_is_read_off_words(floor: Floor, staff: dict[str, str]) -> None:
    """In Chinese the burn was asked for by name, and no card found its place."""
    dealer = _at_table(floor, staff, "mbs-freebet@3", 1, 2, language="zh")
    dealer.touch(".big:enabled")
    dealer.touch(".big:enabled")
    _bets(dealer, 1, 2)
    dealer.touch(".big:enabled")
    dealer.deal_until(lambda seen: seen["isPad"])
    page = dealer.page
    _names(dealer, "Ts", "9s", "6h")
    expect(page.locator(".ar:has([data-place='1']) .hand playing-card")).to_have_attribute("data-card", "Ts")
    expect(page.locator(".ar:has([data-place='2']) .hand playing-card")).to_have_attribute("data-card", "9s")
    expect(page.locator(".dealers playing-card[data-card='6h']")).to_have_count(1)
    expect(page.locator(".ar:has([data-place='1']) .slot.goal")).to_have_count(1)


def test_what_is_touched_is_found_in_any_language(floor: Floor, staff: dict[str, str]) -> None:
    """Touching the burn listed none of 25 in Chinese."""
    dealer = _at_table(floor, staff, "rws-poker@7", 1, 2, 3, language="zh")
    for _ in range(4):
        dealer.touch(".big:enabled")
    _does(dealer, "Call", "Call", "Check")
    page = dealer.page
    expect(page.locator(".community .slot.goal")).to_have_count(1)
    _names(dealer, "Ts", "Js")
    expect(page.locator(".community playing-card")).to_have_count(2)
    page.locator(".real-bar .wrong").click()
    everything = page.locator(".trouble-button").count()
    for what in ("burnt", "community", "shoe"):
        page.locator(f".{what}.touchable").click()
        assert 0 < page.locator(".trouble-button").count() < everything, what


def test_a_ruling_is_given_once(poker: RealDealer, staff: dict[str, str]) -> None:
    """While it is under way, and until the table shows it, nothing more can be pressed."""
    poker.above = {"shift_manager": staff["manager"]}
    _blinds_and_deal(poker)
    poker.goes_wrong("ReferMatter", "Refer")
    page, given = poker.page, []
    page.route("**/commands", lambda route: given.append(route))
    poker.rule()
    page.wait_for_function("() => !document.querySelector('.B .decision .trouble-one')")
    expect(page.locator(".B .decision .do").first).to_be_disabled()
    given.pop().continue_()
    page.locator(".B ruling-here").wait_for(state="detached")
    assert given == []


def test_without_a_network_entries_are_kept_and_sent_in_order(floor: Floor, poker: RealDealer) -> None:
    floor.expected.append("ERR_INTERNET_DISCONNECTED")
    _blinds_and_deal(poker)
    page = poker.page
    page.context.set_offline(True)
    expect(page.locator(".real-bar .link")).to_contain_text("No network")
    for place in ("4", "5", "6"):
        expect(page.locator(".tbox .no")).to_have_text(place)
        page.keyboard.press("f")
    expect(page.locator(".real-bar .link")).to_contain_text("3 entries wait")
    page.context.set_offline(False)
    expect(page.locator(".real-bar .link")).to_have_text("Live")
    expect(page.locator(".pod.out")).to_have_count(3)
    expect(page.locator(".tbox .no")).to_have_text("7")


def test_what_was_not_sent_yet_is_taken_back_here(floor: Floor, poker: RealDealer) -> None:
    """Undo was off without a network: what nobody else has seen is not sent."""
    floor.expected.append("ERR_INTERNET_DISCONNECTED")
    _blinds_and_deal(poker)
    _loses_the_network(poker)
    page = poker.page
    for place in ("4", "5"):
        expect(page.locator(".tbox .no")).to_have_text(place)
        page.keyboard.press("f")
    page.keyboard.press("z")
    expect(page.locator(".tbox .no")).to_have_text("5")
    page.keyboard.press("c")
    _is_live(poker)
    expect(page.locator(".pod.out")).to_have_count(1)
    expect(page.locator(".pod[data-place='5'] .said")).to_contain_text("call")


def test_without_a_network_the_next_street_can_be_dealt(floor: Floor, poker: RealDealer) -> None:
    """After the flop was named its step still asked for it, and the turn could not be entered."""
    floor.expected.append("ERR_INTERNET_DISCONNECTED")
    for cards in (("Ts", "Js", "2d"), ("3d",), ("4h",)):  # a Round that shows how it goes here
        if cards[0] == "Ts":
            _blinds_and_deal(poker)
            _does(poker, *["Fold"] * 6, "Call", "Call", "Check")
        else:
            _does(poker, *["Check"] * 3)
        _names(poker, *cards)
    _does(poker, *["Check"] * 3)
    poker.touch(".big:enabled")
    _names(poker, "As", "Ks")
    _does(poker, "MuckHand", "MuckHand")
    expect(poker.page.locator(".info")).to_contain_text("Push")
    poker.touch(".big:enabled")
    expect(poker.page.locator(".tbox")).to_contain_text("Between Rounds")
    _blinds_and_deal(poker)
    _does(poker, *["Fold"] * 6, "Call")
    page = poker.page
    expect(page.locator(".tbox .no")).to_have_text("3")
    _loses_the_network(poker)
    for command in ("Call", "Check"):
        page.locator(f".sec[data-command='{command}']").click()
    for card in ("9s", "8s", "7d"):
        page.locator(f".k[data-card='{card}']:enabled").click()
    expect(page.locator(".community playing-card")).to_have_count(3)
    _go_on_to_acts(page)
    for _ in range(3):
        page.locator(".sec[data-command='Check']").click()
    page.locator(".k[data-card='6c']:enabled").click()
    expect(page.locator(".community playing-card")).to_have_count(4)
    _is_live(poker)
    expect(page.locator(".community playing-card")).to_have_count(4)
    expect(page.locator(".problem")).to_have_count(0)


def _go_on_to_acts(page: Page) -> None:
    """Through the steps between a street and its betting."""
    page.locator(".sec[data-command='Check'], .big:enabled").first.wait_for()
    while not page.locator(".sec[data-command='Check']").count():
        page.locator(".big:enabled").click()


def test_what_waits_outlives_the_page_and_the_session(
    floor: Floor, poker: RealDealer, staff: dict[str, str]
) -> None:
    """A reload lost it, and the end of a session settled it as failed. It says when it happened."""
    floor.expected += ["ERR_INTERNET_DISCONNECTED", "401"]
    _blinds_and_deal(poker)
    page = poker.page
    _loses_the_network(poker)
    page.keyboard.press("f")
    kept = page.evaluate("() => Object.entries(localStorage).find(([key]) => key.includes('entries'))[1]")
    assert json.loads(kept)[0]["at"] > 0
    page.context.set_offline(False)
    page.reload()
    expect(page.locator(".pod.out")).to_have_count(1)
    expect(page.locator(".tbox .no")).to_have_text("5")
    _loses_the_network(poker)
    page.keyboard.press("f")
    page.context.clear_cookies(name="croupier")
    page.context.set_offline(False)
    form = page.locator(".sign-again")
    form.get_by_label("Password").fill(PASSWORD)
    expect(page.locator(".pod.out")).to_have_count(1)
    form.get_by_role("button", name="Sign in again").click()
    expect(page.locator(".pod.out")).to_have_count(2)
    expect(form).to_have_count(0)


def test_cards_and_chips_are_touched_where_they_lie(poker: RealDealer) -> None:
    """Fold and call on the felt; a slot that is touched gets the next card; a held card is replaced."""
    _blinds_and_deal(poker)
    page = poker.page
    page.locator(".hole.does").click()
    expect(page.locator(".tbox .no")).to_have_text("5")
    page.locator(".pod[data-place='8']").click()
    expect(page.locator(".beside")).to_contain_text("Seat 8")
    page.locator("[data-beside='forgotten']").click()
    expect(page.locator(".beside")).to_have_count(0)
    page.locator(".bet.does").click()
    expect(page.locator(".tbox .no")).to_have_text("6")
    _does(poker, *["Fold"] * 5, "Call", "Check")
    page.locator(".community [data-slot='3']").click()
    page.locator(".k[data-card='2d']:enabled").click()
    expect(page.locator(".community [data-slot='3'] playing-card")).to_have_attribute("data-card", "2d")
    page.locator(".k[data-card='Ts']:enabled").click()
    expect(page.locator(".community [data-slot='1'] playing-card")).to_have_attribute("data-card", "Ts")
    page.locator(".community [data-slot='3']").click(delay=700)
    page.locator(".k[data-card='3d']:enabled").click()
    expect(page.locator(".community [data-slot='3'] playing-card")).to_have_attribute("data-card", "3d")


def test_a_guest_at_a_game_against_the_house_need_not_be_counted(floor: Floor, staff: dict[str, str]) -> None:
    dealer = _at_table(floor, staff, "mbs-freebet@3", 1)
    dealer.touch(".free[data-place='2']")
    dealer.touch(".ways [data-way='open']")
    dealer.touch(".big:enabled")
    expect(dealer.page.locator(".pod[data-place='2']")).to_contain_text("Guest 2")
    expect(dealer.page.locator(".pod[data-place='2'] .whom b")).to_have_text("$100,000")


def test_single_cards_and_chips_are_touched_and_asked_about_beside_them(poker: RealDealer) -> None:
    _blinds_and_deal(poker)
    _does(poker, *["Fold"] * 6, "Call", "Call", "Check")
    _names(poker, "Ts", "Js", "2d")
    page = poker.page
    expect(page.locator(".community playing-card")).to_have_count(3)
    page.locator(".real-bar .wrong").click()
    everything = page.locator(".trouble-button").count()
    menu = page.locator(".wrong-menu")
    cards = page.locator(".community .lies")
    for what, name in ((cards.nth(1), "jack of spades"), (page.locator(".hole .lies").first, "Seat")):
        what.click()
        expect(page.locator(".touch-it")).to_contain_text(name)
        assert 0 < page.locator(".trouble-button").count() < everything
        assert 1 < menu.get_by_role("button").count() <= 6
        lies, asked = what.bounding_box(), menu.bounding_box()
        assert lies is not None
        assert asked is not None
        assert asked["y"] >= lies["y"] + lies["height"] or asked["y"] + asked["height"] <= lies["y"]
        assert 0 <= asked["x"] <= 1180 - asked["width"]
    menu.get_by_role("button").first.click()
    expect(page.locator(".wrong-sheet .trouble-one")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".potline")).to_be_visible()


def test_a_scanner_shows_whether_it_reads(poker: RealDealer) -> None:
    _blinds_and_deal(poker)
    _does(poker, *["Fold"] * 6, "Call", "Call", "Check")
    page = poker.page
    page.locator(".card-keys").wait_for()
    scanner = page.locator(".real-bar .scanner")
    expect(scanner).to_have_text("Scanner off")
    page.keyboard.type("Ts")
    expect(scanner).to_have_text("Scanner on")
    page.keyboard.type("J")
    expect(page.locator(".goal .half")).to_have_text("J?")
    expect(scanner).to_have_text("Card not read")
    page.keyboard.type("Js")
    expect(scanner).to_have_text("Scanner on")
    expect(page.locator(".community playing-card")).to_have_count(2)


def test_a_session_is_renewed_on_top_of_the_table(poker: RealDealer) -> None:
    """Before it ends, with the Round going on beneath."""
    _blinds_and_deal(poker)
    page = poker.page
    told = {"type": "session", "is_due": True, "due_at": 0, "ends_at": 0, "way": "password"}
    page.evaluate("(told) => document.querySelector('dealer-page').socket.receive(told)", told)
    form = page.locator(".sign-again")
    page.keyboard.press("f")
    expect(page.locator(".tbox .no")).to_have_text("5")
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button", name="Sign in again").click()
    expect(form).to_have_count(0)
    expect(page.locator(".real-bar .link")).to_have_text("Live")
