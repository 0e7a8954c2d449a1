"""The tables that wait for people who are followed; nothing is known of anybody else."""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from goldrush.server.store import Sheet
from goldrush.server.waits import HELD, INVITED, OVER, Wait, turn_of

if TYPE_CHECKING:
    from goldrush.server.table import Table


class Waitlist:
    """What is known."""

    def __init__(self) -> None:
        self.changed: set[str] = set()  # people of whom something is new, and ...
        self.stirred = asyncio.Event()  # ... that there are some
        self.when_owed: Callable[[str, Wait], None] = lambda *_: None  # told of matches that end
        self._followers: Counter[str] = Counter()
        self._known: dict[str, dict[str, Wait]] = {}  # by person and code
        self._invited: dict[str, set[str]] = {}  # people by the code of a table that has not begun

    def follow(self, player: str) -> bool:
        """Has a person's tables known from now on; whether nothing is known of them yet."""
        self._followers[player] += 1
        if player in self._known:
            return False
        self._known[player] = {}
        return True

    def leave(self, player: str) -> None:
        """Takes that back once; what is known is kept until it is dropped."""
        self._followers[player] -= 1
        if not self._followers[player]:
            del self._followers[player]

    def drop(self, player: str) -> None:
        """Forgets a person whom nobody follows."""
        if player not in self._followers:
            self._known.pop(player, None)

    def forget(self, player: str) -> None:
        """Forgets what a person should know who had everything deleted."""
        for code in list(self._known.get(player, ())):
            self._remove(player, code)

    def follows(self, player: str) -> bool:
        """Whether a person's tables are known."""
        return player in self._known

    def of(self, player: str) -> list[Wait]:
        """What a person should know, the oldest first."""
        return sorted(self._known.get(player, {}).values(), key=lambda wait: wait.since)

    def look(self, table: "Table") -> None:
        """Notes how it is at a table that has changed."""
        if table.sheet.begun:
            for player in self._invited.pop(table.sheet.code, ()):
                self._let_invited_go(player, table.sheet.code)
        for player in {place.player for place in table.sheet.places}:
            if player in self._known:
                turn = turn_of(table.sheet, table.play, player)
                self.note(player, table.sheet, turn, table.services.clock())

    def note(self, player: str, sheet: Sheet, turn: int | None, now: int) -> None:
        """Notes for which turn a table waits for a person."""
        known = self._known.get(player, {})
        before = known.get(sheet.code)
        if turn == HELD or (before and before.turn == OVER):
            return
        if turn is None:
            self._remove(player, sheet.code)
        elif player in self._known and (before is None or before.turn != turn):
            known[sheet.code] = Wait(sheet.code, sheet.game, turn, now)
            self._stir(player)

    def ended(self, table: "Table") -> None:
        """Notes that a match has ended, for those who are followed and were not there."""
        sheet = table.sheet
        people = {place.player for place in sheet.places if place.player}
        for player in people & self._known.keys():
            self._remove(player, sheet.code)
            if len(people) > 1 and not table.presence.here(player):
                wait = Wait(sheet.code, sheet.game, OVER, table.services.clock())
                self.owe(player, wait)
                self.when_owed(player, wait)

    def owe(self, player: str, wait: Wait) -> None:
        """Notes something that a person should know who is followed."""
        if player in self._known:
            self._known[player][wait.code] = wait
            self._stir(player)
            if wait.turn == INVITED:
                self._invited.setdefault(wait.code, set()).add(player)

    def keep_invited(self, player: str, codes: Collection[str]) -> None:
        """Notes that a person is invited to these tables alone."""
        for wait in self.of(player):
            if wait.code not in codes:
                self._let_invited_go(player, wait.code)

    def _let_invited_go(self, player: str, code: str) -> None:
        self._invited.get(code, set()).discard(player)
        wait = self._known.get(player, {}).get(code)
        if wait and wait.turn == INVITED:
            self._remove(player, code)

    def seen(self, player: str, code: str) -> None:
        """Notes that a person knows, if it is so, that a match is over."""
        wait = self._known.get(player, {}).get(code)
        if wait and wait.turn == OVER:
            self._remove(player, code)

    def _remove(self, player: str, code: str) -> None:
        if self._known.get(player, {}).pop(code, None):
            self._stir(player)

    def _stir(self, player: str) -> None:
        self.changed.add(player)
        self.stirred.set()
