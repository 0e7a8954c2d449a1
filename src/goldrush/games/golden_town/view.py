"""What people are shown of Golden-Town: all but the hands and filons of others [T60]."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from goldrush.core import CHANCE, bind_beside
from goldrush.games.golden_town.edition import COLOURS
from goldrush.games.golden_town.shapes import (
    Card,
    Concession,
    Depth,
    Duel,
    Filon,
    Player,
    Prospector,
    Run,
    Square,
    There,
    Town,
    View,
)
from goldrush.games.plain import Plain
from goldrush.games.shapes import Line
from goldrush.games.views import common, line, seat_or_none, who

if TYPE_CHECKING:
    from goldrush.games.golden_town import meaning, notation, pieces, roads, rules, story, turns
else:
    story = bind_beside(__name__, "story", rules=rules, notation=notation)
    meaning = bind_beside(__name__, "meaning", rules=rules, notation=notation, story=story)
    pieces, roads, turns = rules.pieces, rules.roads, rules.turns

log = story.log
_board = rules.EDITION.board
MAP = Town(
    [Square(s.name, s.kind, s.at, story.PLACES[s.name]) for s in _board.squares],
    list(_board.ways),
)
DECK = [
    Card(card, pieces.SHOWN[kind] if kind < pieces.LEVEL_CARDS else "", int(steps))
    for kind, (card, steps) in enumerate(zip(notation.CARDS, pieces.DUEL_STEPS, strict=True))
]
FIXED = ("map", "deck")
COVERS = False
SECRETS = True  # hands, and what filons hold [T60]
WHISPERS = True  # whoever may make nuggets, show a prop or a Mine card [T60]
PAUSES: tuple[str, ...] = ()
PARAGRAPHS = {
    "making": "T41",
    "going": "T9",
    "going_or_fight": "T45",
    "staying": "T10",
    "staying_or_fight": "T45",
    "arriving": "T37",
    "arriving_or_fight": "T38",
    "entering": "T38",
    "entering_or_fight": "T38",
    "answering": "T39",
    "swapping": "T13",
    "showing": "T19",
    "waiting": "T21",
    "mining": "T22",
    "taking": "T25",
    "propping": "T33",
    "running": "T23",
    "starting": "T23",
    "facing": "T47",
    "duelling": "T48",
    "passing": "T51",
    "passing_empty": "T51",
    "waits": "T9",
    "over": "T44",
}


def view(s: Plain, seat: int) -> View:
    """The table as *seat* sees it; nothing is covered before all have read it in the log."""
    seats, merits = range(s.seats), {"cart": s.cart, "ore": s.ore}
    return View(
        **common(rules, notation, s, seat, _prompt(s), PARAGRAPHS, "banked", **merits),
        phase=notation.PHASES[s.phase],
        options=[option.name for option in rules.OPTIONS if getattr(s, option.name)],
        round=s.slots // s.seats + 1,
        rounds=turns.LAST_ROUND,
        goal=rules.WIN,
        map=MAP,
        deck=DECK,
        prospectors=[_prospector(s, n) for n in seats],
        concessions=[_concession(s, n) for n in range(len(roads.CONCESSIONS))],
        players=[_player(s, n, seat) for n in seats],
        barred=[(n, m) for n in seats for m in range(n) if s.barred[n] >> m & 1],
        talon=s.talon_left,
        top=_card(s.top),
        takeable=not s.finished and turns.may_take_top(s.record),
        discards=notation.cards(s.discard),
        roll=s.roll or None,
        reach=meaning.ways(s, seat),
        fights=meaning.fights(s, seat),
        digs=meaning.digs(s, seat),
        ahead=meaning.ahead(s, seat),
        makings=meaning.makings(s, seat),
        asked=s.rival if s.phase in _ASKING else None,
        run=_run(s),
        duel=_duel(s, seat) if s.phase in _DUELS else None,
    )


_ASKING = (pieces.ANSWERING, pieces.BID, pieces.REPLY)
_DUELS = (pieces.FACING, pieces.DUELLING, pieces.LOOT)
_RUNS = (pieces.DIG, pieces.PROPPING, pieces.RUNNING)
_LISTED = (pieces.MAKING, pieces.SHOWING, pieces.PROPPING, pieces.RUNNING)  # few choices
_WAYS: tuple[Literal["open", "up", "down"], ...] = ("open", "up", "down")


def _prompt(s: Plain) -> Line:
    if s.finished:
        return line("prompt.over")
    if s.phase == pieces.BEGIN:
        return line("prompt.begin")
    which = notation.PHASES[s.phase]
    if s.actor == CHANCE:
        drawing = {pieces.REPLY: s.rival, pieces.LOOT: s.mover}.get(s.phase, s.turn)
        return line(f"prompt.{which}", seat=who(drawing))
    return line(f"prompt.{_variant(s)}", seat=who(s.actor), **_circumstances(s))


def _variant(s: Plain) -> str:
    """What is asked in a phase; some ask for more or less than usual."""
    special = {
        "entering": s.phase == pieces.ARRIVING and roads.holder(s.record) < 0,
        "staying": pieces.STAY in s.actions,
        "taking": pieces.TAKE in s.actions,
        "starting": s.phase == pieces.RUNNING and pieces.STOP not in s.actions,
        "passing_empty": pieces.PASS in s.actions and not s.held[s.actor],
        "passing": pieces.PASS in s.actions,
    }
    name = next((name for name, so in special.items() if so), notation.PHASES[s.phase])
    return f"{name}_or_fight" if _fights(s) else name


def _fights(s: Plain) -> list[str]:
    """The challenges that are open, as they are written."""
    return [notation.action(a) for a in s.actions if pieces.CHALLENGE <= a < pieces.AGREE]


def _circumstances(s: Plain) -> Mapping[str, object]:
    """What the question is about."""
    told = {"fights": ", ".join(fights)} if (fights := _fights(s)) else {}
    if s.phase in (pieces.GOING, pieces.DUELLING):
        return {"n": s.roll if s.phase == pieces.GOING else s.gap, **told}
    if s.phase in _LISTED:
        return {"actions": ", ".join(map(notation.action, s.actions))}
    if s.phase == pieces.ANSWERING:
        return {"rival": who(s.turn)}
    if s.phase == pieces.ARRIVING and (holder := roads.holder(s.record)) >= 0:
        return {"holder": who(holder), **told}
    return told


def _card(kind: int) -> str | None:
    return None if kind == pieces.NOTHING else notation.CARDS[kind]


def _depth(s: Plain, seat: int) -> Depth | None:
    """Where in a concession a seat is: at the entrance or exit, on a level; None outside."""
    if roads.CONCESSION[s.place[seat]] < 0:
        return None
    where: int = s.depth[seat]
    if 1 <= where <= pieces.LEVELS:
        return where
    return "exit" if where == pieces.EXIT else "entrance"


def _prospector(s: Plain, seat: int) -> Prospector:
    ban = s.ban[seat]
    return Prospector(
        square=notation.SQUARES[s.place[seat]],
        depth=_depth(s, seat),
        missing=bool(s.missing >> seat & 1),
        ban=None if ban == pieces.NOTHING else notation.SQUARES[ban],
        lifted=bool(s.lifted >> seat & 1),
    )


def _concession(s: Plain, number: int) -> Concession:
    """A mine with its filons by level, and who is there, longest first."""
    square = int(roads.CONCESSIONS[number])
    there = [seat for seat in range(s.seats) if s.place[seat] == square]
    inside = [seat for seat in there if s.depth[seat] != pieces.EXIT]
    inside.sort(key=s.since.__getitem__)
    return Concession(
        name=notation.SQUARES[square],
        opened=bool(s.opened >> number & 1),
        left=s.left[number],
        size=pieces.LEVEL_SIZE.tolist(),
        holder=inside[0] if inside else None,
        there=[There(seat, _depth(s, seat)) for seat in there],
    )


def _player(s: Plain, seat: int, viewer: int) -> Player:
    """What a seat has; of others' cards one knows those that all have seen."""
    shown = s.uncovered or seat == viewer
    return Player(
        cart=s.cart[seat],
        banked=s.banked[seat],
        cards=s.held[seat],
        hand=_hand(s.hand[seat]) if shown else None,
        known=notation.cards(s.seen[seat]),
        filons=[_filon(s, n) for n in range(s.taken) if s.owner[n] == seat],
        ore=s.ore[seat] if shown else None,
        next=meaning.next_step(s, seat, own=seat == viewer),
        wins=meaning.winning_rolls(s, seat),
    )


def _hand(counts: list[int]) -> list[Card]:
    """Cards one by one."""
    return [card for card, n in zip(DECK, counts, strict=True) for _ in range(n)]


def _filon(s: Plain, number: int) -> Filon:
    holds = s.holds[number]
    grams = int(pieces.GOLD[holds]) if holds >= 0 else None
    return Filon(number, s.level[number] + 1, grams)


def _run(s: Plain) -> Run | None:
    if s.phase not in _RUNS:
        return None
    shows = "".join(c for level, c in enumerate(COLOURS, 1) if s.card >> level & 1)
    return Run(shows, _WAYS[s.way], s.dug)


def _duel(s: Plain, viewer: int) -> Duel:
    return Duel(
        seats=(s.turn, s.rival),
        squares=_board.duel,
        gap=s.gap,
        at=(s.walked[0], pieces.DUEL_GAP - s.walked[1]),
        laid=[notation.cards(side) for side in s.laid],
        mover=seat_or_none(s.mover),
        passes=s.passes,
        loot=s.loot,
        stakes=meaning.duel_stakes(s, viewer),
    )
