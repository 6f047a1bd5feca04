"""`croupier languages`: how much each language says, and what it leaves in English."""

from typing import Annotated

import typer

from croupier.cli.console import fail, out

EXAMPLES = "croupier languages\n\ncroupier languages ms"


def languages(
    name: Annotated[str, typer.Argument(help="A language: what it leaves in English.")] = "",
) -> None:
    """Count the sentences that each language says; the others are said in English."""
    from croupier.languages import names, translations, untranslated

    if name and name not in names()[1:]:
        raise fail(f"there is no {name!r}; there are {', '.join(names()[1:])}")
    if name:
        for template in untranslated(name):
            typer.echo(template)
        return
    for each in names()[1:]:
        said, left = len(translations(each)), len(untranslated(each))
        out.print(f"{each}  {said} of {said + left} said, {left} in English")
