"""What people are shown of Gold River: everything, for purses and deposits are open [V31]."""

from functools import cache
from typing import TYPE_CHECKING

from goldrush.core import CHANCE, Record, bind_beside, blank
from goldrush.core.seats import NOBODY
from goldrush.games.gold_river.shapes import (
    Lying,
    Reach,
    Square,
    View,
    Waiting,
    Way,
)
from goldrush.games.plain import Plain
from goldrush.games.shapes import Line, SeatArgument
from goldrush.games.views import common, line, who

if TYPE_CHECKING:
    from goldrush.games.gold_river import notation, outlook, rules, story  # bound by games.game()
else:
    outlook = bind_beside(__name__, "outlook", rules=rules)
    story = bind_beside(__name__, "story", rules=rules, outlook=outlook)

log = story.log

MAP = [
    Square(sq.name, sq.kind, sq.at, sq.down or None, sq.tributary or None)
    for sq in rules.EDITION.map.squares
]
GOALS = [  # the squares that end the legs
    rules.river.NAMES[rules.river.KIND.tolist().index(kind)]
    for kind in (rules.river.SOURCE, rules.river.MOUTH)
]
MINES = [(n, sq.name) for n, sq in enumerate(rules.EDITION.map.squares) if sq.kind == "mine"]
FIXED = ("map", "pays")
COVERS = False
SECRETS = False
WHISPERS = False
PAUSES: tuple[str, ...] = ()
PARAGRAPHS = {
    "call_aval": "V9",
    "call_amont": "V36",
    "fork": "V10",
    "bet": "V19",
    **dict.fromkeys(("save", "save_back", "save_none"), "V25"),
    "change": "V28",
    "enough": "V28",
    "roll": "V9",
    "dig": "V15",
    "drink": "V17",
    "waits": "V9",
    **dict.fromkeys(("over.first", "over.other", "over.rounds"), "V34"),
    **dict.fromkeys(("over.level", "over.shared"), "V35"),
}


def view(s: Plain, seat: int) -> View:
    """The river and what everybody has; nobody sees more of it, and nothing is ever covered."""
    owners, moving = range(s.seats), s.phase in (rules.ROLL, rules.FORK)
    goal = [int(owner == s.ended_by) for owner in owners]  # decides between equals [V35]
    framed = common(rules, notation, s, seat, _prompt(s), PARAGRAPHS, "carats", goal=goal)
    return View(
        **framed,
        phase=notation.PHASES[s.phase],
        map=MAP,
        pays=outlook.PAYS,
        goal=GOALS[s.leg],
        leg=s.leg + 1,
        legs=s.legs + 1,
        call=rules.OPTIONS[1].values[s.call],
        round=min(s.leg_turns // s.seats + 1, rules.LAST_ROUND),
        rounds=rules.LAST_ROUND,
        ends=outlook.ends(s),
        to_go=outlook.to_go(s),
        boats=[rules.river.NAMES[square] for square in s.boat[: s.seats]],
        jailed=[owner for owner in owners if s.jailed >> owner & 1],
        lying=_lying(s),
        waiting=Waiting(_waiting(s, 0), _waiting(s, 1)),
        bag=outlook.nuggets(s.bag),
        purses=[outlook.purse(s, owner) for owner in owners],
        bank=s.bank,
        heading=notation.HEADINGS[s.heading] if moving else None,
        pips=s.pips or None,
        stake=s.stake or None,
        reach=None if framed["turn"] is None else _reach(s.boat[s.turn], s.leg),
        ways=_ways(s),
        preselected=_preselected(s),
        turns=s.turns,
    )


def _prompt(s: Plain) -> Line:
    if s.finished:
        return outlook.verdict(s)
    if s.actor == CHANCE:
        return line(f"prompt.{notation.PHASES[s.phase]}", seat=who(s.turn))
    return _question(s, who(s.actor))


def _question(s: Plain, seat: SeatArgument) -> Line:
    """What the seat to act is asked, with the numbers that it may answer."""
    if s.phase == rules.CALL:
        return line("prompt.call_amont" if story.amont(s) else "prompt.call_aval", seat=seat)
    if s.phase == rules.FORK:
        main, turn = (story.place(s, rules.river.NAMES.index(way.end)) for way in _ways(s))
        left = line("amount.squares", n=s.pips)
        return line("prompt.fork", seat=seat, left=left, main=main, turn=turn)
    if s.phase == rules.BET:
        most, wins = rules.most_stake(s.record), outlook.winning(outlook.PAYS.casino)
        return line("prompt.bet", seat=seat, most=most, wins=wins)
    if s.phase == rules.SAVE:
        had = outlook.purse(s, s.turn)
        key = "save" if had.carats else "save_back" if had.deposit else "save_none"
        return line(f"prompt.{key}", seat=seat, deposit=had.deposit, most=had.total)
    *breaks, _ = map(notation.action, s.actions)
    key = "prompt.change" if breaks else "prompt.enough"
    return line(key, seat=seat, breaks=", ".join(breaks))


def _lying(s: Plain) -> dict[str, Lying]:
    """What lies on each mine: leg one's nugget, one of leg two, or nothing."""
    return {name: notation.LYING[s.lying[square]] for square, name in MINES}


def _waiting(s: Plain, leg: int) -> int:
    """Nuggets at the goal of a leg."""
    if s.leg != leg or s.ended_by != NOBODY:
        return 0
    return s.to_draw if s.phase == rules.GOAL else rules.AT_GOAL


@cache
def _reach(square: int, leg: int) -> Reach:
    """Where a boat may land by the word that is called, for each roll from 1 to 6."""
    reach = {}
    for heading in (rules.river.UP, rules.river.DOWN):
        ends = []
        for pips in range(1, rules.DIE + 1):
            moving = blank(rules.STATE)
            moving.boat[0], moving.leg = square, leg
            moving.heading, moving.pips = heading, pips
            ends.append(_ends(moving))
        reach[notation.HEADINGS[heading]] = ends
    return Reach(**reach)


def _ends(moving: Record) -> list[str]:
    """Where a move ends, by the rules' own steps: the main river first, then tributaries."""
    river = rules.river
    while not river.halted(moving):
        river.sail(moving)
    if moving.pips == 0 or moving.heading != river.UP:
        return [river.NAMES[moving.boat[0]]]
    aside = moving.copy()
    river.sail(moving)
    river.turn_off(aside)
    return list(dict.fromkeys([*_ends(moving), *_ends(aside)]))


def _ways(s: Plain) -> list[Way]:
    """Where the two ways at a confluence lead, square by square [V11]."""
    if s.phase != rules.FORK:
        return []
    ways = []
    for action in (rules.KEEP_ON, rules.TURN_OFF):
        path = story.journey(s, action).path
        text = notation.action(action)
        ways.append(Way(action, text, path, path[-1]))
    return ways


def _preselected(s: Plain) -> int | None:
    """The direction for which no word is said."""
    if s.phase != rules.CALL:
        return None
    return rules.GO_DOWN if story.amont(s) else rules.GO_UP
