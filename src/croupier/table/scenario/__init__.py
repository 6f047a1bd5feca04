"""The executable rule book: situations written by people, played by the real games."""

from croupier.table.scenario.play import Failure, Performance, Said, play, play_all
from croupier.table.scenario.script import SUFFIX, ScenarioError, Script, read_script

__all__ = [
    "SUFFIX",
    "Failure",
    "Performance",
    "Said",
    "ScenarioError",
    "Script",
    "play",
    "play_all",
    "read_script",
]
