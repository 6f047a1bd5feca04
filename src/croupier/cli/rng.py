"""`croupier rng`: the raw stream behind shuffles, for tests of randomness."""

import os
import sys
from typing import Annotated

import typer

from croupier.cli.console import fail

EXAMPLES = (
    "Examples: [bold]croupier rng | dieharder -a -g 200[/], [bold]croupier rng | RNG_test stdin16[/], "
    "[bold]croupier rng --bytes 125000000 > nist.bin[/]."
)
_AT_ONCE = 4_096  # blocks of 64 bytes


def rng(
    size: Annotated[
        int | None, typer.Option("--bytes", help="How many bytes; without end if not said.", min=1)
    ] = None,
    seed: Annotated[
        str, typer.Option(help="64 bytes in hexadecimal digits, to repeat a stream; fresh if not said.")
    ] = "",
) -> None:
    """The words that shuffles are made from, as bytes to standard output: HMAC-SHA-512 in counter mode."""
    from croupier.cards.fair import stream
    from croupier.cards.shuffle import CHUNK_BYTES, new_seed

    try:
        key = bytes.fromhex(seed) if seed else new_seed()
    except ValueError:
        key = b""
    if len(key) != CHUNK_BYTES:
        fail(f"--seed has {2 * CHUNK_BYTES} hexadecimal digits")
    if sys.stdout.isatty():
        fail("this is binary: send it to a program or a file, as in croupier rng | dieharder -a -g 200")
    left, blocks = size, stream(key)
    try:
        while left is None or left > 0:
            part = b"".join(next(blocks) for _ in range(_AT_ONCE))
            sys.stdout.buffer.write(part if left is None else part[:left])
            left = None if left is None else left - len(part)
        sys.stdout.buffer.flush()
    except BrokenPipeError:  # the test has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
