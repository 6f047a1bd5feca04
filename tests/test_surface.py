"""What others build on stays: docs/stable.md says what that is."""

from tests.surface import FILE, surface


def test_nothing_that_others_build_on_is_gone() -> None:
    now = set(surface())
    assert [line for line in FILE.read_text().splitlines() if line not in now] == []


def test_a_line_that_is_gone_is_noticed() -> None:
    kept = FILE.read_text().splitlines()
    for kind in ("phrase", "event", "message", "python", "command", "option", "setting", "scenario"):
        assert any(line.startswith(f"{kind} ") for line in kept), kind
    assert "phrase rws-poker: raised to {amount}" not in kept
