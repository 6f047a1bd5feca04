"""Amounts written out in both languages, each worked out by hand."""

import pytest

from croupier.money import in_chinese, in_english


@pytest.mark.parametrize(
    ("cents", "english", "chinese"),
    [
        (0, "zero dollars", "零元整"),
        (1, "zero dollars and one cent", "壹分"),
        (50, "zero dollars and fifty cents", "伍角"),
        (1_00, "one dollar", "壹元整"),
        (1_05, "one dollar and five cents", "壹元零伍分"),
        (10_00, "ten dollars", "壹拾元整"),
        (21_00, "twenty-one dollars", "贰拾壹元整"),
        (100_00, "one hundred dollars", "壹佰元整"),
        (105_00, "one hundred and five dollars", "壹佰零伍元整"),
        (1_014_50, "one thousand and fourteen dollars and fifty cents", "壹仟零壹拾肆元伍角"),
        (10_000_00, "ten thousand dollars", "壹万元整"),
        (
            15_250_75,
            "fifteen thousand two hundred and fifty dollars and seventy-five cents",
            "壹万伍仟贰佰伍拾元柒角伍分",
        ),
        (100_000_00, "one hundred thousand dollars", "壹拾万元整"),
        (1_000_001_00, "one million and one dollars", "壹佰万零壹元整"),
        (10_050_000_00, "ten million fifty thousand dollars", "壹仟零伍万元整"),
        (100_000_500_00, "one hundred million five hundred dollars", "壹亿零伍佰元整"),
        (-20_00, "minus twenty dollars", "负贰拾元整"),
    ],
)
def test_an_amount_is_written_out(cents: int, english: str, chinese: str) -> None:
    assert in_english(cents) == english
    assert in_chinese(cents) == chinese
