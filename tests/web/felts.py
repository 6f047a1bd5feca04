"""The felt as it should look: boxes, a picture of a few hundred dots, the colour of each card.

After a change that was meant, `python -m tests.web.felts` draws the kept positions and keeps how they look.
"""

import io
import json
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image, ImageStat
from playwright.sync_api import Page, sync_playwright

from tests.web.conftest import CHROMIUM, CHROMIUM_ARGUMENTS, Floor
from tests.web.house import HouseProcess

FOLDER = Path(__file__).parent / "felt"
GAMES = ("poker", "multilink", "freebet")
# The three shapes of the felt, without the dock.
SHAPES = {"desk": (1108, 724), "phone": (390, 584), "landscape": (844, 322)}
DOTS = (36, 24)
Boxes = dict[str, list[list[int]]]  # by what it is: left, top, width, height; or red, green, blue

_DRAW = """async ({scene, tag}) => {
  document.body.innerHTML = "";
  await import("/layouts/index.js");
  await (await import("/core/late.js")).fetched(tag);
  const host = document.createElement("div");
  host.style = "position: fixed; inset: 0";
  const felt = document.createElement(tag);
  felt.className = "layout";
  felt.style = "width: 100%; height: 100%; aspect-ratio: auto";
  felt.scene = scene;
  host.append(felt);
  document.body.append(host);
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  for (let count = 0; count < 4; count += 1) await frame();
  const found = {};
  const kept = ".card, .slot, .spot, .plate, .board, .dealer-hand, .meter, .shoe, .tray, .mark, .hand";
  for (const one of felt.querySelectorAll(kept)) {
    const {x, y, width, height} = one.getBoundingClientRect();
    if (!width) continue;
    const whose = one.closest("li")?.getAttribute("class") ?? "felt";
    const name = `${whose} ${[...one.classList].join(".")}`;
    (found[name] ??= []).push([x, y, width, height].map(Math.round));
  }
  // How large words are is up to the fonts; where they stand is not.
  for (const one of felt.querySelectorAll(".free, .bet, .said, .total, .street, .potline, .head, .stake")) {
    const {x, y, width, height} = one.getBoundingClientRect();
    if (!width) continue;
    const name = `middle of ${one.closest("li")?.getAttribute("class") ?? "felt"} ${one.classList[0]}`;
    (found[name] ??= []).push([x + width / 2, y + height / 2].map(Math.round));
  }
  return found;
}"""


def scene(game: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{game}.json").read_text())
    return found


def drawn(
    page: Page, game: str, shape: str, what: dict[str, Any] | None = None
) -> tuple[Boxes, Image.Image, Boxes]:
    """Boxes of all whose size does not hang on a font, a coarse picture, what colour each card is."""
    width, height = SHAPES[shape]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.goto("about:blank")  # the address stays the same: without this nothing would be loaded anew
    page.goto("/#/nowhere")
    page.locator("main h1").wait_for()
    boxes = page.evaluate(_DRAW, {"scene": what or scene(game), "tag": f"{game}-layout"})
    with Image.open(io.BytesIO(page.screenshot())) as shot:
        whole = shot.convert("RGB")
        return boxes, whole.resize(DOTS, Image.Resampling.BOX), _colours(whole, boxes)


def _colours(whole: Image.Image, boxes: Boxes) -> Boxes:
    """On the average: a card is too small for the coarse picture, and nothing on it hangs on a font."""
    cards = {name: places for name, places in boxes.items() if " card." in name}
    return {
        name: [
            [round(shade) for shade in ImageStat.Stat(whole.crop((x, y, x + width, y + height))).mean]
            for x, y, width, height in places
        ]
        for name, places in cards.items()
    }


def _keep(name: str, found: dict[str, Boxes]) -> None:
    lines = json.dumps(found, sort_keys=True).replace("]], ", "]],\n")
    (FOLDER / name).write_text(lines + "\n")


def main() -> None:
    with tempfile.TemporaryDirectory() as store, sync_playwright() as playwright:
        house = HouseProcess(Path(store)).open()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        floor = Floor(browser, house.address)
        try:
            page = floor.page()
            for game in GAMES:
                boxes, colours = {}, {}
                for shape in SHAPES:
                    boxes[shape], picture, colours[shape] = drawn(page, game, shape)
                    picture.save(FOLDER / f"{game}-{shape}.png")
                _keep(f"{game}-boxes.json", boxes)
                _keep(f"{game}-colours.json", colours)
        finally:
            floor.close()
            browser.close()
            house.close()


if __name__ == "__main__":
    main()
