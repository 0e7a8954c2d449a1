"""A match to be looked at again: from its link, its file, or the server where it was played."""

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import parse_qs

import msgspec

from goldrush.games import GAMES
from goldrush.games.problem import Problem
from goldrush.games.texts import Texts
from goldrush.match import Match, told
from goldrush.server import messages as wire
from goldrush.terminal import lobby, words
from goldrush.terminal.remote import Server, table

FILE = ".json"  # ends the names of files, and of no link
LONGEST = 30  # letters of a name: 24, and what tells equal ones apart


def opened(said: str, lang: str | None) -> tuple[Match, Texts]:
    """A match by its link, its file or the address of its table; its texts know who played."""
    words.texts(lang)  # refuses what is no language
    address, _, query = said.strip().partition("?")
    last = address.rpartition("/")[2]
    if last.partition(".")[0] in GAMES and not (_is_file(said) or last.endswith(FILE)):
        match = Match.from_link(last)
        names = parse_qs(query, keep_blank_values=True).get("by", [])
        return match, _texts(match, lang, names)
    if said.lower().startswith(("http://", "https://")):
        return _fetched(said, lang)
    if not _is_file(said):
        raise Problem(
            '"{}" is neither the link of a match, nor its file, nor the address of its table', said
        )
    match = Match.load(Path(said))
    return match, _texts(match, lang, [])


def _fetched(said: str, lang: str | None) -> tuple[Match, Texts]:
    """A match that is over, from its table."""
    where, code = table(said)
    server = Server(where)
    proof = server.ask("GET", f"/tables/{code}/proof", wire.Proof)
    match = told(msgspec.json.encode(proof.match), said)
    seated = server.ask("GET", f"/tables/{code}", wire.Seated).table
    names = lobby.names(seated, words.texts(lang, match.game.name))
    return match, _texts(match, lang, names)


def _texts(match: Match, lang: str | None, names: Sequence[str]) -> Texts:
    """The texts of a match; a seat of which no name is known goes by its number."""
    texts = words.texts(lang, match.game.name)
    called: list[str] = []
    for seat in range(match.seats):
        said = words.printable(names[seat])[:LONGEST].strip() if seat < len(names) else ""
        name = said or texts("replay.seat", number=seat + 1)
        called.append(words.another(texts, name, called))
    texts.names = called
    return texts


def _is_file(said: str) -> bool:
    try:
        return Path(said).is_file()
    except (OSError, ValueError):  # a link is longer than any name, and a NUL is in none
        return False
