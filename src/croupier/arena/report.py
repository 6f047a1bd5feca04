"""What came of an arena: a ratings table, and one HTML page with plots that needs nothing else."""

import html
import io
from collections.abc import Sequence
from itertools import accumulate
from math import sqrt

from msgspec import Struct

from croupier.arena.match import AgentResults


class Rating(Struct, frozen=True):
    """An agent against all the others: Big Blinds a hundred hands, and half of the 95% interval."""

    name: str
    per_hundred: float
    error: float
    raw: float
    hands: int


def ratings(matches: Sequence[Sequence[AgentResults]]) -> list[Rating]:
    """The mean over an agent's matches, the best first."""
    by_name: dict[str, list[AgentResults]] = {}
    for match in matches:
        for standing in match:
            by_name.setdefault(standing.name, []).append(standing)
    found = []
    for name, standings in by_name.items():
        hands = sum(each.hands for each in standings)
        mean = sum(each.mean for each in standings) / len(standings)
        error = sqrt(sum(each.error**2 for each in standings)) / len(standings)
        raw = sum(each.raw for each in standings) / max(hands, 1)
        found.append(Rating(name, 100 * mean, 100 * error, 100 * raw, hands))
    return sorted(found, key=lambda each: -each.per_hundred)


def page(title: str, matches: Sequence[Sequence[AgentResults]], described: dict[str, str]) -> str:
    """The report as HTML."""
    rows = "".join(
        f"<tr><td>{at}</td><td>{html.escape(each.name)}</td><td>{each.per_hundred:+.1f}</td>"
        f"<td>± {each.error:.1f}</td><td>{each.raw:+.1f}</td><td>{each.hands:,}</td></tr>"
        for at, each in enumerate(ratings(matches), start=1)
    )
    facts = "".join(f"<dt>{html.escape(k)}</dt><dd>{html.escape(v)}</dd>" for k, v in described.items())
    plots = "".join(f"<figure>{_svg(match)}</figure>" for match in matches)
    return f"""<!doctype html><html lang="en"><meta charset="utf-8"><title>{html.escape(title)}</title>
    <meta name="viewport" content="width=device-width"><style> body {{ font: 16px/1.5 system-ui, sans-serif;
    max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }} table {{ border-collapse: collapse; }} td, th
    {{ padding: .3rem .8rem; text-align: right; border-bottom: 1px solid #ccc; }} td:nth-child(2),
    th:nth-child(2) {{ text-align: left; }} dt {{ font-weight: 600; }} figure {{ margin: 1rem 0; }} svg {{
    max-width: 100%; height: auto; }}</style> <h1>{html.escape(title)}</h1>
    <table><tr><th></th><th>Agent</th><th>BB/100</th><th>95%</th><th>as the cards
    fell</th><th>Hands</th></tr>{rows}</table> <p>Every deal was played once for each way to seat the
    agents. Where all chips were in before the river, the expectation over the cards to come
    counts.</p>{plots}<dl>{facts}</dl></html>
"""


def _svg(match: Sequence[AgentResults]) -> str:
    """What each agent has won so far, deal by deal, with the 95% band of the end."""
    import matplotlib as mpl

    mpl.use("svg")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 3.6))
    axes = figure.subplots()
    for standing in match:
        seats = standing.hands / max(len(standing.deals), 1)
        sums = list(accumulate(standing.deals))
        step = max(len(sums) // 500, 1)
        at = [seats * (place + 1) for place in range(0, len(sums), step)]
        drawn = axes.plot(at, sums[::step], label=standing.name)[0]
        if len(standing.deals) > 1:
            reach = standing.error * standing.hands
            axes.fill_between(
                [0, standing.hands],
                [0, sums[-1] - reach],
                [0, sums[-1] + reach],
                alpha=0.12,
                color=drawn.get_color(),
            )
    axes.axhline(0, color="#888", linewidth=0.8)
    axes.set_xlabel("hands")
    axes.set_ylabel("Big Blinds won")
    axes.set_title(" against ".join(each.name for each in match))
    axes.legend(loc="upper left", frameon=False)
    text = io.StringIO()
    figure.savefig(text, format="svg", bbox_inches="tight")
    return text.getvalue()[text.getvalue().index("<svg") :]
