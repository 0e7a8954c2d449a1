"""What people are shown of Panning: everything, for all is done before all eyes [P9]."""

from typing import TYPE_CHECKING

from goldrush.core import CHANCE
from goldrush.core.seats import NOBODY
from goldrush.games.panning.shapes import Face, View
from goldrush.games.plain import Plain
from goldrush.games.shapes import Line
from goldrush.games.views import common, line, who

if TYPE_CHECKING:
    from goldrush.games.panning import notation, rules  # bound by games.game()

FIXED: tuple[str, ...] = ("faces",)
COVERS = False
SECRETS = False
WHISPERS = False
PAUSES: tuple[str, ...] = ()
PARAGRAPHS = {"decide": "P5", "waits": "P5", "rolling": "P4", "start": "P8", "over": "P7"}


def view(s: Plain, seat: int) -> View:
    """The table; nobody sees more of it than others."""
    return View(
        **common(rules, notation, s, seat, _prompt(s), PARAGRAPHS, "grains"),
        round=min(s.turns // s.seats, rules.ROUNDS - 1),
        rounds=rules.ROUNDS,
        pan=s.pan,
        full=rules.FULL,
        pouches=s.pouch[: s.seats],
        faces=_FACES,
    )


_FACES = [Face(int(n), int(k)) for n, k in zip(rules.GRAINS, rules.FACES, strict=True)]


def log(before: Plain, step: int | None, after: Plain, seat: int) -> list[Line]:
    """What a step is told as."""
    assert step is not None  # all is seen in Panning
    if before.first == NOBODY:
        return [line("log.starts", seat=who(step - rules.STARTS))]
    roller = who(before.turn)
    if before.asked:
        if step == rules.DIP:
            return [line("log.again", seat=roller)]
        return [line("log.stops", seat=roller, n=before.pan)]
    if step == rules.FLOOD:
        lost = line("log.flood", seat=roller, n=before.pan)
        return [lost if before.pan else line("log.flood_at_once", seat=roller)]
    lines = [line("log.finds", seat=roller, n=int(rules.GRAINS[step]))]
    if after.turns > before.turns:
        lines.append(line("log.full", seat=roller, n=rules.FULL))
    return lines


def _prompt(s: Plain) -> Line:
    if s.finished:
        return line("prompt.over")
    if s.actor == CHANCE:
        return line("prompt.start" if s.first == NOBODY else "prompt.rolling")
    return line("prompt.decide", seat=who(s.actor), n=s.pan)
