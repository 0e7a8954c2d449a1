"""What choices would mean, and what a seat lacks for its next step: by the rules, and no advice.

All of it is read off a hidden record, and told only to the seat whose cards it speaks of.
``rules``, ``notation`` and ``story`` are bound by view.py.
"""

from typing import TYPE_CHECKING

from goldrush.games.golden_town.edition import NUGGET
from goldrush.games.golden_town.places import steps_from
from goldrush.games.golden_town.shapes import Ahead, Dig, Fight, Making, Way
from goldrush.games.plain import Plain
from goldrush.games.shapes import Line
from goldrush.games.views import line, who

if TYPE_CHECKING:
    from goldrush.games.golden_town import mines, notation, pieces, roads, rules, story, turns
else:
    mines, pieces = rules.mines, rules.pieces
    roads, turns = rules.roads, rules.turns

BANK = roads.NAMES[roads.AT_BANK]
MINES = [roads.NAMES[square] for square in roads.CONCESSIONS]
STEPS = {name: steps_from(rules.EDITION.board, name) for name in roads.NAMES}
_FIGHTING = (pieces.FACING, pieces.DUELLING)
_MEETING = (pieces.ARRIVING, pieces.ANSWERING, pieces.BID, pieces.REPLY)
_ONWARD = {pieces.UP: pieces.UPWARD, pieces.DOWN: pieces.DOWNWARD}


def ways(s: Plain, seat: int) -> list[Way]:
    """Where the roll leads, with the way there."""
    if s.phase != pieces.GOING:
        return []
    return [
        Way(
            action,
            notation.action(action),
            story.path(s, action - pieces.GO),
            _arriving(s, action - pieces.GO) if seat == s.turn else [],
        )
        for action in s.actions
        if action < pieces.STAY
    ]


def fights(s: Plain, seat: int) -> list[Fight]:
    """The rivals who can be challenged now, and what a duel is about [T45, T53]."""
    if s.actor != seat or s.phase not in (pieces.GOING, pieces.ARRIVING):
        return []
    rivals = [a - pieces.CHALLENGE for a in s.actions if pieces.CHALLENGE <= a < pieces.AGREE]
    return [
        Fight(
            pieces.CHALLENGE + rival,
            rival,
            [*_stakes(s, s.turn, rival), line("means.after_duel")],
        )
        for rival in rivals
    ]


def duel_stakes(s: Plain, seat: int) -> list[Line]:
    """What a seat can win and lose in the duel that it fights [T53, T55]."""
    if s.phase not in _FIGHTING or seat not in (s.turn, s.rival):
        return []
    return _stakes(s, seat, s.rival if seat == s.turn else s.turn)


def winning_rolls(s: Plain, seat: int) -> list[int]:
    """The rolls that take a seat into the Bank with all that it lacks [T17, T44]."""
    enough = s.cart[seat] and s.banked[seat] + s.cart[seat] >= rules.WIN
    if s.finished or s.first < 0 or not enough or story.inside(s, seat):
        return []
    place = s.place[seat]
    near = roads.NEAR[place, : roads.NEAR_COUNT[place]].tolist()
    if roads.AT_BANK not in near:
        return []
    exact = int(roads.ROLLS[place, near.index(roads.AT_BANK)])
    return [n for n in range(1, pieces.DIE + 1) if exact >> n & 1]


def digs(s: Plain, seat: int) -> list[Dig]:
    """The levels that each card which digs could take an ore tile from [T23]."""
    if s.actor != seat or s.phase != pieces.MINING:
        return []
    kinds = [(a, min(a - pieces.PLAY, pieces.LEVEL_CARDS)) for a in s.actions]
    return [
        Dig(
            action,
            _worked(s, int(pieces.SHOWS[pieces.JOKER if kind == pieces.LEVEL_CARDS else kind])),
        )
        for action, kind in kinds
        if pieces.PLAY <= action < pieces.LIFT_TO
    ]


def ahead(s: Plain, seat: int) -> list[Ahead]:
    """What the next tile may hold, by the tiles of its colour that a seat has not seen [T4]."""
    if s.actor != seat or s.phase not in (pieces.RUNNING, pieces.MINING):
        return []
    return [Ahead(action, *_unseen(s, level)) for action in s.actions if (level := _dug(s, action))]


def _dug(s: Plain, action: int) -> int:
    """The level whose tile an action takes next, or 0; of cards one may still choose the way."""
    if action == pieces.TAKE:
        return mines.dig_level(s.record)
    if action not in (*_ONWARD, pieces.ON):
        return 0
    return mines.next_level(s.record, _ONWARD.get(action, s.way))


def _unseen(s: Plain, level: int) -> tuple[int, int, int, int]:
    """How many tiles hold gold, pyrite, a cave-in and abandon; those of others are in the bag."""
    bag = s.bag[level - 1]
    gold = sum(bag[: pieces.PYRITE])
    return gold, bag[pieces.PYRITE], bag[pieces.CAVE_IN], bag[pieces.ABANDON]


def makings(s: Plain, seat: int) -> list[Making]:
    """What is lost with nuggets: tiles are given that come to the least that is enough [T42]."""
    if s.actor != seat or s.phase != pieces.MAKING:
        return []
    sums = {0}
    for filon in range(s.taken):
        if s.owner[filon] == seat:
            sums |= {int(pieces.GOLD[s.holds[filon]]) + some for some in sums}
    wanted = [(action, NUGGET * (action - pieces.MAKE)) for action in s.actions]
    return [
        Making(action, min(some for some in sums if some >= grams) - grams)
        for action, grams in wanted
        if grams
    ]


def next_step(s: Plain, seat: int, *, own: bool) -> Line | None:
    """What a seat lacks for its next step; of others one knows neither cards nor ore."""
    if s.finished or s.first < 0:
        return None
    if s.phase in _FIGHTING and seat in (s.turn, s.rival):
        return line("next.exact", n=s.gap)
    if s.missing >> seat & 1:
        return line("next.rest")
    if seat == s.turn and s.phase in _MEETING:
        return line("next.enter", name=roads.NAMES[s.place[seat]])
    if story.inside(s, seat):
        return _next_in_mine(s, seat, own=own)
    return _next_on_the_road(s, seat, own=own)


def _next_on_the_road(s: Plain, seat: int, *, own: bool) -> Line | None:
    if s.cart[seat]:
        return _next_bank(s, seat)
    if own and s.ore[seat] >= NUGGET:
        return _next_nugget(s, seat)
    return _next_mine(s, seat, own=own)


def _next_in_mine(s: Plain, seat: int, *, own: bool) -> Line:
    name = roads.NAMES[s.place[seat]]
    if not story.is_open(s, s.place[seat]):
        return line("next.show", name=name) if own and _opener(s, seat) else line("next.mine_card")
    if not own:
        return line("next.ore")
    if s.ore[seat] >= NUGGET:
        return _next_nugget(s, seat)
    if s.cart[seat]:
        return _next_bank(s, seat)
    return line("next.grams", grams=NUGGET - s.ore[seat])


def _next_bank(s: Plain, seat: int) -> Line:
    """The way to the Bank with what lies in the cart [T17, T44]."""
    wins = s.banked[seat] + s.cart[seat] >= rules.WIN
    n = STEPS[roads.NAMES[s.place[seat]]][BANK]
    return line("next.bank_wins" if wins else "next.bank", n=n)


def _next_nugget(s: Plain, seat: int) -> Line:
    """As many nuggets as the ore makes, at the beginning of a turn [T41, T42]."""
    key = "next.nugget" if s.phase == pieces.MAKING and s.turn == seat else "next.nugget_later"
    return line(key, n=s.ore[seat] // NUGGET, grams=s.ore[seat])


def _next_mine(s: Plain, seat: int, *, own: bool) -> Line | None:
    """The nearest mine with ore that a seat may go to, and whether it can open it."""
    found = _nearest(s, seat, s.place[seat])
    if not found:
        return None
    n, name = found
    shut = not story.is_open(s, roads.NAMES.index(name))
    unable = own and shut and not _opener(s, seat)
    return line("next.mine_and_card" if unable else "next.mine", n=n, name=name)


def _nearest(s: Plain, seat: int, place: int) -> tuple[int, str] | None:
    """Not the mine at whose exit one stands, nor one that a seat is shut out of [T36]."""
    steps, shut = STEPS[roads.NAMES[place]], {roads.NAMES[place]}
    if s.ban[seat] != pieces.NOTHING:
        shut.add(roads.NAMES[s.ban[seat]])
    usable = [m for left, m in zip(s.left, MINES, strict=True) if any(left) and m not in shut]
    return min(((steps[name], name) for name in usable), default=None)


def _opener(s: Plain, seat: int) -> int | None:
    """A card in hand that opens a mine, rather a Mine card than a joker [T19, T31]."""
    hand = s.hand[seat]
    return next((kind for kind in (pieces.MINE, pieces.JOKER) if hand[kind]), None)


def _arriving(s: Plain, to: int) -> list[Line]:
    """What it means to go to a square."""
    if to == roads.AT_BANK:
        return [_banking(s)]
    if roads.CONCESSION[to] >= 0:
        return _at_mine(s, to)
    name, cart = roads.NAMES[to], s.cart[s.turn]
    near = (STEPS[name][BANK], "") if cart else _nearest(s, s.turn, to)
    if not near:
        return []
    (n, mine), far = near, near[0] > pieces.DIE
    if cart:
        return [line("means.bank_far" if far else "means.bank_near", n=n)]
    return [line("means.mine_far" if far else "means.mine_near", n=n, name=mine)]


def _banking(s: Plain) -> Line:
    """What is deposited [T18, T44]."""
    n = s.cart[s.turn]
    total = s.banked[s.turn] + n
    if not n:
        return line("means.bank_empty")
    return line("means.bank_wins" if total >= rules.WIN else "means.banks", n=n, total=total)


def _at_mine(s: Plain, square: int) -> list[Line]:
    """Whether there is ore, whether one can dig, and who is there [T19, T20, T37]."""
    number, lines = roads.CONCESSION[square], []
    there = [seat for seat in range(s.seats) if seat != s.turn and s.place[seat] == square]
    inside = [seat for seat in there if s.depth[seat] != pieces.EXIT]
    if not any(s.left[number]):
        lines.append(line("means.exhausted"))
    elif story.is_open(s, square):
        lines.append(line("means.open"))
    elif (kind := _opener(s, s.turn)) is not None:
        lines.append(line("means.opens", card=story.card(kind)))
    elif s.top in (pieces.MINE, pieces.JOKER) and turns.may_take_top(s.record):
        lines.append(line("means.opens_by_swap", card=story.card(s.top)))
    else:
        lines.append(line("means.stays_closed"))
    if inside:
        duels = not all(s.barred[s.turn] >> seat & 1 for seat in there)  # [T57]
        holder = min(inside, key=s.since.__getitem__)
        lines.append(line("means.shared" if duels else "means.to_share", rival=who(holder)))
    return lines


def _stakes(s: Plain, seat: int, rival: int) -> list[Line]:
    """What a seat wins and loses in a duel [T53]."""
    won, lost = _loot(s, rival), _loot(s, seat)
    return [
        line(f"means.win_{won[0]}", n=won[1], rival=who(rival)),
        line(f"means.lose_{lost[0]}", n=lost[1], rival=who(rival)),
    ]


def _loot(s: Plain, loser: int) -> tuple[str, int]:
    if s.cart[loser]:
        return "nuggets", s.cart[loser]
    tiles = sum(owner == loser for owner in s.owner[: s.taken])
    return ("tiles", min(tiles, pieces.LOOT_FILONS)) if tiles else ("nothing", 0)


def _worked(s: Plain, shows: int) -> list[int]:
    """The levels that a run could take a tile from, up or down, over exhausted ones [T23]."""
    depth, left = s.depth[s.turn], s.left[roads.CONCESSION[s.place[s.turn]]]
    found = set()
    for levels in (range(max(depth, 1), pieces.LEVELS + 1), range(depth, 0, -1)):
        for level in levels:
            if not left[level - 1]:
                continue
            if not shows >> level & 1:
                break
            found.add(level)
    return sorted(found)
