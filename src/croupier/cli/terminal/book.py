"""Paragraphs on demand: what a citation points to, in our words."""

from rich.text import Text

from croupier.games import catalogue
from croupier.rulebook import RulebookError
from croupier.table.messages import Citations


def explained(words: str, citations: Citations) -> Text:
    """The paragraphs behind a line or a choice, and the readings they were read under."""
    found = Text().append(words, "bold")
    if not citations:
        found.append("\n\nNo paragraph stands behind this.", "italic")
    library = catalogue().library
    for citation in dict.fromkeys(citations):
        try:
            edition = library.get(citation.edition)
            gist = edition.paragraphs[citation.paragraph].gist
        except (RulebookError, KeyError):
            gist = ""
        found.append(f"\n\n¶ {citation.paragraph}", "bold cyan")
        found.append(f"  {citation.edition}\n", "dim")
        found.append(gist)
        if citation.reading and gist:
            for reading in edition.readings_on(citation.paragraph):
                if reading.id == citation.reading:
                    found.append(f"\nreading {reading.id}: {reading.title}. ", "magenta")
                    found.append(reading.taken)
    return found
