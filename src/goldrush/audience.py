"""All who follow a match while it is played: each pair of eyes looks once, whoever sees by it."""

from collections.abc import Iterable

from goldrush.match import Match
from goldrush.position import Position
from goldrush.witness import Glimpse, Look, Witness


class Audience:
    """The witnesses of a match."""

    def __init__(self, match: Match, eyes: Iterable[int] = ()) -> None:
        self.match = match
        self._witnesses: dict[int, Witness] = {}
        for one in eyes:
            self.admit(one)

    def admit(self, eyes: int) -> None:
        """Lets a seat, or WATCHER, follow the match from here on."""
        if eyes not in self._witnesses:
            self._witnesses[eyes] = Witness(self.match.position, eyes)

    def play(self, said: int | str) -> dict[int, Glimpse]:
        """Plays one legal step; returns what each pair of eyes has seen of it."""
        if not self._witnesses:
            self.match.play(said)
            return {}
        before = self.match.position.copy()
        step = int(self.match.play(said))
        after = self.match.position
        return {eyes: one.follow(before, step, after) for eyes, one in self._witnesses.items()}

    def cut(self, number: int, then: Position | None = None) -> dict[int, Look]:
        """Takes back the steps from *number* on; returns where the match stands for everybody."""
        self.match.cut(number, then)
        for witness in self._witnesses.values():
            witness.look(self.match.position)
        return {eyes: witness.now for eyes, witness in self._witnesses.items()}
