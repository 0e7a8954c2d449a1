"""The words of a balance, as its page and the terminal tell them."""

from collections.abc import Iterator

from goldrush.games.texts import Texts
from goldrush.lab.balance import Balance
from goldrush.lab.measures import MEASURES, Figure, difference
from goldrush.lab.targets import Target
from goldrush.terminal import report_words as words


def verdict(balance: Balance, texts: Texts) -> str:
    """What came of it all."""
    if not balance.better:
        return texts("balance.same")
    found = {one.verdict(balance.found.figures[one.measure]) for one in balance.targets}
    worst = next(one for one in ("missed", "open", "reached") if one in found)
    return texts(f"balance.{worst}")


def effort(balance: Balance, texts: Texts) -> str:
    """How much was tried."""
    games = max(one.games for one in balance.tries[0].figures.values())
    numbers = {"combinations": balance.combinations, "games": games}
    said = {name: texts.number(one) for name, one in numbers.items()}
    told = [texts("balance.tried", n=len(balance.tries), **said)]
    if balance.unplayable:
        told.append(texts("balance.unplayable", n=balance.unplayable))
    return " ".join(told)


def lines(balance: Balance, texts: Texts) -> Iterator[str]:
    """All that matters, in sentences."""
    yield verdict(balance, texts)
    for name, value in balance.found.values.items():
        before = balance.before.values[name]
        if value != before:
            yield texts("balance.changed", name=name, found=value, before=before)
    for target in balance.targets:
        measure, wanted, before, found, _, reached, _ = row(balance, target, texts)
        told = {"measure": measure, "wanted": wanted, "before": before, "found": found}
        yield texts("balance.said", **told, verdict=reached)
    yield effort(balance, texts)


def row(balance: Balance, target: Target, texts: Texts) -> list[str]:
    """A target, what was, what is now, the difference, and whether it is reached."""
    before, found = (one.figures[target.measure] for one in (balance.before, balance.found))
    tried = min(
        (one.figures[target.measure] for one in balance.tries),
        key=lambda one: abs(target.missed(one)),
    )
    figures = [figure(target, one, texts) for one in (before, found, difference(found, before))]
    measure = texts(f"measure.{target.measure}")
    said = [measure, wanted(target, texts), *figures, reached(target, found, texts)]
    return [*said, figure(target, tried, texts)]


def figure(target: Target, one: Figure, texts: Texts) -> str:
    """A figure of what a target is about."""
    return words.figure(one, MEASURES[target.measure].unit, texts)


def wanted(target: Target, texts: Texts) -> str:
    """Where a measure shall be."""
    unit = MEASURES[target.measure].unit
    low, high = (
        None if end is None else words.value(end, unit, texts) for end in (target.low, target.high)
    )
    if low is None:
        return texts("balance.most", value=high)
    if high is None:
        return texts("balance.least", value=low)
    return low if low == high else texts("balance.between", low=low, high=high)


def reached(target: Target, found: Figure, texts: Texts) -> str:
    """Whether it is there, and else by how much it is not."""
    off = Figure(abs(target.missed(found)), found.error, found.games)
    return texts(f"balance.verdicts.{target.verdict(found)}", off=figure(target, off, texts))
