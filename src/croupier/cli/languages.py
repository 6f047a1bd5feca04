"""`croupier languages`: how much each language says, and what it leaves in English."""

from typing import Annotated

import typer

from croupier.cli.console import fail, out

EXAMPLES = "croupier languages\n\ncroupier languages ms\n\ncroupier languages --update"


def languages(
    name: Annotated[str, typer.Argument(help="A language: what it leaves in English.")] = "",
    update: Annotated[
        bool, typer.Option("--update", help="Bring the catalogues of the games in CROUPIER_GAMES up to date.")
    ] = False,
) -> None:
    """Count the sentences that each language says, and those left in English, of guests too."""
    from croupier.cli import extracting
    from croupier.languages import names, templates, translations

    guests = extracting.guests()
    if update:
        for path, body in (each for guest in guests for each in extracting.catalogues_of(guest)):
            path.write_bytes(body)
            typer.echo(path)
        return
    if name and name not in names()[1:]:
        raise fail(f"there is no {name!r}; there are {', '.join(names()[1:])}")
    there = templates().union(*map(extracting.templates, guests))
    left = {each: sorted(there - translations(each).keys()) for each in names()[1:]}
    if name:
        for template in left[name]:
            typer.echo(template)
        return
    for each, missing in left.items():
        said = len(there) - len(missing)
        out.print(f"{each}  {said} of {len(there)} said, {len(missing)} in English")
