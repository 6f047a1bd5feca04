"""`python -m croupier` is `croupier`."""

from croupier.cli import app

app(prog_name="croupier")
