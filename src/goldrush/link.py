"""A whole match as one short URL-safe string.

Every step is coded by how likely a random player would have been to make it (asymmetric numeral
systems over one big number), which is as short as random play can be written.  Reading a link
replays the match, so a link that can be read is a match that can be played.

``gold.`` and then, in base64url: format, version, seats, options, edition (length, 0 for the
shipped one, and its compressed content), number of steps, each as a varint; the number; a CRC-32.
"""

import base64
import zlib
from collections.abc import Callable, Mapping, Sequence

from goldrush.core import CHANCE
from goldrush.games import edition as editions
from goldrush.games import edition_type
from goldrush.games import game as open_game
from goldrush.games.contract import Game, Option, UnknownVersion, choose_options
from goldrush.games.problem import Problem
from goldrush.games.step import Step
from goldrush.position import Position

FORMAT = 1
MOST_LINK = 1 << 17
MOST_EDITION = 1 << 16  # bytes of an edition that a link may unfold to


class BadLink(Problem):
    """A link that no match was written as; the message says why."""


def write(game: Game, seats: int, options: dict[str, str], steps: Sequence[int]) -> str:
    """The link of a match."""
    position = Position(game, seats, options)
    shares = []
    for step in steps:
        ways = _ways(position)
        index = [int(way) for way in ways].index(step)
        weights = list(ways.values())
        shares.append((weights[index], sum(weights[:index]), sum(weights)))
        position.play(step)
    number = 0
    for share, before, total in reversed(shares):
        number = number // share * total + before + number % share
    own = b"" if game.shipped else zlib.compress(editions.pack(game.edition), 9)
    chosen = choose_options(game.rules, options, seats).tolist()
    head = [FORMAT, game.rules.VERSION, seats, *chosen, len(own)]
    body = b"".join(map(_varint, head)) + own + _varint(len(shares))
    body += number.to_bytes((number.bit_length() + 7) // 8, "big")
    body += zlib.crc32(game.name.encode() + body).to_bytes(4, "big")
    return f"{game.name}.{_base64(body)}"


def read(
    link: str, opening: Callable[[Game], Game] = lambda game: game
) -> tuple[Game, int, dict[str, str], list[int]]:
    """The game, seats, options and steps of a link; BadLink says what is wrong with it.

    Each match is read by the version of the rules it was played by; one that is not known here is
    an UnknownVersion.
    """
    game, body = _played(link)
    seats, body = _number(body)
    chosen = []
    for _ in game.rules.OPTIONS:
        value, body = _number(body)
        chosen.append(value)
    length, body = _number(body)
    own, body = body[:length], body[length:]
    try:
        if own:
            game = open_game(game.name, _edition(own, game.name), game.version)
        game = opening(game)
        options = {o.name: _value(o, n) for o, n in zip(game.rules.OPTIONS, chosen, strict=True)}
        position = Position(game, seats, options)
    except (ValueError, zlib.error) as error:
        raise BadLink("{}", error) from None
    count, body = _number(body)
    return game, seats, options, _steps(position, count, int.from_bytes(body, "big"))


def own_edition(link: str) -> bytes:
    """The edition that a link brings along, packed; nothing if it is the shipped one."""
    game, body = _played(link)
    for _ in range(1 + len(game.rules.OPTIONS)):  # behind seats and options
        _, body = _number(body)
    length, body = _number(body)
    try:
        return editions.pack(_edition(body[:length], game.name)) if length else b""
    except (ValueError, zlib.error) as error:
        raise BadLink("{}", error) from None


def _played(link: str) -> tuple[Game, bytes]:
    """What a link was played by, in its shipped edition, and the rest of it."""
    name, body = _body(link)
    version, body = _number(body)
    try:
        return open_game(name, version=version), body
    except UnknownVersion:
        raise
    except ValueError as error:
        raise BadLink("{}", error) from None


def _value(option: Option, index: int) -> str:
    if index >= len(option.values):
        raise BadLink("option {} has no value number {}", option.name, index)
    return option.values[index]


def _ways(position: Position) -> Mapping[Step, int]:
    """What can happen next, with whole weights."""
    return position.chances() if position.actor == CHANCE else dict.fromkeys(position.legal(), 1)


def _steps(position: Position, count: int, number: int) -> list[int]:
    steps: list[int] = []
    while len(steps) < count:
        if position.over:
            raise BadLink("it tells of {} steps, but the match is over after {}", count, len(steps))
        ways = list(_ways(position).items())
        number, left = divmod(number, sum(weight for _, weight in ways))
        index = 0
        while left >= ways[index][1]:
            left -= ways[index][1]
            index += 1
        step, weight = ways[index]
        number = number * weight + left
        steps.append(int(position.play(step)))
    if number:
        raise BadLink("more is written in it than its steps")
    return steps


def _body(link: str) -> tuple[str, bytes]:
    if len(link) > MOST_LINK:
        raise BadLink("it is longer than {:,} letters: no match is", MOST_LINK)
    name, dot, text = link.strip().rpartition("/")[2].partition(".")
    try:
        body = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        body = b""
    if not link.isascii() or _base64(body) != text:
        raise BadLink("a link is a game's name, a dot, and letters, digits, - and _")
    if not dot or len(body) < 4:
        raise BadLink("a link is a game's name, a dot, and a match; this one is too short")
    if zlib.crc32(name.encode() + body[:-4]) != int.from_bytes(body[-4:], "big"):
        raise BadLink("some of its letters are wrong or missing: copy it again, from end to end")
    kind, rest = _number(body[:-4])
    if kind != FORMAT:
        raise BadLink("written in format {}; this program reads format {}", kind, FORMAT)
    return name, rest


def _base64(body: bytes) -> str:
    return base64.urlsafe_b64encode(body).decode().rstrip("=")


def _edition(packed: bytes, name: str) -> editions.Edition:
    unfolding = zlib.decompressobj()
    content = unfolding.decompress(packed, MOST_EDITION)
    if not unfolding.eof:
        raise BadLink("its edition is larger than {} bytes or cut off", MOST_EDITION)
    return editions.unpack(content, edition_type(name))


def _varint(n: int) -> bytes:
    return bytes([n]) if n < 128 else bytes([n % 128 + 128]) + _varint(n // 128)


def _number(body: bytes) -> tuple[int, bytes]:
    number = 0
    for at, byte in enumerate(body[:9]):
        number += (byte % 128) << (7 * at)
        if byte < 128:
            return number, body[at + 1 :]
    raise BadLink("it ends too early")
