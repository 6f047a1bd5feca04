"""The pages' types are what the server sends."""

from typing import Literal

import msgspec
import pytest

from tests.typescript import FILE, Types, written


def test_the_types_of_the_pages_are_those_of_the_wire() -> None:
    assert FILE.read_text() == written(), "what goes over the wire has changed: make types"


class Small(msgspec.Struct, omit_defaults=True):
    name: str
    kind: Literal["one", "two"]
    by_place: dict[int, tuple[str, ...]]
    pair: tuple[int, str | None] = (0, None)
    more: "int | msgspec.UnsetType" = msgspec.UNSET


class Large(msgspec.Struct, tag="large", tag_field="type"):
    inside: list[Small]
    note: str = ""


def test_a_struct_is_said_as_it_is_encoded() -> None:
    types = Types()
    assert types.of(list[Large]) == "Array<Large>"
    assert types.made["Large"] == (
        'export interface Large {\n  type: "large";\n  inside: Array<Small>;\n  note: string;\n}\n'
    )
    assert types.made["Small"] == (
        'export interface Small {\n  name: string;\n  kind: "one" | "two";\n'
        "  by_place: Record<string, Array<string>>;\n  pair?: [number, string | null];\n  more?: number;\n}\n"
    )
    assert Types().of(Large, is_body=True) == "Large"


def test_what_cannot_be_sent_has_no_type() -> None:
    with pytest.raises(AssertionError, match="no JSON"):
        Types().of(type[int])
