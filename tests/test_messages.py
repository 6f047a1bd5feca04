"""A message is a template and its values, said last."""

from croupier.messages import ENGLISH, Language, Message


def test_each_kind_of_value_is_said_in_its_way() -> None:
    values = {"least": 5_00, "cards": ("As", "Td"), "who": "pit_manager", "what": "play_on", "seat": 4}
    said = str(Message("{least:money}; {cards:cards}; {who:role}; {what:name}; seat {seat}", values))
    assert said == "5; A♠ 10♦; a pit manager; play on; seat 4"


def test_alternatives_are_messages_joined_by_the_language() -> None:
    choices = (Message("call {to:money}", {"to": 10_00}), Message("fold"), Message("raise"))
    assert str(Message("{choices:or}", {"choices": choices})) == "call 10, fold or raise"
    assert str(Message("{choices:or}", {"choices": choices[:1]})) == "call 10"
    assert str(Message("{choices:and}", {"choices": choices[:2]})) == "call 10 and fold"


def test_nobodys_name_changes_a_sentence() -> None:
    said = Message("{player} waits for {other}", {"player": "{other}", "other": "<b>E</b> {player:money}"})
    assert str(said) == "{other} waits for <b>E</b> {player:money}"


def test_braces_without_a_value_stand_as_they_are() -> None:
    assert str(Message("a {strange} sentence")) == "a {strange} sentence"


def test_a_language_says_the_template_and_the_words_between() -> None:
    words = {"call {to:money}": "跟注 {to:money}", "wait: {choices:or}": "等待：{choices:or}", "fold": "弃牌"}
    chinese = Language("zh", lambda template: words.get(template, template), {"or": " 或 "})
    choices = (Message("call {to:money}", {"to": 10_00}), Message("fold"))
    message = Message("wait: {choices:or}", {"choices": choices})
    assert chinese.say(message) == "等待：跟注 10 或 弃牌"
    assert ENGLISH.say(message) == "wait: call 10 or fold"
