"""Settings that would make a paragraph impossible, and what is no setting at all."""

import pytest

from croupier.rulebook import Rules, SettingError, library


@pytest.mark.parametrize("edition", ["rws-multilink@2", "rws-multilink@3"])
def test_the_flop_is_always_twice_the_ante(edition: str) -> None:
    """3.7: so its limit is at least twice the largest Ante, or follows from it."""
    found = library().get(edition)
    with pytest.raises(SettingError, match=r"199\.99 is not allowed.*2 times ante_max.*3\.7"):
        Rules.adopt(found, {"ante_max": "100", "max_flop": "199.99"})
    for most in ("0", "200", "200.01"):
        Rules.adopt(found, {"ante_max": "100", "max_flop": most})


@pytest.mark.parametrize(
    ("edition", "paragraph"),
    [("rws-multilink@3", "2.1.1"), ("rws-poker@7", "2.1.1"), ("mbs-freebet@3", "2.2")],
)
def test_a_layout_is_no_setting_and_the_paragraph_says_so(edition: str, paragraph: str) -> None:
    with pytest.raises(SettingError) as told:
        Rules.adopt(library().get(edition), {"layout": "large"})
    assert told.value.paragraphs == (paragraph,)
