"""Check a Round of Croupier without Croupier: standard library only, nothing of the house is imported.

    python verify.py fairness.json               what GET /api/rounds/ROUND/fairness gave you
    python verify.py fairness.json --root R --commitment C --bytes B     and what your device noted before
    python verify.py old COMMITMENT SEED DECKS   a Round from before cards were sealed one by one

docs/verify.md says in words what is computed here.
Exit code 0: everything agrees. 1: something does not. 2: there is nothing to check.
"""

import hashlib
import hmac
import json
import sys

RANKS, SUITS = "23456789TJQKA", "cdhs"
DECK = [rank + suit for suit in SUITS for rank in RANKS]


def sha256(data):
    return hashlib.sha256(data).digest()


def number(value, size):
    return value.to_bytes(size, "big")


# What a player checks


def leaf(place, salt, card):
    return sha256(b"\x00" + number(place, 2) + salt + card.encode("ascii"))


def root_from_path(place, cards, start, path):
    """Up the tree; a node without a partner moves up as it is. None if the path is too short or too long."""
    found, left = start, list(path)
    while cards > 1:
        if place ^ 1 < cards:
            if not left:
                return None
            other = left.pop(0)
            found = sha256(b"\x01" + (other + found if place % 2 else found + other))
        place, cards = place // 2, (cards + 1) // 2
    return None if left else found


def check_card(seen, seal):
    path = [bytes.fromhex(each) for each in seen["path"]]
    start = leaf(seen["place"], bytes.fromhex(seen["salt"]), seen["card"])
    found = root_from_path(seen["place"], seal["cards"], start, path)
    return seen["place"] < seal["cards"] and found is not None and found.hex() == seal["root"]


# What an auditor checks


def mix(seal):
    """Everything public that goes into the order."""
    label = seal["label"].encode()
    data = b"croupier mix 2\x00" + bytes.fromhex(seal["commitment"]) + number(len(label), 2) + label
    data += number(len(seal["contributions"]), 2)
    for each in seal["contributions"]:
        player = each["player"].encode()
        data += number(len(player), 2) + player + bytes.fromhex(each["bytes"])
    return sha256(data)


def words_of_chunk(seed, chunk, mixed):
    """16-bit numbers without end, from 64 bytes of the seed."""
    key, block = seed[chunk * 64 : chunk * 64 + 64], 0
    while True:
        message = b"croupier order 2\x00" + number(chunk, 2) + number(block, 4) + mixed
        digest = hmac.new(key, message, "sha512").digest()
        for at in range(0, 64, 2):
            yield int.from_bytes(digest[at : at + 2], "big")
        block += 1


def shuffled(cards, words_of):
    """From the first place on, each is swapped with one at or after it; a new chunk for every 52 places."""
    order, words = list(cards), iter(())
    for place in range(len(order)):
        if place % 52 == 0:
            words = words_of(place // 52)
        bound = len(order) - place
        usable = 65536 - 65536 % bound
        pick = place + next(word for word in words if word < usable) % bound
        order[place], order[pick] = order[pick], order[place]
    return order


def root_of(order, seed, mixed):
    key = sha256(b"croupier salt 2\x00" + mixed + seed)
    level = [leaf(place, sha256(key + number(place, 2)), card) for place, card in enumerate(order)]
    while len(level) > 1:
        pairs = [sha256(b"\x01" + level[at] + level[at + 1]) for at in range(0, len(level) - 1, 2)]
        level = pairs + level[len(pairs) * 2 :]
    return level[0]


def check_opened(opened, seal):
    """The problems with a shuffle of which everything is known."""
    seed, mixed = bytes.fromhex(opened["seed"]), mix(seal)
    if sha256(seed).hex() != seal["commitment"]:
        yield "the seed is not the one that was committed to"
    if seal["label"] == "" and opened["cards"] != DECK * (len(opened["cards"]) // 52):
        yield "the cards before the shuffle are not whole decks in their order"
    if shuffled(opened["cards"], lambda chunk: words_of_chunk(seed, chunk, mixed)) != opened["order"]:
        yield "the order does not follow from seed and contributions"
    if root_of(opened["order"], seed, mixed).hex() != seal["root"]:
        yield "the root is not that of this order"


# Rounds from before: the order from the seed alone, which was told afterwards


def words_of_old_chunk(seed, chunk, label=b""):
    prefix = b"croupier order 1\x00" + number(chunk, 2) + number(len(label), 4) + label
    sponge, done = hashlib.shake_256(prefix + seed[chunk * 64 : chunk * 64 + 64]), 0
    while True:
        digest = sponge.digest(done + 136)[done:]
        for at in range(0, 136, 2):
            yield int.from_bytes(digest[at : at + 2], "big")
        done += 136


def old_order(seed, decks):
    return shuffled(DECK * decks, lambda chunk: words_of_old_chunk(seed, chunk))


def check(found, noted):
    """Every line that was checked: what it is, and whether it agrees."""
    seals = {each["seq"]: each["seal"] for each in found["shuffles"]}
    for each in found["cards"]:
        words = f"{each['card']} was fixed at place {each['place']} of the shuffle before it was dealt"
        yield words, each["shuffle"] in seals and check_card(each, seals[each["shuffle"]])
    places = [(each["shuffle"], each["place"]) for each in found["cards"]]
    yield "no two cards come from one place", len(set(places)) == len(places)
    for each in found["opened"]:
        problems = (
            list(check_opened(each, seals[each["seq"]])) if each["seq"] in seals else ["no such shuffle"]
        )
        yield (
            "; ".join(problems) or f"shuffle {each['seq']}: seed, contributions, order and root agree",
            not problems,
        )
    known = list(seals.values())
    if "root" in noted:
        yield "the root is the one you noted", any(each["root"] == noted["root"] for each in known)
    if "commitment" in noted:
        yield (
            "the commitment is the one you noted",
            any(each["commitment"] == noted["commitment"] for each in known),
        )
    if "bytes" in noted:
        given = [each["bytes"] for seal in known for each in seal["contributions"]]
        yield "your contribution is in the record", noted["bytes"] in given


def read(name):
    """The answer in a file, or why it is none."""
    try:
        with open(name) as file:
            found = json.load(file)
    except OSError as error:
        return None, f"cannot be read: {error.strerror}"
    except ValueError:
        return None, "is not JSON: save the whole answer of GET /api/rounds/ROUND/fairness"
    if isinstance(found, dict) and "code" in found and "reason" in found:
        return None, f"holds no Round, the house refused: {found['reason']}"
    if not isinstance(found, dict) or not {"round", "shuffles", "cards", "opened"} <= set(found):
        return None, "is not the answer of fairness: GET /api/rounds/ROUND/fairness gives it"
    return found, ""


def main(arguments):
    if arguments[:1] == ["old"] and len(arguments) == 4:
        seed = bytes.fromhex(arguments[2])
        is_good = sha256(seed).hex() == arguments[1]
        print("the seed is" + ("" if is_good else " NOT") + " the one committed to; it gives this order:")
        print(" ".join(old_order(seed, int(arguments[3]))))
        return 0 if is_good else 1
    if not arguments or len(arguments) % 2 == 0:
        print(__doc__)
        return 2
    found, problem = read(arguments[0])
    if problem:
        print(f"{arguments[0]} {problem}")
        return 2
    noted = {name.lstrip("-"): value for name, value in zip(arguments[1::2], arguments[2::2], strict=True)}
    is_good = True
    for words, is_right in check(found, noted):
        print(("ok   " if is_right else "BAD  ") + words)
        is_good = is_good and is_right
    print(f"Round {found['round']}: " + ("everything agrees" if is_good else "something does NOT agree"))
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
