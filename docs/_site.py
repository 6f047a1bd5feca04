"""What the site has besides docs/: pages of the repository's root, deploy/, and a generated reference."""

import re
from collections.abc import Iterator
from pathlib import Path

import typer
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from croupier.cli import app
from croupier.games import GAMES
from croupier.rulebook import Edition, library

ROOT = Path(__file__).parents[1]
PAGES = ("ARCHITECTURE.md", "CONTRIBUTING.md", "CODE_OF_CONDUCT.md", "SECURITY.md", "CHANGELOG.md")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for name in PAGES:
        text = (ROOT / name).read_text().replace("](docs/", "](").replace("](README.md)", "](index.md)")
        files.append(File.generated(config, name, content=text))
    files.append(File.generated(config, "LICENSE", content=(ROOT / "LICENSE").read_text()))
    for path in sorted((ROOT / "deploy").iterdir()):
        files.append(File.generated(config, f"deploy/{path.name}", content=path.read_text()))
    files.append(File.generated(config, "reference/commands.md", content="\n".join(_commands())))
    files.append(File.generated(config, "reference/phrases.md", content="\n".join(_phrases())))
    for edition in library().editions():
        name = f"reference/editions/{edition.id}.md"
        files.append(File.generated(config, name, content="\n".join(_edition(edition))))
    return files


def on_page_markdown(markdown: str, **_: object) -> str:
    """Links to what lies beside docs/ in the repository lead to its copy in the site."""
    markdown = markdown.replace("](../deploy)", "](deploy/house.toml)").replace("](../deploy/", "](deploy/")
    return re.sub(r"\]\(\.\./([A-Z_]+\.md)", r"](\1", markdown)


def _commands() -> Iterator[str]:
    """Every command with its options, from the program itself."""
    yield "# Commands\n\nGenerated from the program; `croupier COMMAND --help` says the same.\n"

    def walk(command: typer.core.TyperCommand, path: str) -> Iterator[str]:
        for name, each in getattr(command, "commands", {}).items():
            if not hasattr(each, "commands"):
                yield f"## {path} {name}\n\n{_plain(each.help)}\n"
                yield from _parameters(each)
            yield from walk(each, f"{path} {name}")

    yield from walk(typer.main.get_command(app), "croupier")


def _parameters(command: typer.core.TyperCommand) -> Iterator[str]:
    yield "| | |\n|---|---|"
    for each in command.params:
        names = (
            ", ".join(f"`{name}`" for name in each.opts if name.startswith("-"))
            or f"`{(each.name or '').upper()}`"
        )
        yield f"| {names} | {_plain(getattr(each, 'help', None))} |"
    yield ""


def _plain(text: str | None) -> str:
    return " ".join(re.sub(r"\[/?[a-z]*\]", "", text or "").replace("|", "\\|").split())


def _phrases() -> Iterator[str]:
    """What people say at a table, as scenarios, the terminal and transcripts use it."""
    yield "# Phrases\n\nWhat is said at a table: in scenarios, at the terminal and in transcripts.\n"
    for name, game in sorted(GAMES.items()):
        yield f"## {name}\n\n| phrase | command |\n|---|---|"
        for kind in game().commands:
            yield from (f"| `{phrase}` | {kind.__name__} |" for phrase in kind.words)
        yield ""


def _edition(edition: Edition) -> Iterator[str]:
    """A rule book in our own words: paragraphs with their rule keys, then what the House may set."""
    yield f"# {edition.id}\n\nEvery paragraph in our own words, with the keys by which it is cited.\n"
    yield "| paragraph | gist | rule keys |\n|---|---|---|"
    keys: dict[str, list[str]] = {}
    for key, numbers in edition.rules.items():
        for number in numbers:
            keys.setdefault(number, []).append(key)
    for number, paragraph in edition.paragraphs.items():
        cited = ", ".join(f"`{key}`" for key in keys.get(number, ()))
        yield f"| {number} | {_plain(paragraph.gist)} | {cited} |"
    yield "\n## Settings of the House\n\n| setting | default | meaning |\n|---|---|---|"
    for name, setting in edition.settings.items():
        yield f"| `{name}` | {setting.default} | {_plain(setting.words)} |"
    yield ""
