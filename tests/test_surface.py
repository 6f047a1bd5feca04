"""What others build on stays: docs/stable.md says what that is."""

from tests.surface import FILE, gone, surface, unread


def test_nothing_that_others_build_on_is_gone() -> None:
    assert gone(FILE.read_text().splitlines(), surface()) == []


def test_a_line_that_is_gone_is_noticed() -> None:
    kept = FILE.read_text().splitlines()
    for kind in (
        *("phrase", "event house:", "event link:", "event rws-poker:", "part", "message", "http", "python"),
        *("command", "option", "setting", "house setting", "error", "metric", "scenario"),
    ):
        assert any(line.startswith(f"{kind} ") for line in kept), kind
    assert gone(["event a: B.c (needed)", "event a: B.d"], ["event a: B.c", "event a: B.e"]) == [
        "event a: B.d"
    ]


def test_nothing_needs_what_was_not_said_before() -> None:
    assert unread(FILE.read_text().splitlines(), surface()) == []


def test_a_field_that_old_journals_do_not_say_is_noticed() -> None:
    old = ["event house: A.name (needed)", "event house: A.note", "part Citation.edition (needed)"]
    new = [
        *old[:1],
        "event house: A.language (needed)",
        "event house: A.note (needed)",
        "event house: A.free",
    ]
    new += ["event house: B.at (needed)", "part Citation.page (needed)"]
    assert unread(old, new) == [new[1], new[2], new[5]]
