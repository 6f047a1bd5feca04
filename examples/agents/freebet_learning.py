"""Learn Free Bet Blackjack from nothing, on a batch of tables, and measure what was learned exactly.

    python examples/agents/freebet_learning.py --decisions 2e8 --curve curve.svg

`croupier.envs.charted` learns with a table of values, in NumPy. The strategy is then judged not by more games
but by the exact mathematics of `croupier.analysis`: what it loses per unit wagered, beside the best there is.
"""

import argparse
from pathlib import Path

from croupier.envs.charted import curve, optimum


def draw(found: list[tuple[int, float]], best: float, path: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4))
    axes = figure.subplots()
    axes.plot([at for at, _ in found], [100 * (best - value) for _, value in found], marker="o")
    axes.axhline(0.1, color="#888", linewidth=0.8, linestyle="--", label="0.1%")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("decisions")
    axes.set_ylabel("percent of the wager lost to the exact optimum")
    axes.legend(frameon=False)
    figure.savefig(path, bbox_inches="tight")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--decisions", type=float, default=2e8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path)
    asked = parser.parse_args()
    best = optimum()
    print(f"exact optimum {best:+.4%} of the wager")
    found = []
    for at, value in curve(asked.decisions, asked.seed):
        found.append((at, value))
        print(f"{at:>13,} decisions: {value:+.4%}, {best - value:.4%} from the optimum", flush=True)
    if asked.curve:
        draw(found, best, asked.curve)


if __name__ == "__main__":
    main()
