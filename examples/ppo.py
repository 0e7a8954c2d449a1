"""Learns a game from nothing by playing against itself: PPO over ``goldrush.Batch`` in PyTorch.

    pip install torch
    python examples/ppo.py oh_my_gold --minutes 10      # on a GPU if there is one
    python examples/ppo.py gold --seats 4 --device cpu
    for game in gold goldrausch oh_my_gold gold_river golden_town; do
        python examples/ppo.py $game --minutes 5 --games 0 &  # all five at once on one GPU
    done; wait
    python examples/curve.py learned/*                  # their leagues, also on another machine

One network sits at all seats of thousands of matches.  It sees the game's features, says how good
each action is and how likely its seat is to win, and learns from the results alone.

Now and then it is looked at: its weights are kept in ``learned/GAME-SEATS``, each with a program
that plays them and can be named wherever a bot can.  In the end all of these play leagues against
the hand-made player, which is the learning curve (``curve.py``).
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import curve
import numpy as np
import torch
from torch import Tensor, nn

from goldrush import Batch

MATCHES, STEPS, PASSES, PARTS = 4096, 64, 2, 8  # played at once; between two lessons; of a lesson
WIDTH = 256  # of both hidden layers
LAMBDA, CLIP, CURIOSITY, RATE = 0.95, 0.2, 0.01, 5e-4
GIVEN_UP = -1e9  # the logit of what cannot be played
LOOKS = 8  # at what has been learned: soon at first, then more and more seldom


class Net(nn.Module):
    """What a seat may know, to what its actions and its chances are worth."""

    def __init__(self, inputs: int, actions: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(inputs, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU()
        )
        self.choice, self.worth = nn.Linear(WIDTH, actions), nn.Linear(WIDTH, 1)
        nn.init.zeros_(self.choice.weight)  # begins as a player at random
        nn.init.zeros_(self.choice.bias)

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of the actions, and the seat's share of the win."""
        found = self.body(seen)
        return self.choice(found).masked_fill(~mask, GIVEN_UP), self.worth(found).sigmoid()[:, 0]

    def save(self, path: Path, game: str) -> None:
        """Writes the weights as plain arrays."""
        parts = {name: part.half().cpu().numpy() for name, part in self.state_dict().items()}
        np.savez_compressed(path, game=game, **parts)


@dataclass
class Lesson:
    """What was played since the last one: a row for each step, a column for each match."""

    seen: Tensor
    mask: Tensor
    action: Tensor
    before: Tensor  # how likely the action was, as a logarithm
    worth: Tensor  # what the seat expected
    actor: Tensor
    rewards: Tensor
    done: Tensor

    @classmethod
    def empty(cls, inputs: int, actions: int, seats: int, device: str) -> "Lesson":
        """Room for one."""
        shape = (STEPS, MATCHES)

        def room(*more: int, kind: torch.dtype = torch.float32) -> Tensor:
            return torch.zeros(*shape, *more, dtype=kind, device=device)

        whole = {"kind": torch.int64}
        flags = {"kind": torch.bool}
        return cls(
            room(inputs),
            room(actions, **flags),
            room(**whole),
            room(),
            room(),
            room(**whole),
            room(seats),
            room(**flags),
        )


class Table:
    """A batch of matches as tensors, without copies."""

    def __init__(self, game: str, seats: int | None, seed: int, device: str) -> None:
        self.batch = Batch(game, MATCHES, seats, seed=seed, device=device, checked=False)
        features = [part for part in self.batch.layout if part.name.startswith("features.")]
        self.inputs = features[-1].start + features[-1].size
        self.actions = self.batch.mask.shape[1]
        tensors = (self.batch.mask, self.batch.actor, self.batch.rewards, self.batch.done)
        as_tensor = lambda array: torch.as_tensor(array, device=device)  # noqa: E731
        self.mask, self.actor, self.rewards, self.done = map(as_tensor, tensors)
        self.seen = as_tensor(self.batch.observe())[:, : self.inputs]

    def step(self, action: Tensor) -> None:
        """Plays an action in each match, and whatever chance does then."""
        self.batch.step(action if action.is_cuda else action.numpy())
        self.batch.observe()


@torch.no_grad()
def play(net: Net, table: Table, into: Lesson) -> None:
    """Plays STEPS decisions in all matches."""
    for t in range(STEPS):
        into.seen[t], into.mask[t], into.actor[t] = table.seen, table.mask, table.actor
        logits, worth = net(into.seen[t], into.mask[t])
        likely = torch.distributions.Categorical(logits=logits, validate_args=False)
        action = likely.sample()
        into.action[t], into.before[t], into.worth[t] = action, likely.log_prob(action), worth
        table.step(action)
        into.rewards[t], into.done[t] = table.rewards, table.done


def advantages(lesson: Lesson) -> tuple[Tensor, Tensor]:
    """How much better each decision came out than its seat expected, and of which that is known.

    Seats take turns, so each has a chain of its own decisions; the result is the end of all.  What
    came of a seat's last decision before the lesson ended is not known yet.
    """
    found, known = torch.zeros_like(lesson.worth), torch.zeros_like(lesson.done)
    ahead, expected = torch.zeros_like(lesson.rewards[0]), torch.zeros_like(lesson.rewards[0])
    told = torch.zeros_like(ahead, dtype=torch.bool)
    for t in reversed(range(STEPS)):
        over = lesson.done[t][:, None]
        expected = torch.where(over, lesson.rewards[t], expected)
        ahead, told = torch.where(over, 0.0, ahead), told | over
        seat, worth = lesson.actor[t][:, None], lesson.worth[t][:, None]
        better = expected.gather(1, seat) - worth + LAMBDA * ahead.gather(1, seat)
        better = torch.where(told.gather(1, seat), better, 0.0)
        found[t], known[t] = better[:, 0], told.gather(1, seat)[:, 0]
        expected = expected.scatter(1, seat, worth)
        ahead, told = ahead.scatter(1, seat, better), told.scatter(1, seat, value=True)
    return found, known


def learn(net: Net, optimizer: torch.optim.Optimizer, lesson: Lesson) -> tuple[float, float]:
    """Makes what came out well likelier; returns how unsure the choices are, and how wrong it was.

    That is the mean square of what a seat won more or less than it expected.
    """
    found, known = advantages(lesson)
    rows = known.flatten().nonzero()[:, 0]
    if not len(rows):
        return 0.0, 0.0  # no match has ended yet
    parts = (lesson.seen, lesson.mask, lesson.action, lesson.before, lesson.worth, found)
    seen, mask, action, before, worth, better = (part.flatten(0, 1) for part in parts)
    aim = worth + better
    wrong = better[rows].square().mean()
    better = (better - better[rows].mean()) / (better[rows].std() + 1e-8)
    unsure = torch.zeros((), device=rows.device)
    for _ in range(PASSES):
        for part in rows[torch.randperm(len(rows), device=rows.device)].chunk(PARTS):
            logits, told = net(seen[part], mask[part])
            likely = torch.distributions.Categorical(logits=logits, validate_args=False)
            ratio = (likely.log_prob(action[part]) - before[part]).exp()
            gain = better[part]
            least = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
            unsure = likely.entropy().mean()
            loss = -least.mean() + (told - aim[part]).square().mean() - CURIOSITY * unsure
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()
    return float(unsure.detach()), float(wrong)


def train(table: Table, net: Net, minutes: float) -> Iterator[dict[str, float]]:
    """Plays and learns in turn until time is up; stops at each look to tell how far it is."""
    optimizer = torch.optim.Adam(net.parameters(), RATE)
    device = next(net.parameters()).device
    lesson = Lesson.empty(table.inputs, table.actions, table.batch.seats, str(device))
    begun, lessons, look = time.perf_counter(), 0, 1
    while look <= LOOKS:
        part = min((time.perf_counter() - begun) / (60 * minutes), 1.0)
        for group in optimizer.param_groups:
            group["lr"] = RATE * (1 - part)
        play(net, table, lesson)
        unsure, wrong = learn(net, optimizer, lesson)
        lessons += 1
        spent = (time.perf_counter() - begun) / 60
        due = int(LOOKS * min(spent / minutes, 1.0) ** 0.5)
        if due >= look:
            yield {
                "look": due,
                "minutes": round(spent, 2),
                "decisions": lessons * STEPS * MATCHES,
                "entropy": round(unsure, 4),
                "error": round(wrong, 4),
            }
            look = due + 1


def learned(said: argparse.Namespace, table: Table) -> Path:
    """Learns, and keeps all looks in a folder."""
    folder = said.out / f"{said.game}-{table.batch.seats}"
    folder.mkdir(parents=True, exist_ok=True)
    net = Net(table.inputs, table.actions).to(said.device)
    rows: list[dict[str, str]] = []
    for look in train(table, net, said.minutes):
        net.save(folder / f"{look['look']}.npz", said.game)
        curve.add_player(folder, int(look["look"]))
        where = {"game": said.game, "seats": str(table.batch.seats)}
        rows.append(where | {name: str(value) for name, value in look.items()})
        curve.write(folder / "looks.csv", rows)
        print(", ".join(f"{name} {value}" for name, value in rows[-1].items()), flush=True)
    return folder


def arguments() -> argparse.Namespace:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("game")
    asked.add_argument("--seats", type=int, help="the fewest that the game has")
    asked.add_argument("--minutes", type=float, default=10.0, help="of learning")
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    asked.add_argument("--out", type=Path, default=Path("learned"))
    asked.add_argument("--games", type=int, default=100, help="for each look; 0 plays no leagues")
    asked.add_argument("--workers", type=int, help="processes that play leagues")
    return asked.parse_args()


def main() -> None:
    said = arguments()
    torch.manual_seed(said.seed)
    torch.set_float32_matmul_precision("high")
    folder = learned(said, Table(said.game, said.seats, said.seed, said.device))
    if said.games:
        curve.measure(folder, said.games, said.workers)


if __name__ == "__main__":
    main()
