"""Rounds as an offline data set in Minari's format, for those who learn without playing."""

import os
import warnings
from pathlib import Path
from typing import Any, Final

import gymnasium as gym
import numpy as np
from gymnasium import spaces

from croupier import __version__
from croupier.envs import FREEBET, MULTILINK
from croupier.games import catalogue

IDS: Final = {"mbs-freebet": FREEBET, "rws-multilink": MULTILINK}


def record(edition: str, rounds: int, seed: int, name: str, folder: Path) -> None:
    """Play at random and write what happened under `folder`. An episode is a Round; what was possible is in
    its `infos["action_mask"]`.
    """
    game = catalogue().library.get(edition).game
    if game not in IDS:
        raise ValueError(f"{edition} has several agents; Minari keeps one: choose from {', '.join(IDS)}")
    if (folder / name).exists():
        raise ValueError(f"{folder / name} is there already: give another --name or folder")
    os.environ["MINARI_DATASETS_PATH"] = str(folder.absolute())
    import minari  # type: ignore[import-untyped, unused-ignore]

    env = gym.make(IDS[game], edition=edition)
    chance = np.random.default_rng(seed)
    episodes = [_episode(env, chance, seed if number == 0 else None) for number in range(rounds)]
    actions: Any = env.get_wrapper_attr("actions")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # it would like an author's address and a link
        minari.create_dataset_from_buffers(
            name,
            episodes,
            env=env,
            action_space=spaces.Discrete(len(actions)),
            observation_space=env.observation_space,
            algorithm_name="random among the possible actions",
            description=f"{rounds} Rounds of {edition}, seed {seed}, croupier {__version__}; "
            f"actions: {', '.join(actions)}",
        )


def _episode(env: gym.Env[Any, Any], chance: np.random.Generator, seed: int | None) -> Any:
    from minari.data_collector import EpisodeBuffer  # type: ignore[import-untyped, unused-ignore]

    seen, info = env.reset(seed=seed)
    observations, masks, actions, rewards = [seen], [info["action_mask"]], [], []
    is_over = False
    while not is_over:
        actions.append(int(chance.choice(np.flatnonzero(masks[-1]))))
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
