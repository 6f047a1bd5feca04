"""axe looks at a page, in light on a desktop and in dark on a phone."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.web.conftest import SIZES

_AXE = Axe().axe_script
# What another size and other colours can change. The rest has been looked at once.
_BY_LOOK = (
    "aria-hidden-focus",
    "button-name",
    "color-contrast",
    "link-name",
    "link-in-text-block",
    "scrollable-region-focusable",
)


def _faults(page: Page, rules: tuple[str, ...] = ()) -> list[str]:
    # Naming everything that is well takes longer than looking.
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = {"type": "rule", "values": list(rules)}
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_AXE)
    found = page.evaluate("(options) => axe.run(options)", options)["violations"]
    return [
        f"{fault['id']}: {node['html'][:200]} {node.get('failureSummary', '')[:200]}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"][:3]
    ]


def faults_in_all_looks(page: Page) -> list[str]:
    """Faults in light on a desktop and in dark on a phone."""
    page.set_viewport_size(SIZES["desktop"])
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    found = _faults(page)
    page.set_viewport_size(SIZES["phone"])
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    return found + _faults(page, _BY_LOOK)
