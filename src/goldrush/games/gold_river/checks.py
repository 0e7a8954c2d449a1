"""What makes a record of Gold River possible; ``rules`` and ``river`` are bound by rules.py."""

from typing import TYPE_CHECKING

from goldrush.core import compiled
from goldrush.core.seats import NOBODY
from goldrush.games.gold_river import purse
from goldrush.games.gold_river.purse import ALL_CARATS, MOST_NUGGETS, ROUND_SIZES, SIZES, WORTH

if TYPE_CHECKING:
    from goldrush.games.gold_river import river, rules

CHECKS: tuple[str, ...] = (
    "all is well",
    "a seat, phase, square or count is out of range",
    "the phase does not fit the boat, the leg or the turns played",
    "the nuggets on the map are not those left to be found",
    "purses, deposits, map and bank are not 1,040 carats in all",
)


@compiled
def check(s: rules.State) -> int:
    """0, or which of CHECKS the record fails."""
    if not _in_range(s):
        return 1
    if not _phase_agrees(s):
        return 2
    if not _map_agrees(s):
        return 3
    return 0 if all_carats(s) == ALL_CARATS else 4


@compiled
def all_carats(s: rules.State) -> int:
    """Purses, deposits, leg one's nuggets on the map, and the bank."""
    total = int(s.bank)
    for size in range(ROUND_SIZES):
        total += int(s.bag[size]) * WORTH[size]
    for seat in range(s.seats):
        total += purse.carats(s.purse[seat]) + int(s.deposit[seat])
    return total


@compiled
def _in_range(s: rules.State) -> bool:
    for seat in range(rules.MAX_SEATS):
        most = ALL_CARATS if seat < s.seats else 0
        if not (0 <= s.boat[seat] < river.SQUARES and 0 <= s.deposit[seat] <= most):
            return False
        for size in range(SIZES):
            if not 0 <= s.purse[seat, size] <= most:
                return False
    return bool(
        rules.MIN_SEATS <= s.seats <= rules.MAX_SEATS
        and 0 <= s.legs | s.call | s.leg <= 1
        and s.leg <= s.legs
        and NOBODY <= s.first < s.seats
        and NOBODY <= s.ended_by < s.seats
        and 0 <= s.turn < s.seats
        and rules.FOUND <= s.phase <= rules.DONE
        and 0 <= s.leg_turns <= rules.LAST_ROUND * int(s.seats)
        and 0 <= s.turns <= rules.LAST_ROUND * int(s.seats) * int(s.leg) + int(s.leg_turns)
        and 0 <= s.jailed < 1 << s.seats
        and river.DOWN <= s.heading <= river.UP_MAIN
        and 0 <= s.pips <= rules.DIE
        and 0 <= s.bank <= ALL_CARATS
        and 0 <= 4 * int(s.stake) <= s.bank
    )


@compiled
def _phase_agrees(s: rules.State) -> bool:
    phase, at = int(s.phase), int(s.boat[s.turn])
    begun = phase != rules.FOUND and phase != rules.BEGIN
    played = int(s.leg_turns) - int(phase == rules.DONE)  # turns of the leg before this one
    return bool(
        begun == (s.first != NOBODY)
        and (begun or s.turn + s.leg_turns == 0)
        and (s.leg == 1 or int(s.turn) == (max(int(s.first), 0) + played) % int(s.seats))
        and (s.pips > 0) == (phase == rules.FORK)
        and (
            phase != rules.FORK or (s.heading == river.UP and river.TRIBUTARY[at] != river.NOWHERE)
        )
        and (
            s.heading == river.DOWN
            or phase == rules.FORK
            or (s.heading == river.UP and phase == rules.ROLL)
        )
        and (s.stake > 0) == (phase == rules.SPIN)
        and (s.to_draw > 0) == (phase in (rules.FOUND, rules.GOAL))
        and (
            s.ended_by == NOBODY
            or (phase == rules.DONE and s.ended_by == s.turn and s.leg == s.legs)
        )
        and (phase == rules.DONE)
        == (s.ended_by != NOBODY or s.leg_turns == rules.LAST_ROUND * int(s.seats))
        and _boats_agree(s)
        and _square_agrees(s, phase, river.KIND[at])
    )


@compiled
def _boats_agree(s: rules.State) -> bool:
    """Prisoners are in prison, and none of them is to act; boats of nobody are at the mouth."""
    for seat in range(rules.MAX_SEATS):
        jailed = s.jailed >> seat & 1
        if jailed and (
            river.KIND[s.boat[seat]] != river.PRISON or (seat == s.turn and s.phase != rules.DONE)
        ):
            return False
        if s.boat[seat] != river.START and (seat >= s.seats or s.first == NOBODY):
            return False
    return True


@compiled
def _square_agrees(s: rules.State, phase: int, kind: int) -> bool:
    """The boat on turn stands on a square that asks for this phase."""
    if phase in (rules.CHANGE, rules.BET):
        asks = kind == river.CASINO or (
            phase == rules.CHANGE
            and (
                kind in (river.SALOON, river.INDIANS, river.BANK)
                or (rules.CHANGE_AT_FALLS and kind == river.FALLS)
            )
        )
        return bool(asks and purse.carats(s.purse[s.turn]) > 0)
    if phase == rules.GOAL or s.ended_by != NOBODY:
        return bool(kind == (river.MOUTH if s.leg else river.SOURCE))
    return bool(
        (phase != rules.DIG or s.lying[s.boat[s.turn]] != rules.EMPTY)
        and (phase != rules.DRINK or kind == river.SALOON)
        and (phase != rules.SPIN or kind == river.CASINO)
        and (phase != rules.SAVE or kind == river.BANK)
    )


@compiled
def _map_agrees(s: rules.State) -> bool:
    unseen = 0
    for square in range(river.SQUARES):
        most = rules.OLD + int(s.leg) if river.KIND[square] == river.MINE else rules.EMPTY
        if not rules.EMPTY <= s.lying[square] <= most:
            return False
        unseen += int(s.lying[square] == rules.OLD)
    if s.phase == rules.FOUND or s.phase == rules.GOAL:
        if not s.to_draw <= (MOST_NUGGETS if s.phase == rules.FOUND else rules.AT_GOAL):
            return False
        unseen += int(s.to_draw) * int(s.leg == 0)
    if s.leg == 0 and s.phase != rules.GOAL and s.ended_by == NOBODY:
        unseen += rules.AT_GOAL
    for size in range(ROUND_SIZES):
        if not 0 <= s.bag[size] <= rules.ROUND_MIX[size] - rules.PURSE[size] * int(s.seats):
            return False
        unseen -= int(s.bag[size])
    return unseen == 0
