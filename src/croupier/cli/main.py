"""All commands, mounted. Each module imports what it needs only when it runs, so that help comes at once."""

from croupier.cli import analysis, bots, house, load, play, returns, risk, rules, run, serve
from croupier.cli.drafts import Commands

app = Commands(
    name="croupier",
    help="Casino table games, by the book: every decision names its paragraph.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.add_typer(rules.app, name="rules")
app.command("run", epilog=run.EXAMPLES)(run.run)
app.command("play", epilog=play.EXAMPLES)(play.play)
app.command("bots", epilog=bots.EXAMPLES)(bots.bots)
serve.register(app)
house.register(app)
load.register(app)
app.command("returns", epilog=returns.EXAMPLES)(returns.returns)
analysis.register(app)
app.command("risk", epilog=risk.EXAMPLES)(risk.risk)
