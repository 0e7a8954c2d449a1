"""The notebook for researchers runs from top to bottom and prints what stands in it."""

import contextlib
import io
import json
from typing import Any

import matplotlib as mpl

from folders import ROOT


def test_the_notebook_prints_what_it_shows() -> None:
    mpl.use("agg")
    book = json.loads((ROOT / "docs" / "research.ipynb").read_text("utf-8"))
    cells = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
    assert cells
    names: dict[str, Any] = {}
    for cell in cells:
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(compile("".join(cell["source"]), cell["id"], "exec"), names)
        shown = "".join(line for out in cell["outputs"] for line in out["text"])
        assert said.getvalue() == shown, cell["id"]
