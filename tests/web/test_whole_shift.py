"""A shift from the opening counts to the hand-over, at a virtual and at a physical table of each game."""

import subprocess
import sys

import pytest
from playwright.sync_api import Page, expect

from tests.web.cage import ask, balance, count_in, make_chips, move_chips
from tests.web.conftest import Floor
from tests.web.house import HouseProcess
from tests.web.real import RealDealer, open_console
from tests.web.staff import open_table

pytestmark = pytest.mark.soak  # a whole shift

_SITE = {"X-Croupier": "1"}
# One player at Multi-Link: two cards and the Flop give a straight flush; nobody names a Burnt Card.
_STRAIGHT_FLUSH = ("9s", "8s", "Qs", "Js", "Ts")


@pytest.mark.parametrize("edition", ["rws-poker@7", "rws-multilink@3", "mbs-freebet@3"])
def test_a_shift_is_worked_from_the_opening_counts_to_the_hand_over(
    floor: Floor, house: HouseProcess, crew: dict[str, str], edition: str
) -> None:
    game = edition.partition("@")[0].replace("-", " ")
    chips, on_screen, on_felt = (f"{each} of {game}" for each in ("Chips", "Screen", "Felt"))
    is_linked = edition.startswith("rws-multilink")
    boss, pit, cashier = (floor.page(name=name) for name in (crew["manager"], "Petra", "Cora"))
    dealer = floor.page(name=crew["dealer"])
    link = _link(boss) if is_linked else ""
    more = {"link": link} if is_linked else {}
    virtual = open_table(floor, crew["manager"], edition, title=on_screen, bots=3)
    physical = open_table(
        floor, crew["manager"], edition, is_physical=True, title=on_felt, bots=0 if is_linked else 2, **more
    )
    make_chips(boss, edition.replace("@", "-"), chips)
    count_in(pit, on_screen, chips)
    count_in(pit, on_felt, chips)

    # Play: bots at the screen, a dealer with cards at the felt.
    player = _guest(floor, f"Julia {game}")
    if is_linked:
        _win_a_large_prize(floor, boss, dealer, player, link, physical)
    else:
        open_console(dealer, physical)
        RealDealer(dealer).deal_round()
    _wait_for_rounds(boss, virtual)
    move_chips(dealer, pit, cashier, virtual, "fill")
    move_chips(dealer, pit, cashier, physical, "fill" if is_linked else "credit")

    # The window: 200 in by mistake, and taken back. The player sets a limit.
    before = balance(player.request)
    person = player.request.get("/api/me").json()["id"]
    cashier.goto(f"/#/cashier?person={person}")
    ask(cashier, "200", f"for {game}", "Pay in")
    cashier.get_by_role("button", name="Confirm").click()
    wrong = cashier.locator("tr[data-receipt]", has_text=f"for {game}").first
    wrong.wait_for()
    number = wrong.get_attribute("data-receipt")
    assert balance(player.request) == before + 200_00
    cashier.get_by_role("button", name=f"Take back receipt {number}").click()
    cashier.get_by_label("Why is it taken back?").fill("another player")
    cashier.get_by_role("button", name="Book the reversal").click()
    expect(cashier.locator(f"tr[data-receipt='{number}']")).to_contain_text("taken back by")
    assert balance(player.request) == before
    player.goto("/#/account")
    player.get_by_role("link", name="Your limits and sessions").click()
    loss = player.locator("section", has=player.get_by_role("heading", name="Loss a day"))
    loss.get_by_label("Dollars").fill("500")
    loss.get_by_role("button", name="Set").click()
    expect(loss).to_contain_text("$500 a day")

    # The rack of the felt is short of five chips of 1; that of the screen cannot be.
    pit.goto("/#/cage")
    rack = pit.locator(f".table-rack[data-table='{physical}']")
    if is_linked:  # a prize of 5,000.10 from a rack of 3,000
        expect(rack).to_contain_text("needs a fill")
        expect(rack).to_contain_text("jackpots paid $5,000.10")
    else:
        due = pit.request.get("/api/cage").json()
        dollars = next(each["rack"] for each in due["racks"] if each["table"] == physical) // 100
        rack.get_by_text("Count the rack").click()
        form = rack.locator("form", has=pit.get_by_role("button", name="Book the count"))
        form.get_by_label("$1", exact=True).fill(str(dollars - 5))
        form.get_by_label("Why, if it does not match").fill("chips rolled away")
        form.get_by_role("button", name="Book the count").click()
        expect(rack).to_contain_text("−$5 that play does not explain")
    expect(pit.locator(f".table-rack[data-table='{virtual}']")).to_contain_text("Play explains all of it")

    # The log book and the hand-over.
    pit.goto("/#/pit/staff")
    pit.get_by_label("Kind").select_option("incident")
    pit.get_by_label("What happened").fill(f"Chips are missing at {on_felt}")
    pit.get_by_role("button", name="Write it down").click()
    expect(pit.locator(".entries")).to_contain_text(f"Chips are missing at {on_felt}")
    pit.get_by_role("link", name="Hand-over").click()
    expect(pit.locator(".entries")).to_contain_text(f"Chips are missing at {on_felt}")
    tables = pit.get_by_role("region", name="Tables")
    for title in (on_screen, on_felt):
        expect(tables).to_contain_text(title, ignore_case=True)
    expect(pit.locator(".happened")).to_contain_text("another player")
    _audit(house)


def _guest(floor: Floor, name: str) -> Page:
    page = floor.page()
    assert page.request.post("/api/demo", data={"name": name}, headers=_SITE).ok
    page.add_init_script("localStorage.setItem('croupier.signed-in', 'yes')")
    return page


def _link(boss: Page) -> str:
    """A jackpot at its reset value of 50,000, whose prizes of 4,000 and more are checked."""
    made = boss.request.post("/api/jackpots", data={"game": "rws-multilink", "title": "Shift"}, headers=_SITE)
    link: str = made.json()["id"]
    boss.goto(f"/#/pit/link/{link}")
    boss.get_by_role("button", name="Check prizes of").click()
    boss.locator("option-form input[type=text]").first.fill("4,000")
    boss.get_by_role("textbox", name="Reason, for the record").fill("rule of the house")
    boss.locator("option-form button[type=submit]").click()
    boss.locator("option-form").wait_for(state="detached")
    return link


def _win_a_large_prize(floor: Floor, boss: Page, dealer: Page, player: Page, link: str, table: str) -> None:
    """A straight flush is a tenth of the meter: 50,000, and 1 of her bet of 5 (20%), so 5,000.10."""
    player.goto(f"/#/table/{table}?sit=yes")
    player.get_by_role("button", name="Sit down").click()
    player.locator(".felt .you").first.wait_for(state="attached")
    open_console(dealer, table)
    cards = iter((*_STRAIGHT_FLUSH, "3c", "3d", "4c", "4d", "5c", "5d", "6h", "7h", "8h"))
    at_the_felt = RealDealer(dealer, cards=cards)
    at_the_felt.is_alone = False
    at_the_felt.deal_until(lambda _: player.locator(".you .spot.ante.can").count())
    for spot in ("ante", "progressive"):
        player.locator(f".you .spot.{spot}.can").click()
        player.locator(f".you .spot.{spot}.filled").wait_for()
    at_the_felt.deal_until(lambda _: _plays_on(player) or _is_checked(boss, link))
    check = boss.get_by_role("button", name="Check the prize of box")
    boss.goto(f"/#/pit/link/{link}")
    check.click()
    for field, words in (
        ("Cards", "9s 8s with Qs Js Ts"),
        ("Deck", "52, all there"),
        ("Witnesses", "Petra, camera 4"),
    ):
        boss.get_by_label(field, exact=True).fill(words)
    boss.locator("option-form button[type=submit]").click()
    wins = boss.locator("section[aria-labelledby=wins]")
    expect(wins).to_contain_text("straight flush", ignore_case=True)
    expect(wins).to_contain_text("$5,000.10")


def _plays_on(player: Page) -> bool:
    """She looks and folds: her jackpot bet is alive without the hand."""
    player.evaluate(
        """() => {
          const liked = ["Ready", "LookAtHand", "PlayOn", "Fold"];
          for (const name of liked) {
            const found = document.querySelector(`.dock .do[data-command="${name}"]:enabled`);
            if (found) return found.click();
          }
        }"""
    )
    return False


def _is_checked(boss: Page, link: str) -> bool:
    options = boss.request.get(f"/api/jackpots/{link}/options").json()["options"]
    return any(each["words"].startswith("check the prize") for each in options)


def _wait_for_rounds(page: Page, table: str) -> None:
    page.wait_for_function(
        """async (table) => {
          const hold = await (await fetch(`/api/reports/hold?table=${table}&by=table`)).json();
          return hold.lines.some((line) => line.rounds >= 3);
        }""",
        arg=table,
        polling=500,
    )


def _audit(house: HouseProcess) -> None:
    """The journal alone proves every count, booking and total of the shift."""
    command = [sys.executable, "-m", "croupier", "audit", "--config", str(house.config)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
