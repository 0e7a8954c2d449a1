"""A table elsewhere in words: who sits there, who is away, and what it still waits for."""

from collections.abc import Iterator

from goldrush.games.texts import Texts
from goldrush.server.messages import Seat, Table
from goldrush.terminal import words


def names(table: Table, texts: Texts) -> list[str]:
    """What everybody is called at a table, by seat."""
    called: list[str] = []
    for number, seat in enumerate(table.seats, start=1):
        name = seat.name or bot(seat, texts) or texts("replay.seat", number=number)
        called.append(words.another(texts, name, called))
    return called


def bot(seat: Seat, texts: Texts) -> str:
    """The name of the bot at a seat, if there is one."""
    if seat.guest:
        return seat.guest.name
    return persona(seat.persona, texts) if seat.persona else ""


def persona(key: str, texts: Texts) -> str:
    """A bot's name; one that is not known here is called as the server does."""
    return texts(f"persona.{key}.name") if f"persona.{key}.name" in texts.forms else key


def seats(table: Table, mine: list[int], texts: Texts) -> list[str]:
    """Who sits where, a line each."""
    return [
        texts("lobby.seat", number=n + 1, who=_strong(table, n, texts, mine=n in mine))
        for n in range(len(table.seats))
    ]


def _strong(table: Table, n: int, texts: Texts, *, mine: bool) -> str:
    """Who sits there, and how strong they are known to be, if the match is rated."""
    who, rating = _who(table, n, texts, mine=mine), table.seats[n].rating
    if not rating:
        return who
    return texts("lobby.rating", who=who, value=rating.value, margin=rating.margin)


def rules(table: Table, texts: Texts) -> list[str]:
    """That a rematch is played by newer rules than the match before, and that it is rated."""
    versions = {"version": table.version, "before": table.before}
    newer = [texts("lobby.newer_rules", **versions)] if table.before else []
    return [*newer, texts("lobby.rated")] if table.rated else newer


def ratings(table: Table, texts: Texts) -> list[str]:
    """How strong all are known to be after a rated match, and what it changed, a line each."""
    if not table.rated:
        return []
    found = [texts("result.ratings")]
    for name, seat in zip(texts.names, table.seats, strict=True):
        if one := seat.rating:
            figure = {"name": name, "value": one.value, "margin": one.margin}
            change = "" if one.change is None else f"{one.change:+}"
            key = "result.rated_changed" if change else "result.rated"
            found.append(texts(key, **figure, change=change))
    return found


def missing(table: Table) -> int:
    """How many seats are still free."""
    return sum(not seat.taken for seat in table.seats)


def changes(before: Table, after: Table, mine: list[int], texts: Texts) -> Iterator[str]:
    """What has changed about other people while a match is played, a line each."""
    for n, (old, new) in enumerate(zip(before.seats, after.seats, strict=True)):
        name = texts.names[n]
        if new.late and not old.late and new.persona:
            yield texts("lobby.late", bot=bot(new, texts), name=name)
        elif new.name and new.persona and not old.persona:
            yield texts("lobby.stands_in", bot=bot(new, texts), name=name)
        elif new.name and old.persona and not new.persona:
            yield texts("lobby.plays_again", name=name)
        elif n not in mine and old.present != new.present:
            yield texts("lobby.back" if new.present else "lobby.away", name=name)
        if new.guest and old.guest and new.guest.lost > old.guest.lost:
            yield texts("table.lost", name=name)
    if before.warm and not after.warm:
        yield texts("table.warm")


def _who(table: Table, n: int, texts: Texts, *, mine: bool) -> str:
    seat, name = table.seats[n], texts.names[n]
    if seat.persona and not seat.name:
        return texts("lobby.gone_bot" if seat.guest and seat.guest.gone else "lobby.bot", name=name)
    if not seat.taken:
        return texts("lobby.awaited", name=name) if seat.name else texts("lobby.free")
    here = name if seat.present else texts("lobby.gone", name=name)
    who = texts("lobby.you", name=name) if mine else here
    return texts("lobby.lots", who=who) if seat.lots else who
