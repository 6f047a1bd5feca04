"""An amount written out, so that a nought too many is heard before it is paid."""

from collections.abc import Iterator

from croupier.money.cents import Cents

_SMALL = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    "nineteen",
)
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_THOUSANDS = ("", " thousand", " million", " billion", " trillion")

# As banks write them: figures that one stroke does not turn into another.
_DIGITS = "零壹贰叁肆伍陆柒捌玖"
_PLACES = ("", "拾", "佰", "仟")
_MYRIADS = ("", "万", "亿", "万亿")


def in_english(cents: Cents) -> str:
    """101450 is "one thousand and fourteen dollars and fifty cents"."""
    dollars, rest = divmod(abs(cents), 100)
    said = f"{_number(dollars)} dollar{'' if dollars == 1 else 's'}"
    if rest:
        said += f" and {_number(rest)} cent{'' if rest == 1 else 's'}"
    return f"minus {said}" if cents < 0 else said


def _number(number: int) -> str:
    if number == 0:
        return _SMALL[0]
    groups = [(number // 1000**power % 1000, _THOUSANDS[power]) for power in reversed(range(len(_THOUSANDS)))]
    said = [_below_thousand(part) + name for part, name in groups if part]
    last = number % 1000
    if len(said) > 1 and 0 < last < 100:
        return f"{' '.join(said[:-1])} and {said[-1]}"
    return " ".join(said)


def _below_thousand(number: int) -> str:
    hundreds, rest = divmod(number, 100)
    said = [f"{_SMALL[hundreds]} hundred"] if hundreds else []
    if rest:
        said.append(_below_hundred(rest))
    return " and ".join(said)


def _below_hundred(number: int) -> str:
    if number < len(_SMALL):
        return _SMALL[number]
    tens, ones = divmod(number, 10)
    return _TENS[tens - 2] + (f"-{_SMALL[ones]}" if ones else "")


def in_chinese(cents: Cents) -> str:
    """101450 is 壹仟零壹拾肆元伍角: figures of finance; an amount without 分 and 角 ends in 整."""
    dollars, rest = divmod(abs(cents), 100)
    tenths, hundredths = divmod(rest, 10)
    said = "".join(_whole(dollars)) + "元" if dollars or not rest else ""
    if tenths:
        said += _DIGITS[tenths] + "角"
    elif hundredths and dollars:
        said += _DIGITS[0]
    said += _DIGITS[hundredths] + "分" if hundredths else ""
    said += "" if rest else "整"
    return f"负{said}" if cents < 0 else said


def _whole(number: int) -> Iterator[str]:
    """Groups of four figures; one 零 stands for any run of noughts between others."""
    if number == 0:
        yield _DIGITS[0]
    is_begun = is_gap = False
    for power in reversed(range(len(_MYRIADS))):
        group = number // 10_000**power % 10_000
        for place in reversed(range(4)):
            digit = group // 10**place % 10
            if digit == 0:
                is_gap = is_begun
                continue
            if is_gap:
                yield _DIGITS[0]
            yield _DIGITS[digit] + _PLACES[place]
            is_begun, is_gap = True, False
        if group:
            yield _MYRIADS[power]
