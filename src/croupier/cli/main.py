"""All commands, mounted. Each module imports what it needs only when it runs, so that help comes at once."""

from typing import Annotated

import typer

from croupier import __version__
from croupier.cli import (
    arena,
    bots,
    envs,
    evidence,
    house,
    languages,
    load,
    people,
    play,
    returns,
    rng,
    run,
    serve,
    simulate,
)
from croupier.cli.console import out, speak_by_locale
from croupier.cli.drafts import Commands
from croupier.cli.mathematics import analysis, counting, jackpot, preflop, rake, review, risk, vulnerability
from croupier.cli.rule_book import rules

# What somebody who types `croupier` alone may want to do first.
_FIRST_STEPS = (
    ("croupier serve --demo --open", "a house with bots, in the browser"),
    ("croupier play mbs-freebet@3", "play at the terminal"),
    ("croupier rules list", "the rule documents executed here"),
    ("croupier rules show rws-poker@7 3.12.3", "one paragraph of one of them"),
    ("croupier edge rws-multilink@3", "what every bet is worth, exactly"),
    ("croupier --help", "all commands"),
    ("croupier --install-completion", "commands complete with the Tab key"),
)

app = Commands(
    name="croupier",
    help="Casino table games, by the book: every decision names its paragraph.",
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def croupier(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    """Casino table games, by the book: every decision names its paragraph."""
    speak_by_locale()
    if version:
        out.print(f"croupier {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        out.print("Casino table games, by the book: every decision names its paragraph.\n")
        wide = max(len(command) for command, _ in _FIRST_STEPS)
        for command, words in _FIRST_STEPS:
            out.print(f"  [bold]{command:<{wide}}[/]  {words}")


app.add_typer(rules.app, name="rules")
app.add_typer(envs.app, name="envs")
app.command("arena", epilog=arena.EXAMPLES)(arena.arena)
app.command("run", epilog=run.EXAMPLES)(run.run)
app.command("play", epilog=play.EXAMPLES)(play.play)
app.command("bots", epilog=bots.EXAMPLES)(bots.bots)
serve.register(app)
house.register(app)
app.add_typer(people.app, name="people")
load.register(app)
app.command("simulate-house", epilog=simulate.EXAMPLES)(simulate.simulate_house)
app.command("returns", epilog=returns.EXAMPLES)(returns.returns)
app.command("evidence", epilog=evidence.EXAMPLES)(evidence.evidence)
app.command("languages", epilog=languages.EXAMPLES)(languages.languages)
analysis.register(app)
app.command("counting", epilog=counting.EXAMPLES)(counting.counting)
app.command("review", epilog=review.EXAMPLES)(review.review)
app.command("rake", epilog=rake.EXAMPLES)(rake.rake)
app.command("preflop", epilog=preflop.EXAMPLES)(preflop.preflop)
app.command("risk", epilog=risk.EXAMPLES)(risk.risk)
app.command("jackpot", epilog=jackpot.EXAMPLES)(jackpot.jackpot)
app.command("vulnerability", epilog=vulnerability.EXAMPLES)(vulnerability.vulnerability)
app.command("rng", epilog=rng.EXAMPLES)(rng.rng)
