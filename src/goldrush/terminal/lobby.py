"""A table elsewhere in words: who sits there, who is away, and what it still waits for."""

from collections.abc import Iterator

from goldrush.games.texts import Texts
from goldrush.server.messages import Table
from goldrush.terminal import words


def names(table: Table, texts: Texts) -> list[str]:
    """What everybody is called at a table, by seat."""
    called: list[str] = []
    for number, seat in enumerate(table.seats, start=1):
        bot = persona(seat.persona, texts) if seat.persona else ""
        name = seat.name or bot or texts("replay.seat", number=number)
        called.append(words.another(texts, name, called))
    return called


def persona(key: str, texts: Texts) -> str:
    """A bot's name; one that is not known here is called as the server does."""
    return texts(f"persona.{key}.name") if f"persona.{key}.name" in texts.forms else key


def seats(table: Table, mine: list[int], texts: Texts) -> list[str]:
    """Who sits where, a line each."""
    return [
        texts("lobby.seat", number=n + 1, who=_who(table, n, texts, mine=n in mine))
        for n in range(len(table.seats))
    ]


def rules(table: Table, texts: Texts) -> list[str]:
    """That a rematch is played by newer rules than the match before."""
    versions = {"version": table.version, "before": table.before}
    return [texts("lobby.newer_rules", **versions)] if table.before else []


def missing(table: Table) -> int:
    """How many seats are still free."""
    return sum(not seat.taken for seat in table.seats)


def changes(before: Table, after: Table, mine: list[int], texts: Texts) -> Iterator[str]:
    """What has changed about other people while a match is played, a line each."""
    for n, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        name = texts.names[n]
        if new.late and not old.late and new.persona:
            bot = persona(new.persona, texts)
            yield texts("lobby.late", bot=bot, name=name)
        elif new.name and new.persona and not old.persona:
            yield texts("lobby.stands_in", bot=persona(new.persona, texts), name=name)
        elif new.name and old.persona and not new.persona:
            yield texts("lobby.plays_again", name=name)
        elif n not in mine and old.present != new.present:
            yield texts("lobby.back" if new.present else "lobby.away", name=name)
    if before.warm and not after.warm:
        yield texts("table.warm")


def _who(table: Table, n: int, texts: Texts, *, mine: bool) -> str:
    seat, name = table.seats[n], texts.names[n]
    if seat.persona and not seat.name:
        return texts("lobby.bot", name=name)
    if not seat.taken:
        return texts("lobby.awaited", name=name) if seat.name else texts("lobby.free")
    here = name if seat.present else texts("lobby.gone", name=name)
    who = texts("lobby.you", name=name) if mine else here
    return texts("lobby.lots", who=who) if seat.lots else who
