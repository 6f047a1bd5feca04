"""The paragraph that made a decision."""

from msgspec import Struct


class Citation(Struct, frozen=True):
    """One paragraph of one edition; `reading` names the ambiguity it was read under, if any."""

    edition: str
    paragraph: str
    reading: str | None = None

    def __str__(self) -> str:
        place = f"{self.edition} {self.paragraph}"
        return place if self.reading is None else f"{place} (reading {self.reading})"
