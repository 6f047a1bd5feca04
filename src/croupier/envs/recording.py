"""Rounds as an offline data set in Minari's format, for those who learn without playing."""

import os
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import gymnasium as gym
import numpy as np
from gymnasium import spaces

from croupier import __version__
from croupier.envs import FREEBET, MULTILINK
from croupier.envs.baselines import BASELINES
from croupier.games import catalogue

Play = Callable[[Any], int]
# How the baselines are called here, and there. None of Multi-Link's is the best play of the mathematics.
PLAYERS: Final = {
    "mbs-freebet": {"random": "random", "learned": "learned", "best": "best chart"},
    "rws-multilink": {"random": "random", "learned": "learned", "own-pair": "own pair"},
}
IDS: Final = {"mbs-freebet": FREEBET, "rws-multilink": MULTILINK}


def record(edition: str, rounds: int, seed: int, name: str, folder: Path, player: str = "random") -> None:
    """Have a baseline play and write what happened under `folder`. An episode is a Round; what was possible
    is in its `infos["action_mask"]`.
    """
    game = catalogue().library.get(edition).game
    if game not in IDS:
        raise ValueError(f"{edition} has several agents; Minari keeps one: choose from {', '.join(IDS)}")
    found = PLAYERS[game].get(player)
    if found is None:
        raise ValueError(f"no baseline is called {player!r}; there are {', '.join(PLAYERS[game])}")
    if (folder / name).exists():
        raise ValueError(f"{folder / name} is there already: give another --name or folder")
    os.environ["MINARI_DATASETS_PATH"] = str(folder.absolute())
    import minari  # type: ignore[import-untyped, unused-ignore]

    env = gym.make(IDS[game], edition=edition)
    play = _by_chance(np.random.default_rng(seed)) if player == "random" else _by_baseline(env, found)
    episodes = [_episode(env, play, seed if number == 0 else None) for number in range(rounds)]
    actions: Any = env.get_wrapper_attr("actions")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # it would like an author's address and a link
        minari.create_dataset_from_buffers(
            name,
            episodes,
            env=env,
            action_space=spaces.Discrete(len(actions)),
            observation_space=env.observation_space,
            algorithm_name="random among the possible actions"
            if player == "random"
            else f"baseline: {found}",
            description=f"{rounds} Rounds of {edition}, seed {seed}, croupier {__version__}; "
            f"actions: {', '.join(actions)}",
        )


def _by_chance(chance: np.random.Generator) -> Play:
    return lambda mask: int(chance.choice(np.flatnonzero(mask)))


def _by_baseline(env: gym.Env[Any, Any], name: str) -> Play:
    """A baseline plays tables in batches, and an environment is the row of one."""
    batch = env.get_wrapper_attr("batch")
    policy = BASELINES[batch.setup.rules.edition.game][name](batch)
    return lambda mask: int(policy(batch)[0])


def _episode(env: gym.Env[Any, Any], play: Play, seed: int | None) -> Any:
    from minari.data_collector import EpisodeBuffer  # type: ignore[import-untyped, unused-ignore]

    seen, info = env.reset(seed=seed)
    observations, masks, actions, rewards = [seen], [info["action_mask"]], [], []
    is_over = False
    while not is_over:
        actions.append(play(masks[-1]))
        seen, reward, is_over, _, info = env.step(actions[-1])
        observations.append(seen)
        masks.append(info["action_mask"])
        rewards.append(float(reward))
    return EpisodeBuffer(
        seed=seed,
        observations=observations,
        actions=actions,
        rewards=rewards,
        terminations=[False] * (len(actions) - 1) + [True],
        truncations=[False] * len(actions),
        infos={"action_mask": masks},
    )
