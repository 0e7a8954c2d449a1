"""The dashboard for Grafana: all that it draws is measured, and all that is measured is drawn."""

import json
import re
from pathlib import Path

from goldrush.server.metrics import Metrics

BOARD = json.loads((Path(__file__).parents[1] / "docs" / "grafana.json").read_text("utf-8"))
DRAWN = [target["expr"] for panel in BOARD["panels"] for target in panel["targets"]]


def kept() -> tuple[set[str], set[str]]:
    """The names of all figures of a server, and those of their families."""
    families = list(Metrics().registry.collect())
    of_labels = {f"{one.name}_total" for one in families if one.type == "counter"}
    buckets = {f"{one.name}_bucket" for one in families if one.type == "histogram"}
    plain = {one.name for one in families if one.type == "gauge"}
    return of_labels | buckets | plain, {one.name for one in families}


def test_it_draws_what_a_server_tells_and_nothing_else() -> None:
    names = {name for expr in DRAWN for name in re.findall(r"\b(?:goldrush|process)_\w+", expr)}
    told, _ = kept()
    assert names <= told


def test_every_figure_of_our_own_is_drawn() -> None:
    _, families = kept()
    lacking = [
        name
        for name in families
        if name.startswith("goldrush_") and not any(name in expr for expr in DRAWN)
    ]
    assert not lacking


def test_no_two_panels_lie_on_each_other() -> None:
    places = [
        {
            (x, y)
            for x in range(at["x"], at["x"] + at["w"])
            for y in range(at["y"], at["y"] + at["h"])
        }
        for at in (panel["gridPos"] for panel in BOARD["panels"])
    ]
    assert len(set().union(*places)) == sum(map(len, places))
