#!/usr/bin/env python3
"""A bot that plays what a network has learned: examples/ppo.py puts a copy beside the weights."""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from goldrush import Position, game

LAYERS = ("body.0", "body.2", "choice")

with np.load(Path(__file__).with_suffix(".npz")) as kept:
    learned = game(str(kept["game"]))
    weights = [kept[f"{layer}.weight"].astype(np.float32) for layer in LAYERS]
    biases = [kept[f"{layer}.bias"].astype(np.float32) for layer in LAYERS]
room = np.zeros(learned.features.FEATURES, np.float32)
number = {action.text: action for action in learned.steps[0]}


def worth(position: Position, seat: int) -> np.ndarray:
    """How good each action is, of those that can be played."""
    learned.features.features(position.record, seat, room)
    found = room
    for weight, bias in zip(weights[:-1], biases[:-1], strict=True):
        found = np.maximum(weight @ found + bias, 0)
    return weights[-1] @ found + biases[-1]


def choose(view: dict[str, Any]) -> str:
    """The best of the actions that the view offers."""
    position = Position.from_text(learned, view["position"], checked=False)  # a hidden one
    found = worth(position, view["seat"])
    return max(view["actions"], key=lambda action: found[number[action]])


worth(Position(learned), 0)  # compiles before anybody waits for an answer
for line in sys.stdin:
    word, _, rest = line.partition(" ")
    if word == "goldrush":
        print("goldrush", 1, flush=True)
    elif word == "choose":
        print(choose(json.loads(rest)), flush=True)
