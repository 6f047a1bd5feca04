"""A language that nobody speaks: English with every letter decorated and a third longer.

Whoever reads a page in it sees which words are in no catalogue, and what is cut off when words are long.
"""

from croupier.messages import FORMS, parts

_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_DECORATED = "åƀçđéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ"
_LETTERS = str.maketrans(_PLAIN, _DECORATED)


def decorated(template: str) -> str:
    """The template as it would be said: values stay as they are."""
    if FORMS in template:
        return FORMS.join(map(decorated, template.split(FORMS)))
    pieces = []
    for text, field, kind in parts(template):
        pieces.append(text.translate(_LETTERS).replace("{", "{{").replace("}", "}}"))
        if field is not None:
            pieces.append("{" + field + (":" + kind if kind else "") + "}")
    letters = sum(character.isalpha() for character in template)
    return "".join(pieces) + "~" * (letters // 3)
