"""How what was learned grew stronger: each look at it in a league against the hand-made player.

    python examples/curve.py learned/gold-2 --games 200

The folder is one that ``examples/ppo.py`` wrote: ``looks.csv``, and for each look a player with its
weights.  What the leagues find is written to ``curve.csv`` there, and drawn in ``curve.svg``.
PyTorch is not needed for it.
"""

import argparse
import csv
import shutil
from pathlib import Path
from typing import Any

from goldrush import game, league

PLAYER = Path(__file__).parent / "bots" / "learned.py"
RIVAL = "handmade"
AT_LEISURE = ":ms=10000"  # what it is worth should not depend on how busy a machine is
FIGURES = ("rating", "rating_margin", "share", "share_margin", "games", "lost")
LEFT, TOP, WIDE, HIGH = 60, 30, 520, 260  # of the picture: where the curve stands, and how large


def add_player(folder: Path, look: int) -> None:
    """Puts the program that plays it beside the weights of a look."""
    shutil.copy(PLAYER, folder / f"{look}.py")


def measure(folder: Path, games: int, workers: int | None = None) -> list[dict[str, str]]:
    """Plays a league for each look, the last one four times as long; writes and draws the curve."""
    found = read(folder / "looks.csv")
    for row in found:
        last = row is found[-1]
        rated = play(folder, row, 4 * games if last else games, workers)
        row |= {name: f"{getattr(rated, name):.4g}" for name in FIGURES}
        print(
            f"{row['game']}, {row['seats']} seats, {row['minutes']} min: {rated.rating:+.0f} ±"
            f" {rated.rating_margin:.0f} points against {RIVAL}, {rated.games} games,"
            f" {100 * (rated.share or 0):.1f} ± {100 * (rated.share_margin or 0):.1f} % of the"
            " wins for a seat",
            flush=True,
        )
    write(folder / "curve.csv", found)
    (folder / "curve.svg").write_text(picture(found), "utf-8")
    return found


def play(folder: Path, row: dict[str, str], games: int, workers: int | None) -> Any:
    """What a look at it proved worth, as a league rates it."""
    player = f"{folder.resolve() / row['look']}.py{AT_LEISURE}"
    met, seats = game(row["game"]), int(row["seats"])
    (table,) = league(met, [RIVAL, player], [seats], games, workers=workers).tables
    return next(one for one in table.bots if one.bot == player)


def read(path: Path) -> list[dict[str, str]]:
    """The rows of a file."""
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def write(path: Path, rows: list[dict[str, str]]) -> None:
    """Writes rows that have the same columns."""
    with path.open("w", newline="", encoding="utf-8") as file:
        sheet = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        sheet.writeheader()
        sheet.writerows(rows)


def picture(rows: list[dict[str, str]]) -> str:
    """The curve as SVG: points above the hand-made player by minutes, with their margins."""
    times = [float(row["minutes"]) for row in rows]
    points = [float(row["rating"]) for row in rows]
    margins = [float(row["rating_margin"]) for row in rows]
    least = min(0.0, *(a - m for a, m in zip(points, margins, strict=True)))
    most = max(0.0, *(a + m for a, m in zip(points, margins, strict=True)))

    def x(minutes: float) -> float:
        return LEFT + WIDE * minutes / times[-1]

    def y(rating: float) -> float:
        return TOP + HIGH * (most - rating) / (most - least)

    def text(at: tuple[float, float], said: str, anchor: str = "start") -> str:
        return f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" text-anchor="{anchor}">{said}</text>'

    line = " ".join(f"{x(t):.1f},{y(r):.1f}" for t, r in zip(times, points, strict=True))
    bars = [
        f'<path d="M{x(t):.1f} {y(r - m):.1f}V{y(r + m):.1f}"/>'
        for t, r, m in zip(times, points, margins, strict=True)
    ]
    title = f"{rows[0]['game']}, {rows[0]['seats']} seats: rating against {RIVAL} by minutes"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDE + 30}'
            f' {TOP + HIGH + 40}" font-family="sans-serif" font-size="13">',
            f"<title>{title}</title>",
            '<rect width="100%" height="100%" fill="#fff"/>',
            text((LEFT, 18), title),
            f'<path d="M{LEFT} {y(0):.1f}h{WIDE}" stroke="#888" stroke-dasharray="4 4"/>',
            *(text((LEFT - 6, y(at) + 4), f"{at:+.0f}", "end") for at in {least, 0.0, most}),
            *(text((x(t), TOP + HIGH + 20), f"{t:g}", "middle") for t in (0.0, times[-1])),
            f'<g stroke="#b8860b" stroke-width="2" fill="none">{"".join(bars)}',
            f'<polyline points="{line}"/></g>',
            "</svg>\n",
        ]
    )


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    asked.add_argument("folder", type=Path, nargs="+")
    asked.add_argument("--games", type=int, default=100, help="for each look; 4 × for the last")
    asked.add_argument("--workers", type=int, help="processes; as many as there are cores")
    said = asked.parse_args()
    for folder in said.folder:
        measure(folder, said.games, said.workers)


if __name__ == "__main__":
    main()
