"""How simulated processes ask each other: questions get lost, and answers come when nobody waits any more."""

import asyncio
from typing import TYPE_CHECKING

from croupier.house.floor.peers import DEADLINE_S, Answering, Peers, Unreachable

if TYPE_CHECKING:
    from croupier.simulator.process import Process

_LATENCY_S = 0.001
_LOST, _LATE = 0.01, 0.02  # how often


class SimulatedPeers(Peers):
    def __init__(self, process: "Process") -> None:
        self.process = process
        self._all = process.disk.peers
        self._chance = process.world.chance(f"peers of {process.name}")
        self.answering: Answering

    async def start(self, answering: Answering) -> None:
        self.answering = answering
        self.address = f"{self.process.name}:{len(self._all) + 1}"
        self._all[self.address] = self

    async def stop(self) -> None:
        pass

    async def ask(self, address: str, body: bytes) -> bytes:
        await asyncio.sleep(self._chance.expovariate(1 / _LATENCY_S))
        asked, fate = self._all.get(address), self._chance.random()
        if asked is None or asked.process.is_dead or asked.process.is_stopping:
            raise Unreachable(address)
        if fate < _LOST:
            await asyncio.sleep(DEADLINE_S)
            raise Unreachable(address)
        process = asked.process
        work = asyncio.get_running_loop().create_task(asked.said(body), context=process.context.copy())
        await asyncio.wait({work, process.gone}, timeout=DEADLINE_S, return_when=asyncio.FIRST_COMPLETED)
        if process.is_dead or not work.done() or work.cancelled():
            raise Unreachable(address)
        if fate < _LOST + _LATE:
            await asyncio.sleep(DEADLINE_S)
            raise Unreachable(address)
        return work.result()

    async def said(self, body: bytes) -> bytes:
        return await self.answering(body)
