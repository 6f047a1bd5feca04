"""Exact answers are kept: a question that was answered once under the same terms is never counted again.

What an answer depends on is seen, not declared: while it is worked out, the rules remember everything that
they are asked for. An answer is good for any rules that give the same to all of it, so a change that does not
concern a bet does not make its answer stale, and one that does always does.

Answers for the shipped editions ship with the package (`python -m croupier.analysis.shipping` works them out
anew; a test compares). The others are kept in CROUPIER_CACHE, or else in the user's cache folder. Each has a
digest and is worked out again when that does not fit.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from croupier.analysis.figures import Asked
from croupier.analysis.known import require_known
from croupier.analysis.shelf import keep, place
from croupier.rulebook import Rules, write_value
from croupier.rulebook.terms import Reader

_T = TypeVar("_T")
SHIPPED = Path(__file__).with_name("answers")
_KEPT_MAX = 64
"""How many answers to one question are kept: as many what-ifs as somebody plays with in a day."""


class Answer(Struct, frozen=True):
    """An answer, what it was asked of, and a digest over both."""

    question: str
    asked: Asked
    read: Mapping[str, tuple[str, ...]]
    """What the answer depends on, by section of the edition."""
    terms: str
    """A digest of the values that were read."""
    told: msgspec.Raw
    digest: str

    @property
    def is_whole(self) -> bool:
        return self.digest == _digest(self.question, self.asked, self.terms, bytes(self.told).decode())


def answered(
    question: str, rules: Rules, asked: Asked, shape: type[_T], work_out: Callable[[Rules], _T]
) -> _T:
    """The answer to a question about these rules, from the shelf if it is there."""
    require_known(rules)
    kept = _on_shelf(question, rules, asked)
    if kept is not None:
        return msgspec.json.decode(bytes(kept.told), type=shape, strict=False)
    answer, found = work(question, rules, asked, work_out)
    _keep(_file(question, rules, asked), answer)
    return found


def is_known(question: str, rules: Rules, asked: Asked) -> bool:
    """Whether an answer is at hand without working it out."""
    return _on_shelf(question, rules, asked) is not None


def work(question: str, rules: Rules, asked: Asked, work_out: Callable[[Rules], _T]) -> tuple[Answer, _T]:
    """Work an answer out, noting what it depends on."""
    fresh = rules.afresh()
    with fresh.reading() as reader:
        found = work_out(fresh)
    read = _noted(reader)
    told = msgspec.json.encode(found, enc_hook=_plain)
    terms = terms_digest(rules, read)
    return Answer(
        question, asked, read, terms, msgspec.Raw(told), _digest(question, asked, terms, told.decode())
    ), found


def _on_shelf(question: str, rules: Rules, asked: Asked) -> Answer | None:
    """Among those that ship; only then among the user's own, for which all sources are read."""
    return _find(question, rules, asked, _shipped(rules.edition.id)) or _find(
        question, rules, asked, _read(_file(question, rules, asked))
    )


def _find(question: str, rules: Rules, asked: Asked, kept: Iterable[Answer]) -> Answer | None:
    for answer in kept:
        if (
            answer.question == question
            and answer.asked == asked
            and answer.terms == terms_digest(rules, answer.read)
            and answer.is_whole
        ):
            return answer
    return None


def _noted(reader: Reader) -> dict[str, tuple[str, ...]]:
    return {
        "parameters": tuple(sorted(reader.parameters)),
        "paytables": tuple(sorted(reader.paytables)),
        "settings": tuple(sorted(reader.settings)),
        "rules": tuple(sorted(reader.rules)),
        "policies": tuple(sorted(reader.policies)),
    }


def terms_digest(rules: Rules, read: Mapping[str, tuple[str, ...]]) -> str:
    """A digest of what these rules say to everything in `read`; "" where they have not all of it."""
    edition = rules.edition
    try:
        values = [
            edition.id,
            [
                (name, edition.parameters[name].value if name in edition.parameters else None)
                for name in read["parameters"]
            ],
            [
                (name, [(line.key, str(line.pays), line.words) for line in edition.paytables[name].lines])
                for name in read["paytables"]
            ],
            [
                (name, write_value(edition.settings[name].type, rules.settings[name]))
                for name in read["settings"]
            ],
            [(key, edition.rules[key]) for key in read["rules"]],
            [(key, edition.policies.get(key)) for key in read["policies"]],
        ]
    except KeyError:
        return ""
    return _digest(values)


def _plain(value: Any) -> Any:
    """A number of NumPy as one of Python."""
    return value.item()


def _digest(*values: Any) -> str:
    return hashlib.sha256(msgspec.json.encode(values)).hexdigest()


@cache
def _shipped(edition: str) -> tuple[Answer, ...]:
    return _read(SHIPPED / f"{edition}.json")


def _read(file: Path) -> tuple[Answer, ...]:
    """The answers in a file; none if it is not there or is damaged."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=tuple[Answer, ...])
    except (OSError, msgspec.DecodeError):
        return ()


def _file(question: str, rules: Rules, asked: Asked) -> Path:
    """Where the user's own answers to a question are: with the program that gave them in the name."""
    return place("answers", f"{_digest(question, rules.edition.id, asked, _program())[:32]}.json")


@cache
def _program() -> str:
    """A digest of the source that answers: another program gives its own answers."""
    package = Path(__file__).parents[1]
    read = hashlib.sha256()
    for files in ("analysis/**/*.py", "cards/**/*.py", "money/**/*.py", "rulebook/**/*.py", "**/terms.py"):
        for file in sorted(package.glob(files)):
            read.update(file.read_bytes())
    return read.hexdigest()


def _keep(file: Path, answer: Answer) -> None:
    """Put an answer first on its shelf."""
    keep(file, msgspec.json.encode([answer, *_read(file)][:_KEPT_MAX]))
