"""The proof of a match that is over, from a file or from the server where it was played."""

from pathlib import Path
from typing import NamedTuple

import msgspec

from goldrush.match import Match, Unfair, proven, verify, verify_lots
from goldrush.server.messages import Proof
from goldrush.terminal.remote import Server, table


class Proven(NamedTuple):
    """A match whose every draw is fair, and the seats if they were drawn too."""

    match: Match
    lots: list[int] | None = None


def checked(said: str, commitment: str | None = None) -> Proven:
    """Checks a match by the name of its file or the address of its table; see match.verify."""
    if said.lower().startswith(("http://", "https://")):
        return _fetched(said, commitment)
    return Proven(verify(Path(said), commitment))


def _fetched(said: str, commitment: str | None) -> Proven:
    where, code = table(said)
    proof = Server(where).ask("GET", f"/tables/{code}/proof", Proof)
    match = proven(msgspec.json.encode(proof.match), said, commitment)
    if proof.code != code:
        raise Unfair("this is the proof of table {}, not of {}", proof.code, code)
    if proof.link != match.link():
        raise Unfair("the link tells another match than the one that was proven")
    if proof.lots is not None:
        verify_lots(match, code, proof.lots)
    return Proven(match, proof.lots)
