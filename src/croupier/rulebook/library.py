"""Where editions are found, and which one is in force."""

import os
from datetime import datetime
from functools import cache
from pathlib import Path

from croupier.languages import PSEUDO
from croupier.languages.pseudo import decorated
from croupier.rulebook.edition import Edition
from croupier.rulebook.errors import EditionError, RulebookError, UnknownKeyError, suggest
from croupier.rulebook.load import load_edition, read_effective
from croupier.rulebook.translation import read_words, texts, translated

SHIPPED = Path(__file__).parent / "editions"
EDITIONS = "CROUPIER_EDITIONS"
"""Names the folders of drafts in the environment, separated as in PATH."""


class Library:
    """Editions in one or more directories, each file read when it is first asked for."""

    def __init__(self, *directories: Path, shipped: bool = True) -> None:
        self._directories: list[Path] = []
        self._files: dict[str, Path] = {}
        self._loaded: dict[str, Edition] = {}
        self._translated: dict[tuple[str, str], Edition] = {}
        self._effective: dict[str, datetime] = {}
        for directory in ((SHIPPED,) if shipped else ()) + directories:
            self.add(directory)

    def add(self, directory: Path) -> None:
        """Also look in this directory; an edition may not stand in two places."""
        if not directory.is_dir():
            raise RulebookError("{directory} is not a directory of editions", directory=directory)
        self._directories.append(directory)
        for file in sorted(directory.glob("*@*.toml")):
            if file.stem in self._files:
                raise EditionError(file, "edition.id", f"{file.stem} is already at {self._files[file.stem]}")
            self._files[file.stem] = file

    @property
    def folders(self) -> tuple[Path, ...]:
        return tuple(self._directories)

    @property
    def ids(self) -> tuple[str, ...]:
        """The names of all editions, without reading any."""
        return tuple(sorted(self._files, key=_by_game_and_version))

    @property
    def games(self) -> tuple[str, ...]:
        """The names of all games, without reading any edition."""
        return tuple(sorted({_game(name) for name in self._files}))

    def get(self, name: str) -> Edition:
        """One edition by its id, such as "rws-poker@7"."""
        if name not in self._loaded:
            if name not in self._files:
                raise UnknownKeyError(
                    "there is no edition '{name}'; {nearest}", name=name, nearest=suggest(name, self._files)
                )
            self._loaded[name] = load_edition(self._files[name], self._file)
        return self._loaded[name]

    def said_in(self, language: str, name: str) -> Edition:
        """An edition in another language, as far as the folders of that name beside the editions know it."""
        if (language, name) not in self._translated:
            edition, words = self.get(name), dict[str, str]()
            for directory in self._directories:
                if language.isalpha() and (file := directory / language / f"{edition.game}.toml").is_file():
                    words |= read_words(file)
            if language == PSEUDO:
                words = {text: decorated(text) for text in texts(edition)}
            if not words:
                return edition
            self._translated[language, name] = translated(edition, words)
        return self._translated[language, name]

    def _file(self, name: str) -> Path:
        return self._files.get(name, Path(f"{name}.toml"))

    def editions(self, game: str | None = None) -> tuple[Edition, ...]:
        """All editions, or those of one game, in order of game and version."""
        return tuple(self.get(name) for name in self.ids if game is None or _game(name) == game)

    def in_force(self, game: str, at: datetime) -> Edition:
        """The edition of a game that is in force at a moment; the only place that reads dates."""
        if at.utcoffset() is None:
            raise RulebookError(
                "in_force needs a moment with its offset from UTC, not {moment}", moment=at.isoformat()
            )
        names = [name for name in self.ids if _game(name) == game]
        if not names:
            raise UnknownKeyError(
                "there is no game '{game}'; {nearest}", game=game, nearest=suggest(game, self.games)
            )
        started = {name: self._effective_from(name) for name in names}
        if len(set(started.values())) < len(names):
            raise RulebookError(
                "two editions of {game} take effect at the same moment: {names:list}", game=game, names=names
            )
        past = [name for name in names if started[name] <= at]
        if not past:
            first = min(names, key=started.__getitem__)
            raise RulebookError(
                "no edition of {game} is in force at {moment}; the first, {first}, takes effect on {day}",
                game=game,
                moment=at.isoformat(" ", "minutes"),
                first=first,
                day=started[first].isoformat(" ", "minutes"),
            )
        return self.get(max(past, key=started.__getitem__))

    def _effective_from(self, name: str) -> datetime:
        if name in self._loaded:
            return self._loaded[name].effective
        if name not in self._effective:
            self._effective[name] = read_effective(self._files[name])
        return self._effective[name]


def _game(name: str) -> str:
    return name.partition("@")[0]


def _by_game_and_version(name: str) -> tuple[str, int]:
    game, _, version = name.partition("@")
    return game, int(version) if version.isdigit() else 0


@cache
def library() -> Library:
    """The editions that come with the package, and drafts in the folders that CROUPIER_EDITIONS names."""
    return Library(*(Path(folder) for folder in os.environ.get(EDITIONS, "").split(os.pathsep) if folder))


def in_force(game: str, at: datetime) -> Edition:
    """The edition of a game that is in force at a moment."""
    return library().in_force(game, at)
