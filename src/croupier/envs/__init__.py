"""Environments for learning agents: Gymnasium for Free Bet and Multi-Link, PettingZoo for Poker, batches of
all three.

`import croupier.envs` registers `croupier/FreeBet-v0` and `croupier/MultiLink-v0` with Gymnasium.
"""

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "croupier.envs needs Gymnasium and PettingZoo; install them with: pip install 'croupier[agents]'",
        name=error.name,
    ) from error

FREEBET = "croupier/FreeBet-v0"
MULTILINK = "croupier/MultiLink-v0"

for _name, _room, _class in ((FREEBET, "freebet", "FreeBet"), (MULTILINK, "multilink", "MultiLink")):
    if _name not in gymnasium.registry:
        gymnasium.register(
            _name,
            entry_point=f"croupier.envs.{_room}:make",
            vector_entry_point=f"croupier.envs.{_room}:{_class}VectorEnv",
        )
