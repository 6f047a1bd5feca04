"""What a button shows, what a press of it sends and what the house books are one amount, in every game."""

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.patience import PATIENCE_S
from tests.web.conftest import Floor
from tests.web.playing import NEWEST_FIRST, open_practice

# Everything that goes over the table socket, in both directions.
_LISTEN = """
window.sent = []; window.got = [];
const Plain = WebSocket;
window.WebSocket = class extends Plain {
  constructor(...all) {
    super(...all);
    this.addEventListener("message", (event) => window.got.push(JSON.parse(event.data)));
  }
  send(text) {
    window.sent.push(JSON.parse(text));
    super.send(text);
  }
};
"""
# Buttons of the dock, and one's own spots where bets are laid: the one that was pressed least.
_OFFERED = """(pressed) => {
  const dock = document.querySelector(".dock:not([data-busy=true])");
  if (!dock) return null;
  const rule = document.querySelector(".decision.yours button.do:enabled");
  if (rule) return "rule";
  const spots = dock.matches(".betting") ? [...document.querySelectorAll(".you .spot.can:not(.filled)")] : [];
  const all = [...dock.querySelectorAll(".do:enabled, .same:enabled, .doubled:enabled"), ...spots];
  const name = (one) => one.dataset.command ?? one.className;
  const least = (one) => pressed[name(one)] ?? 0;
  return all.sort((one, other) => least(one) - least(other)).map(name)[0] ?? null;
}"""
# Some other size than the first, if there is one to choose; then a press, and another where it asks for it.
_PRESS = """async ([name, count]) => {
  const find = () => [...document.querySelectorAll(".dock .do:enabled, .dock .act:enabled, .you .spot.can")]
    .find((one) => (one.dataset.command ?? one.className) === name);
  const shown = (one) => one.querySelector(one.matches(".do") ? "span" : "small")?.textContent ?? "";
  const drawn = () => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
  let button = find();
  if (!button) return null;
  if (["bet", "raise", "double", "insure"].includes(button.dataset.purpose)) {
    const sizes = [...document.querySelectorAll(".dock .presets button")].slice(0, 4);
    sizes[(count + 1) % (sizes.length || 1)]?.click();
    await drawn();
    button = find();
    if (!button) return null;
  }
  const before = {sent: window.sent.length, got: window.got.length, words: shown(button), size: sizeOf()};
  function sizeOf() { return document.querySelector(".dock .typed")?.value ?? ""; }
  const isSpot = button.matches(".spot");
  button.click();
  await drawn();
  for (let turn = 0; turn < 10 && window.sent.length === before.sent; turn += 1) {
    document.querySelector(".dock .armed:enabled")?.click();
    await drawn();
  }
  const form = document.querySelector(".dock-sheet button[type=submit]:enabled");
  if (form) return {...before, isForm: true};
  return {...before, isSpot};
}"""
_ANSWERED = """({sent, got}) => {
  const given = window.sent.slice(sent).filter(({type}) => type === "command");
  const answers = window.got.slice(got).filter(({type}) => type === "ack" || type === "refused");
  const seqs = window.got.slice(got).filter(({type}) => type === "events").map(({seq}) => seq);
  const isTold = answers.every((answer) => answer.type === "refused" || Math.max(...seqs) >= answer.seq);
  return given.length > 0 && answers.length === given.length && isTold;
}"""
# Several bets go one after the other, until one is refused or bets are closed.
_ALL_SENT = """([{sent, got}, shown]) =>
  window.sent.slice(sent).reduce((sum, {command}) => sum + (command?.amount ?? 0), 0) === shown
  || window.got.slice(got).some(({type}) => type === "refused")
  || !document.querySelector(".dock.betting")"""
_HEARD = """({sent, got}) => ({
  given: window.sent.slice(sent).filter(({type}) => type === "command"),
  answers: window.got.slice(got).filter(({type}) => type === "ack" || type === "refused"),
  events: window.got.slice(got).flatMap(({events}) => events ?? []),
  you: document.querySelector("table-page").scene.you,
})"""
_SEEN = """() => {
  const {view, you} = document.querySelector("table-page").scene;
  return view.seats?.[you.place]?.bet ?? 0;
}"""
_PRESSES = 45


def cents(text: str) -> int | None:
    """The amount in a button's words, if there is one."""
    found = re.search(r"\$([\d,]+)(?:\.(\d\d))?", text)
    return None if found is None else int(found[1].replace(",", "")) * 100 + int(found[2] or 0)


@pytest.mark.parametrize("edition", NEWEST_FIRST)
def test_what_is_shown_is_sent_and_booked(floor: Floor, edition: str) -> None:
    page = floor.page()
    page.add_init_script(_LISTEN)
    open_practice(floor, page, edition)
    pressed: dict[str, int] = {}
    compared: set[str] = set()
    end = time.monotonic() + PATIENCE_S
    while sum(pressed.values()) < _PRESSES and time.monotonic() < end:
        name = page.wait_for_function(_OFFERED, arg=pressed, polling=20).json_value()
        if name == "rule":
            page.locator(".decision.yours button.do:enabled").first.click()
            continue
        pressed[name] = pressed.get(name, 0) + 1
        had = page.evaluate(_SEEN)
        press = page.evaluate(_PRESS, [name, pressed[name]])
        if press is None or press.get("isForm"):
            page.keyboard.press("Escape")
            continue
        if _compare(page, name, press, had):
            compared.add(name)
    assert len(compared) >= 4, f"only {compared} of {pressed}"


def _compare(page: Page, name: str, press: dict[str, Any], had: int) -> bool:
    """Whether something was given and taken; then it is what was shown."""
    if not page.evaluate("({sent}) => window.sent.slice(sent).some(({type}) => type === 'command')", press):
        return False  # it was gone before it was pressed
    page.wait_for_function(_ANSWERED, arg=press, polling=20)
    shown, is_single = cents(press["words"]), re.fullmatch(r"\w+", name) is not None
    if not is_single and shown:
        page.wait_for_function(_ALL_SENT, arg=[press, shown], polling=20)
    page.wait_for_function(_ANSWERED, arg=press, polling=20)
    heard = page.evaluate(_HEARD, press)
    if any(answer["type"] == "refused" for answer in heard["answers"]):
        return False  # the table had moved on
    given = [message["command"] for message in heard["given"]]
    if is_single:  # a blind may have been posted by itself since
        given = [command for command in given if command["type"] == name]
    booked = _booked(heard, {command["type"] for command in given})
    asked = sum(command.get("amount", 0) for command in given)
    if not is_single and shown != asked and not page.locator(".dock.betting").count():
        return False  # bets were closed in the middle of it
    where = f"{name} shows {press['words']!r}, {given} were sent, {booked} booked"
    if press.get("isSpot"):
        assert booked > 0, where
        assert asked in (0, booked), where
    elif shown is None:
        assert asked == 0, where
        assert booked <= 0, where  # a surrender brings half of it back
    else:
        assert shown in (booked, booked + had), where  # what one raises to counts what lies there already
        assert asked in (0, shown), where
    if press["size"] and shown is not None and asked:
        assert cents(press["size"]) == shown, where
    return True


def _booked(heard: dict[str, Any], commands: set[str]) -> int:
    """What left one's own chips by one's own commands."""
    own = f"stack/{heard['you']['place']}"
    return sum(
        transfer["cents"] * ((transfer["source"] == own) - (transfer["target"] == own))
        for each in heard["events"]
        if each["by"]["id"] == heard["you"]["id"] and each["command"] in commands
        for transfer in each["transfers"]
        if not each.get("ends_round")
    )
