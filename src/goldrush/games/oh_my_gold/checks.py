"""What makes a record of Oh My Gold! possible; ``rules`` and CHESTS_WAIT are bound by rules.py."""

from typing import TYPE_CHECKING

from goldrush.core import compiled
from goldrush.core.seats import NOBODY
from goldrush.games.oh_my_gold.edition import CHESTS, DICE, MOST_KEYS

if TYPE_CHECKING:
    from goldrush.games.oh_my_gold import rules

CHESTS_WAIT: bool = globals()["CHESTS_WAIT"]
CHECKS: tuple[str, ...] = (
    "all is well",
    "a seat, phase or count is out of range",
    "the phase does not fit the pile, the chest being opened or the turns left",
    "the dice rolled and used are not those of this phase",
    "the cards in pile and row, before the boats and under them are not those of the edition",
)


@compiled
def check(s: rules.State) -> int:
    """0, or which of CHECKS the record fails."""
    if not _in_range(s):
        return 1
    if not _phase_agrees(s):
        return 2
    if not _dice_agree(s):
        return 3
    return 0 if _chests_agree(s) and _treasures_agree(s) else 4


@compiled
def _in_range(s: rules.State) -> bool:
    boats = 0  # boarded, each with a die of its own and one on a card at least [O17]
    for rival in range(rules.MAX_SEATS):
        boats += int(s.boarded >> rival & 1)
    return bool(
        rules.MIN_SEATS <= s.seats <= rules.MAX_SEATS
        and 0 <= s.greedy | s.steal | s.wild | s.again <= 1
        and NOBODY <= s.first < s.seats
        and 0 <= s.turn < s.seats
        and rules.BEGIN <= s.phase <= rules.DONE
        and 0 <= s.turns <= rules.LAST_TURN
        and 0 <= s.used <= DICE
        and 0 <= s.boarded < 1 << s.seats
        and not s.boarded >> s.turn & 1
        and 2 * boats <= int(s.used) * int(s.steal)
        and 0 <= s.closing <= s.seats + 1
        and _keys_agree(s)
    )


@compiled
def _keys_agree(s: rules.State) -> bool:
    """Whether chests wait only where they are opened at the end of a turn [O10]."""
    if not CHESTS_WAIT:
        return True
    for slot in range(rules.SLOTS):
        if s.keyed >> slot & 1 and (s.row[slot] == 0 or s.placing == rules.ONE):
            return False
    return bool(0 <= s.placing <= 1 and 0 <= s.keyed < 1 << rules.SLOTS)


@compiled
def _phase_agrees(s: rules.State) -> bool:
    played = int(s.turns) - int(s.phase == rules.DONE)  # turns before the one that turn stands for
    # whether the keys of the top card are drawn, if there is one
    drawn = s.phase != rules.BEGIN and s.phase != rules.FILL
    return bool(
        (s.phase == rules.BEGIN) == (s.first == NOBODY)
        and int(s.turn) == (0 if s.phase == rules.BEGIN else (int(s.first) + played) % int(s.seats))
        and (s.phase != rules.BEGIN or s.turns == 0)
        and (s.phase == rules.REVEAL) == (s.opening > 0)
        and (s.phase == rules.DONE)
        == (s.turns == rules.LAST_TURN or (s.closing == 0 and rules.all_open(s)))
        and (s.top > 0) == (drawn and rules.pile(s) > 0)
        and (drawn or rules.pile(s) > 0)
        and (s.closing == 0 or rules.all_open(s))
    )


@compiled
def _dice_agree(s: rules.State) -> bool:
    dice = int(s.used)
    for face in range(rules.FACE_COUNT):
        if not 0 <= s.dice[face] <= DICE:
            return False
        dice += int(s.dice[face])
    keys = int(s.opening)  # on the chest being opened, and on those that wait
    for slot in range(rules.SLOTS):
        keys += int(s.row[slot]) * int(rules.waits(s, slot))
    if s.phase == rules.ACT or s.phase == rules.REVEAL:
        return bool(dice == DICE and s.used >= keys)
    if s.phase == rules.ROLL:
        return bool(dice == s.used and keys <= s.used <= (DICE - 1) * s.again)
    return bool(dice + s.again + s.boarded + keys == 0)


@compiled
def _chests_agree(s: rules.State) -> bool:
    for keys in range(MOST_KEYS + 1):
        lying = int(s.unseen[keys])
        for card in (s.row[0], s.row[1], s.row[2], s.top, s.opening):
            lying += int(card == keys and keys > 0)
            if not 0 <= card <= MOST_KEYS:
                return False
        for treasure in range(rules.LOADS + 1):
            lying -= int(s.closed[keys, treasure])
        if lying != 0 or s.unseen[keys] < 0:
            return False
    return True


@compiled
def _treasures_agree(s: rules.State) -> bool:
    for treasure in range(rules.LOADS + 1):
        opened = 0
        for keys in range(MOST_KEYS + 1):
            opened += int(rules.CHEST_CARDS[keys, treasure]) - int(s.closed[keys, treasure])
            if not 0 <= s.closed[keys, treasure] <= rules.CHEST_CARDS[keys, treasure]:
                return False
        for seat in range(rules.MAX_SEATS):
            ashore, loot = int(s.ashore[seat, treasure]), int(s.loot[seat, treasure])
            opened -= ashore + loot
            most = CHESTS if seat < s.seats else 0
            if not (0 <= loot <= most and 0 <= ashore <= most * (treasure != rules.BONES)):
                return False
        if opened != 0:
            return False
    return True
