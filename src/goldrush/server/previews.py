"""What is shown of a link where people send it to each other: a title, a sentence and a picture.

Whoever asks is a stranger, so it says what strangers may see: of a private table only its game.
"""

import asyncio
import html
import re
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qs

from goldrush.bots.invited import name_of
from goldrush.bots.personas import PERSONAS
from goldrush.bots.worker import Lost
from goldrush.games import GAMES
from goldrush.games.texts import LANGUAGES, Texts
from goldrush.server import seating
from goldrush.server.desk import Introduce, Introduced
from goldrush.server.guard import Buckets
from goldrush.server.messages import CODE, LETTERS, MOST_NAME
from goldrush.server.registry import Registry
from goldrush.server.store import Place, Sheet
from goldrush.server.typed import visible

PATIENCE = 3.0  # seconds for a match to be replayed
RATE, BURST = 2.0, 30.0  # tables and matches that one address is told of in a second, and at once
SIZE = (1200, 630)  # pixels of the pictures
MOST_LINK = 1 << 14  # letters
MOST_ASKED = 4  # matches that are looked at at once
TABLE = re.compile(f"(?:t|table)/([{LETTERS}]{{{CODE}}})", re.IGNORECASE)
MATCH = re.compile(r"(replay|review)/([a-z_]+\.[\w-]+)")
GAME = re.compile(r"(games|rules)/(\w+)")
HEAD = b"</head>"
FOLDERS = [Path(str(files(f"goldrush.{name}"))) for name in ("server", "bots")]
GAMES_FOLDER = Path(str(files("goldrush.games")))


class Preview(NamedTuple):
    """What is told of a page."""

    title: str
    text: str
    picture: str = "all"


class Previews:
    """Those of one server."""

    def __init__(self, registry: Registry, origins: Sequence[str], root: str) -> None:
        self._registry, self._origins, self._root = registry, origins, root
        self._haste = Buckets(RATE, BURST)
        self._asked = 0

    async def within(self, page: bytes, path: str, query: str, head: "Head") -> bytes:
        """A page with what is told of it in its head."""
        if HEAD not in page:
            return page
        lang = language(head.languages)
        shown = await self._preview(path, query, lang, head.address)
        base = self._base(head)
        address = f"{base}/{path}" if path else f"{base}/"
        tags = _tags(shown, address, f"{base}/cards/{shown.picture}.jpg", lang)
        return page.replace(HEAD, tags.encode() + HEAD, 1)

    def _base(self, head: "Head") -> str:
        """How others find this server: as its owner says, or as whoever asks did."""
        asked = f"{head.scheme}://{head.host}"
        known = asked in self._origins or not self._origins
        return (asked if known else self._origins[0].rstrip("/")) + self._root

    async def _preview(self, path: str, query: str, lang: str, address: str) -> Preview:
        costly = TABLE.fullmatch(path) or MATCH.fullmatch(path)
        if not costly or self._haste.take(address):  # else one could try out codes
            if (found := TABLE.fullmatch(path)) and (sheet := await self._sheet(found[1].upper())):
                return of_table(sheet, lang)
            if found := MATCH.fullmatch(path):
                names = parse_qs(query).get("by", [])
                return await self._of_match(found[1], found[2], names, lang, address)
            if (found := GAME.fullmatch(path)) and found[2] in GAMES:
                return of_game(found[1], found[2], lang)
        texts = _texts(lang)
        return Preview(texts("preview.home"), texts("preview.home_text"))

    async def _sheet(self, code: str) -> Sheet | None:
        if table := self._registry.tables.get(code):
            return table.sheet
        try:
            sheet = await self._registry.services.store.sheet(code)
        except ValueError:
            return None  # it cannot be read
        return sheet if sheet and sheet.game in GAMES else None

    async def _of_match(
        self, kind: str, link: str, names: list[str], lang: str, address: str
    ) -> Preview:
        """What is told of a match; of one that cannot be read in time, its game alone."""
        game = link.partition(".")[0]
        if game not in GAMES:
            texts = _texts(lang)
            return Preview(texts("preview.home"), texts("preview.home_text"))
        found = await self._introduced(link, address)
        return of_match(kind, game, found, names, lang)

    async def _introduced(self, link: str, address: str) -> Introduced | None:
        if len(link) > MOST_LINK or self._asked >= MOST_ASKED:
            return None
        self._asked += 1
        try:
            asked = Introduce(link, self._registry.own_editions)
            desk = self._registry.services.advisers
            told = desk.submit(lambda worker: worker.ask(asked, PATIENCE, Introduced), (address,))
            return await asyncio.wait_for(asyncio.wrap_future(told), PATIENCE)
        except (Lost, TimeoutError):
            return None
        finally:
            self._asked -= 1


class Head(NamedTuple):
    """What is known of whoever asks for a page."""

    scheme: str
    host: str
    languages: str  # as a browser says them
    address: str


def language(said: str) -> str:
    """The language that a browser likes best of those there are."""
    wishes = []
    for number, one in enumerate(said.split(",")):
        name, _, weight = one.strip().partition(";q=")
        try:
            liked = float(weight or 1)
        except ValueError:
            liked = 0.0
        wishes.append((-liked, number, name.split("-")[0].lower()))
    return next((name for _, _, name in sorted(wishes) if name in LANGUAGES), "en")


def of_game(kind: str, game: str, lang: str) -> Preview:
    """What is told of a game, or of its rules."""
    texts = _texts(lang, game)
    title = texts("game.title")
    if kind == "rules":
        title = texts("preview.rules", game=title)
    return Preview(title, texts("game.about"), game)


def of_table(sheet: Sheet, lang: str) -> Preview:
    """What is told of a table."""
    texts = _texts(lang, sheet.game)
    game, about = texts("game.title"), texts("game.about")
    if not sheet.public:
        return Preview(texts("preview.private", game=game), about, sheet.game)
    phase = seating.phase(sheet)
    names = [_name(place, texts) for place in sheet.places if seating.taken(place)]
    free = sum(not seating.taken(place) and not place.player for place in sheet.places)
    told = [texts("preview.sitting", names=", ".join(names))] if names else []
    if phase == "open" and free:
        told.append(texts("preview.free", n=free))
    return Preview(texts(f"preview.{phase}", game=game), " ".join([*told, about]), sheet.game)


def of_match(kind: str, game: str, found: Introduced | None, said: list[str], lang: str) -> Preview:
    """What is told of a match that is replayed or reviewed, by the names that its link says."""
    texts = _texts(lang, game)
    title = texts(f"preview.{kind}", game=texts("game.title"))
    if found is None or not found.seats:
        return Preview(title, texts("game.about"), game)
    names = [visible(name)[:MOST_NAME] for name in said[: found.seats]]
    names += [""] * (found.seats - len(names))
    names = [name or texts("preview.seat", number=n) for n, name in enumerate(names, 1)]
    first = [name for name, place in zip(names, found.places, strict=False) if place == 1]
    how = "shared" if len(first) > 1 else "wins"
    result = texts(f"preview.{how}", names=", ".join(first)) if first else texts("preview.going")
    return Preview(title, f"{texts('preview.seats', names=', '.join(names))} {result}", game)


def _name(place: Place, texts: Texts) -> str:
    if place.name or place.persona not in PERSONAS:
        return place.name or name_of(place.persona)
    return texts(f"persona.{place.persona}.name")


def _texts(lang: str, game: str = "") -> Texts:
    return Texts(lang, *FOLDERS, *([GAMES_FOLDER / game] if game else []))


def _tags(shown: Preview, address: str, picture: str, lang: str) -> str:
    width, height = SIZE
    told = {
        "og:site_name": "Goldrush",
        "og:type": "website",
        "og:title": shown.title,
        "og:description": shown.text,
        "og:url": address,
        "og:image": picture,
        "og:image:width": f"{width}",
        "og:image:height": f"{height}",
        "og:locale": lang,
        "twitter:card": "summary_large_image",
        "twitter:title": shown.title,
        "twitter:description": shown.text,
        "twitter:image": picture,
    }
    lines = []
    for name, content in told.items():
        kind = "property" if name.startswith("og:") else "name"
        lines.append(f'    <meta {kind}="{name}" content="{html.escape(content)}" />\n')
    return "".join(lines)
