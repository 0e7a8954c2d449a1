"""What people are shown of Goldrausch: everything, for all cards lie open [K6, K18]."""

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from goldrush.core import CHANCE
from goldrush.core.seats import NOBODY
from goldrush.games.goldrausch.shapes import Card, Group, Purse, Stack, View
from goldrush.games.plain import Plain
from goldrush.games.shapes import Line
from goldrush.games.views import common, line, who

if TYPE_CHECKING:
    from goldrush.games.goldrausch import notation, rules  # bound by games.game()

FIXED: tuple[str, ...] = ()
COVERS = False
SECRETS = False
WHISPERS = False
PAUSES: tuple[str, ...] = ("log.round_over",)
PARAGRAPHS = {
    "join": "K7",
    "lay": "K10",
    "waits": "K6",
    "drawing": "K6",
    "start": "K17",
    "over": "K16",
}


def view(s: Plain, seat: int) -> View:
    """The table; nobody sees more of it than others, and nothing is ever covered again."""
    return View(
        **common(rules, notation, s, seat, _prompt(s), PARAGRAPHS, "coins"),
        round=min(s.played, rules.ROUNDS - 1),
        rounds=rules.ROUNDS,
        card=None if s.card == rules.NOTHING else _card(s.card),
        groups=_groups(s),
        left=s.left,
        deck=[Stack(_card(kind), count) for kind, count in enumerate(s.bag)],
        purses=_purses(s),
        paid=s.paid if s.played else None,
    )


def log(before: Plain, step: int | None, after: Plain, seat: int) -> list[Line]:
    """What a step is told as, and the count after a round's last one."""
    assert step is not None  # all is seen in Goldrausch
    if before.first == NOBODY:
        return [line("log.starts", seat=who(step - rules.STARTS))]
    if before.card == rules.NOTHING:
        lines = [line("log.draws", seat=who(before.turn), card=_name(step))]
        if after.card == rules.NOTHING:
            lines.append(_unasked(before, step))
    elif before.card >= rules.GOLD:
        lines = [line("log.lays", seat=who(before.turn), group=_named(step))]
    else:
        lines = [_answered(before, step)]
    return lines + _round_over(before, step, after)


def _prompt(s: Plain) -> Line:
    if s.finished:
        return line("prompt.over")
    if s.actor == CHANCE:
        return line("prompt.start" if s.first == NOBODY else "prompt.drawing")
    card = _name(s.card)
    if s.card >= rules.GOLD:
        return line("prompt.lay", seat=who(s.actor), card=card)
    return line("prompt.join", seat=who(s.actor), card=card, group=_named(s.card))


def _groups(s: Plain) -> list[Group]:
    peopled = rules.room_with_characters(s.record)
    return [
        Group(
            name=told.name,
            letter=told.letter,
            symbol=told.symbol,
            sign=told.sign,
            characters=s.characters[group],
            gold=notation.laid(s.laid[group]),
            places=rules.GOLD_A_GROUP,
            coins=s.coins[group],
            tokens=[tokens[group] for tokens in s.tokens[: s.seats]],
            share=s.coins[group] // s.joined[group] if s.joined[group] else 0,
            joining=s.coins[group] // (s.joined[group] + 1),
            open=rules.may_lay(s.record, group, peopled),
        )
        for group, told in enumerate(rules.EDITION.groups.list)
    ]


def _purses(s: Plain) -> list[Purse]:
    points = np.zeros(rules.MAX_SEATS, np.int64)
    rules.score(s.record, points)
    return [
        Purse(
            tokens=s.held[seat],
            total=s.total[seat],
            now=all_told - s.total[seat],
            earned=s.earned[seat] if s.played else None,
        )
        for seat, all_told in enumerate(points[: s.seats].tolist())
    ]


@cache
def _card(kind: int) -> Card:
    text = notation.card(kind)
    if kind < rules.GOLD:
        return Card("character", text, group=kind)
    return Card("false" if kind == rules.FALSE else "gold", text, coins=int(rules.COINS[kind]))


def _unasked(s: Plain, kind: int) -> Line:
    """Why there was nothing to decide: no token left [K9], or a single group [K12]."""
    if kind < rules.GOLD:
        return line("log.no_token", seat=who(s.turn), group=_named(kind))
    return line("log.only", group=_named(rules.only_group(s.record)))


def _answered(s: Plain, step: int) -> Line:
    group = _named(s.card)
    if step == rules.PASS:
        return line("log.passes", seat=who(s.turn), group=group)
    return line("log.joins", seat=who(s.turn), group=group, n=s.held[s.turn] - 1)


def _round_over(before: Plain, step: int, after: Plain) -> list[Line]:
    """The account of each group's table, and what each seat earned [K13, K15]."""
    if after.played == before.played:
        return []
    lines = [line("log.round_over", round=after.played)]
    lines += [_account(before, step, after, group) for group in range(rules.GROUPS)]
    lines += [
        line("log.earned", seat=who(seat), n=after.earned[seat]) for seat in range(after.seats)
    ]
    return lines


def _account(before: Plain, step: int, after: Plain, group: int) -> Line:
    """What a group had when its round was over, with the last card, and paid a token [K13]."""
    laid, tokens = list(before.laid[group]), [all_[group] for all_ in before.tokens[: before.seats]]
    last, chosen = (step, NOBODY) if before.card == rules.NOTHING else (before.card, step)
    if last >= rules.GOLD:
        laid[last - rules.GOLD] += group == (
            rules.only_group(before.record) if chosen == NOBODY else chosen
        )
    else:
        tokens[before.turn] += group == last and chosen == rules.JOIN
    gold = notation.laid(laid)
    lying = {"coins": sum(gold), "badges": sum(tokens), "gold": gold, "tokens": tokens}
    paid = after.paid[group]
    key = "log.pays" if paid else "log.pays_nothing" if sum(tokens) else "log.nobody"
    return line(key, group=_named(group), n=paid, **lying)


def _named(group: int) -> Line:
    return line(f"group.{rules.EDITION.groups.list[group].name}")


def _name(kind: int) -> Line:
    if kind < rules.GOLD:
        return line(f"card.{rules.EDITION.groups.list[kind].name}")
    if kind == rules.FALSE:
        return line("card.false")
    return line("card.gold", n=int(rules.COINS[kind]))
