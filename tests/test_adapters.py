"""The games for other libraries, held to the tests that these bring themselves."""

import random
import warnings
from collections.abc import Iterator
from typing import Any, SupportsFloat, cast

import gymnasium
import numpy as np
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from open_spiel.python.algorithms import mcts, outcome_sampling_mccfr
from open_spiel.python.observation import make_observation
from pettingzoo.test import api_test, render_test, seed_test

import goldrush.adapters.gymnasium  # noqa: F401  # which registers the games
from goldrush.adapters import openspiel
from goldrush.adapters.pettingzoo import GoldrushAEC
from goldrush.adapters.seated import Seated
from goldrush.adapters.vector import GoldrushVectorEnv
from goldrush.games import GAMES, game, newest
from goldrush.lab.arrays import Batch
from goldrush.position import IllegalStep
from samples import SAMPLES

DEEP = "gold"  # one small game that is tried in full; the others briefly
BRIEF = [name for name in GAMES if name != DEEP]
CYCLES = 30


@pytest.fixture(autouse=True)
def other_libraries_may_warn() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", module="gymnasium|pettingzoo|open_spiel")
        yield


def few(name: str) -> dict[str, Any]:
    """A game that need not be compiled, and few cycles of it unless it is tried in full."""
    return {"game": game(name).at_once(), "seats": 3, "max_cycles": CYCLES}


def test_pettingzoo_accepts_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    def make(**more: Any) -> GoldrushAEC:
        return GoldrushAEC(**few(DEEP), **more)

    api_test(make(), num_cycles=2 * CYCLES)
    seed_test(make, num_cycles=CYCLES)
    render_test(make)
    assert "passed" in capsys.readouterr().out.lower()


@pytest.mark.parametrize("name", BRIEF)
def test_pettingzoo_accepts_the_others(name: str) -> None:
    api_test(GoldrushAEC(**{**few(name), "max_cycles": 5}), num_cycles=12)


def test_an_aec_match_is_the_one_of_its_seed() -> None:
    opened = game(DEEP).at_once()
    env, batch = GoldrushAEC(opened, 3), Batch(opened, 1, 3, seed=11)
    env.reset(seed=11)
    for agent in env.agent_iter():
        seen, _, over, _, _ = env.last()
        if over:
            break
        assert agent == f"seat_{batch.actor[0]}"
        assert seen["observation"].tobytes() == batch.observe()[0].tobytes()
        assert seen["action_mask"].tolist() == batch.mask[0].tolist()
        chosen = int(np.flatnonzero(batch.mask[0])[0])
        env.step(chosen)
        batch.step([chosen])
    assert batch.done[0]
    assert [env.rewards[agent] for agent in env.agents] == pytest.approx(batch.rewards[0].tolist())


def test_an_illegal_action_says_what_is_legal_everywhere() -> None:
    aec = GoldrushAEC(game(DEEP).at_once(), 2)
    aec.reset(seed=1)
    single = gymnasium.make("Goldrush/Gold-v1", game=game(DEEP).at_once())
    single.reset(seed=1)
    for act in (aec.step, single.step):
        with pytest.raises(IllegalStep, match="cannot be played here; legal: "):
            act(64)


def test_pictures_are_those_of_the_terminal() -> None:
    aec = GoldrushAEC(game(DEEP).at_once(), 2, render_mode="ansi")
    aec.reset(seed=1)
    assert "seat_1" in aec.render()
    pixels = GoldrushAEC(game(DEEP).at_once(), 2, render_mode="rgb_array")
    pixels.reset(seed=1)
    before = pixels.render()
    pixels.step(int(pixels.observe(pixels.agent_selection)["action_mask"].argmax()))
    after = pixels.render()
    assert before.shape == after.shape
    assert (before != after).any()
    assert len(np.unique(before.reshape(-1, 3), axis=0)) > 20  # drawn, in colours


def test_every_game_is_known_to_gymnasium_by_its_version() -> None:
    for name in GAMES:
        title = "".join(part.capitalize() for part in name.split("_"))
        assert gymnasium.spec(f"Goldrush/{title}-v{newest(name)}").kwargs["game"] == name


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium_accepts_a_seat_among_bots(name: str) -> None:
    title = "".join(part.capitalize() for part in name.split("_"))
    bots = ["uniform", "handmade"] if not SAMPLES[name].thinks_long else ["uniform", "uniform"]
    env = gymnasium.make(
        f"Goldrush/{title}-v{newest(name)}",
        game=game(name).at_once(),
        bots=bots,
        seat=1,
        illegal="lose",
    )
    check_env(env.unwrapped, skip_render_check=name != DEEP)
    if name == DEEP:
        env.reset(seed=3)
        over, reward = False, cast(SupportsFloat, 0.0)
        while not over:
            seen, reward, over, late, _ = env.step(env.action_space.sample())
            assert env.observation_space.contains(seen)
            assert not late
        assert reward in (0, 1 / 3, 0.5, 1)


def test_a_vector_of_matches_shows_one_seat_of_each() -> None:
    asked = []

    def rival(seen: Any, masks: Any) -> list[int]:
        asked.append(len(seen))
        assert (seen[:, whose : whose + 5].argmax(axis=1) != 1).all()
        return [int(mask.argmax()) for mask in masks]

    opened = game(DEEP).at_once()
    whose = Seated(opened, 2).sight.layout[4].start
    envs = GoldrushVectorEnv(4, opened, 3, seat=1, rival=rival)
    seen, _ = envs.reset(seed=5)
    ended, wins = 0, 0.0
    while ended < 4:
        assert envs.observation_space.contains(seen)
        assert (seen["observation"][:, whose : whose + 5].argmax(axis=1) == 1).all()
        chosen = [int(mask.argmax()) for mask in seen["action_mask"]]
        before = seen
        seen, rewards, over, late, infos = envs.step(chosen)
        assert not late.any()
        for k in np.flatnonzero(over):
            last = infos["final_obs"][k]["observation"]
            assert last.tobytes() == before["observation"][k].tobytes()
        ended += int(over.sum())
        wins += float(rewards.sum())
        assert not rewards[~over].any()
    assert asked
    assert 0 <= wins <= ended


def loaded(name: str, **params: Any) -> Any:
    openspiel.use(game(name).at_once())
    return pyspiel.load_game(f"goldrush_{name}", params)


def test_openspiel_plays_a_game_to_its_end() -> None:
    pyspiel.random_sim_test(loaded(DEEP, seats=2), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_openspiel_plays_every_game(name: str) -> None:
    spiel = loaded(name, seats=2)
    state, luck = spiel.new_initial_state(), random.Random(1)
    for _ in range(CYCLES):
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            assert sum(chances) == pytest.approx(1)
            state.apply_action(luck.choices(outcomes, chances)[0])
        else:
            state.apply_action(luck.choice(state.legal_actions()))
    twin = state.clone()
    assert str(twin) == str(state)
    assert twin.history() == state.history()
    for player in range(2):
        assert twin.information_state_string(player) == state.information_state_string(player)
        tensor = state.information_state_tensor(player)
        assert (
            len(tensor)
            == spiel.information_state_tensor_size()
            == Seated(name_of(spiel)).sight.size
        )


def name_of(spiel: Any) -> Any:
    return game(spiel.get_type().short_name.removeprefix("goldrush_")).at_once()


def test_the_algorithms_of_openspiel_run() -> None:
    spiel = loaded("goldrausch", seats=2)
    state, luck = spiel.new_initial_state(), np.random.RandomState(1)
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    rollout = mcts.RandomRolloutEvaluator(1, luck)
    search = mcts.MCTSBot(spiel, 1.4, 3, rollout, random_state=luck)
    assert search.step(state) in state.legal_actions()
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(spiel)
    solver.iteration()
    found = solver.average_policy().action_probabilities(state)
    assert sum(found.values()) == pytest.approx(1)


def test_an_information_state_tells_what_a_seat_has_seen_and_nothing_else() -> None:
    """Two matches of Golden-Town that differ in what another seat was dealt."""
    spiel = loaded("golden_town", seats=2)
    texts: list[list[str]] = []
    mine: list[int] = []
    for other in (0, -1):
        state = spiel.new_initial_state()
        state.apply_action(state.legal_actions()[0])  # seat 0 starts
        for drawn in range(4):  # cards, one by one round the table
            open_cards = state.legal_actions()
            if drawn % 2 == 0 and other == 0:
                mine.append(open_cards[len(open_cards) // 2])
            state.apply_action(open_cards[other] if drawn % 2 else mine[drawn // 2])
        texts.append([state.information_state_string(player) for player in range(2)])
    assert texts[0][0] == texts[1][0]
    assert texts[0][1] != texts[1][1]
    observer = make_observation(spiel)
    observer.set_from(state, 0)
    assert observer.tensor.tolist() == pytest.approx(state.observation_tensor(0))
