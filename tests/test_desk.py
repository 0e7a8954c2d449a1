"""What worker processes keep of editions of people's own that they have looked at."""

import base64
import zlib
from collections.abc import Iterator

import msgspec
import pytest

from goldrush import games
from goldrush.bots import worker
from goldrush.bots.compiler import playable
from goldrush.bots.parts import REVIEW, Part, part
from goldrush.core import WATCHER
from goldrush.server.desk import Examine, Tell, reply, told
from matches import random_match
from tools import pocket

ASKED = (Tell, Examine)


@pytest.fixture
def link(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Of a match in an edition of which this process knows nothing."""
    monkeypatch.setattr(worker, "_loaded", set())
    games.forget(pocket())  # which would come back with what others leave there, and be unbound
    monkeypatch.setattr(games, "_own", {})
    monkeypatch.setattr(worker, "make_ready", lambda part: None)
    told.cache_clear()
    game = pocket()
    made = random_match(playable(game), 2).link()
    games.forget(game)
    yield made
    games.forget(game)


def asked(kind: type[Tell | Examine], link: str) -> bytes:
    return msgspec.msgpack.encode(
        Tell(link, WATCHER, own_editions=True) if kind is Tell else Examine(link, own_editions=True)
    )


def spoilt(link: str) -> str:
    """The same with too much written in it, and a checksum that is right."""
    name, _, text = link.partition(".")
    body = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))[:-4] + bytes([7] * 40)
    body += zlib.crc32(name.encode() + body).to_bytes(4, "big")
    return f"{name}.{base64.urlsafe_b64encode(body).decode().rstrip('=')}"


@pytest.mark.parametrize("kind", ASKED)
def test_nothing_is_kept_of_an_edition_whatever_its_link_tells(
    link: str, kind: type[Tell | Examine]
) -> None:
    for one, why in ((link, ""), (spoilt(link), "more is written in it than its steps")):
        answer = msgspec.to_builtins(reply(asked(kind, one)))
        assert (answer["refused"] or {}).get("detail", "") == why
        assert games._own == {}


def test_an_edition_that_is_loaded_stays(link: str) -> None:
    """Nothing gives back what its compiled code takes: it would be loaded again and again."""
    loading: Part = part(pocket(), REVIEW)
    reply(msgspec.msgpack.encode(loading))
    loaded = pocket()
    reply(asked(Tell, link))
    assert games._own == {loaded.tag: loaded}
