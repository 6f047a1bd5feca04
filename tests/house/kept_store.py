"""A small house with something of everything, written at each release and kept: later ones must read it.

python -m tests.house.kept_store
"""

import asyncio
import tarfile
import tempfile
from pathlib import Path

import croupier
from croupier.games import FINISHED, catalogue
from croupier.house.cage import Inventory
from croupier.rulebook import library
from tests.house.helpers import MANAGER, Floor, done, floor_at, registered
from tests.house.jackpots import STRAIGHT_FLUSH, bet, deal, jackpot, say, settled, ticking

KEPT = Path(__file__).parent / "kept"
STEPS = 120


async def _everything(floor: Floor) -> None:
    await registered(floor.people, "Olive", "a quiet harbour at dawn")
    done(await floor.people.lock(MANAGER, (await floor.people.bot("Otto", 10_00)).id, "as asked"))
    for name in library().ids:
        if name.partition("@")[0] in FINISHED:
            await floor.play(name.replace("@", "-"), name, STEPS)
    await jackpot(floor, "won", increment_rate="0%")
    await bet(floor, "won", STRAIGHT_FLUSH)
    await deal(floor, "won")
    await say(floor, "won", "dealer: settle")
    await settled(floor, "won")
    chips = Inventory(floor.house)
    done(await chips.make_set(MANAGER, "value", "Value chips", (100_00, 25_00)))
    done(await chips.stock(MANAGER, "value", {100_00: 100, 25_00: 200}, "bought"))
    done(await chips.open_float(MANAGER, "won", "value", {100_00: 20, 25_00: 40}))
    done(await floor.desk.pause(MANAGER, "rws-poker-7", "the felt is changed"))


def write(folder: Path) -> None:
    """A store and its key. The house is left while Rounds are under way: the next program finds them so."""

    async def work() -> None:
        async with floor_at(str(folder / "house.db"), folder, catalogue(), ticking()) as floor:
            await _everything(floor)

    asyncio.run(work())


if __name__ == "__main__":
    KEPT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        write(Path(made))
        with tarfile.open(KEPT / f"{croupier.__version__}.tar.xz", "w:xz") as packed:
            for file in sorted(Path(made).iterdir()):
                packed.add(file, file.name)
