"""What a review says, in words, and in figures that add up exactly as they are shown."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, get_args

from goldrush.games.texts import Texts
from goldrush.reviews.shapes import WIN, Account, Decision, Moment, Review, Word

TENTHS = 1000  # of a percent that a win has: all figures are shown in them
PARTS = ("start", "luck", "own", "others", "unknown")  # of an account, as they add up
WORDS: tuple[Word, ...] = get_args(Word)
FAULTS: tuple[Word, ...] = ("blunder", "mistake", "slip")
MINUS = "\u2212"
LONGEST = 14  # letters of a name beside figures


class Entry(NamedTuple):
    """An account in tenths of a percent."""

    parts: dict[str, int]  # what was nothing at all for everybody is left out
    result: int
    error: int  # of the luck
    given_up: int

    @property
    def adjusted(self) -> int:
        """The result without the luck."""
        return self.result - self.parts["luck"]


class Story(NamedTuple):
    """A moment in words."""

    when: str
    what: str
    change: str
    cause: str
    better: str

    def __str__(self) -> str:
        return " ".join(filter(None, self))


def heading(review: Review, texts: Texts) -> str:
    """What was reviewed."""
    return texts("review.title", game=texts("game.title"))


def notes(review: Review, texts: Texts, *, own_edition: bool) -> Iterator[str]:
    """How the match ended, and what one must know of such a review."""
    if review.over:
        won = [texts.names[n] for n, one in enumerate(review.accounts) if one.result]
        yield texts("result.wins" if len(won) == 1 else "result.shared", names=", ".join(won))
    else:
        yield texts("review.unfinished")
    if own_edition:
        yield texts("review.edition")


def legend(review: Review, texts: Texts) -> str:
    """What the figures of an account mean."""
    unknown = "unknown" in entries(review)[0].parts
    return " ".join(
        [texts("review.legend"), *([texts("review.legend_unknown")] if unknown else [])]
    )


def made(review: Review, texts: Texts) -> str:
    """How a review was made, so that it can be made again."""
    budget = texts(f"review.budget.{review.budget}")
    steps, decisions = len(review.levels) - 1, len(review.decisions)
    return texts("review.made", steps=steps, decisions=decisions, budget=budget, seed=review.seed)


def entries(review: Review) -> list[Entry]:
    """The accounts as they are shown; each adds up, to the last figure."""
    known = [part for part in PARTS if any(getattr(one, part) for one in review.accounts)]
    shown = [part for part in PARTS if part in known or part != "unknown"]
    return [_entry(account, shown) for account in review.accounts]


def _entry(account: Account, shown: Sequence[str]) -> Entry:
    result = tenths(account.result)
    parts = shared_out([getattr(account, part) for part in shown], result)
    error, given_up = tenths(account.error), tenths(account.given_up)
    return Entry(dict(zip(shown, parts, strict=True)), result, error, given_up)


def sum_of(name: str, entry: Entry, review: Review, texts: Texts) -> str:
    """An account in a sentence."""
    start, *changes = entry.parts
    told = [f"{texts(f'review.part.{start}')} {figure(texts, entry.parts[start])}"]
    told += [f"{texts(f'review.part.{one}')} {change(texts, entry, one)}" for one in changes]
    result, adjusted = figure(texts, entry.result), figure(texts, entry.adjusted)
    key = "review.sum" if review.over else "review.sum_so_far"
    return texts(key, seat=name, parts=", ".join(told), result=result, adjusted=adjusted)


def tenths(part: int) -> int:
    """Parts of a win in tenths of a percent."""
    return (2 * TENTHS * part + WIN) // (2 * WIN)


def shared_out(parts: Sequence[int], total: int) -> list[int]:
    """Parts of a win in tenths that add up to a total: the largest remainders are rounded up."""
    whole = [TENTHS * part // WIN for part in parts]
    rests = sorted(range(len(parts)), key=lambda n: -(TENTHS * parts[n] % WIN))
    for n in rests[: total - sum(whole)]:
        whole[n] += 1
    return whole


def figure(texts: Texts, value: int) -> str:
    """Tenths as a figure."""
    return texts.number(value / 10, 1).replace("-", MINUS)


def signed(texts: Texts, value: int) -> str:
    """Tenths as a change."""
    return ("+" if value > 0 else "") + figure(texts, value)


def change(texts: Texts, entry: Entry, part: str) -> str:
    """One of the changes that make up an account; luck with its error."""
    told = signed(texts, entry.parts[part])
    return f"{told} ± {figure(texts, entry.error)}" if part == "luck" else told


def percent(texts: Texts, part: int) -> str:
    """Parts of a win as a whole percentage."""
    return texts("figures.percent", share=texts.number(100 * part / WIN))


def stories(review: Review, texts: Texts) -> list[Story]:
    """The moments that decided a match."""
    return [_story(moment, texts) for moment in review.moments]


def _story(moment: Moment, texts: Texts) -> Story:
    by = "" if moment.by is None else texts.names[moment.by]
    better = texts("review.better", better=moment.better.text) if moment.better else ""
    return Story(
        texts("review.turn", turn=moment.turn),
        " ".join(map(texts.line, moment.lines)) or _untold(moment, by, texts),
        _change(moment, texts),
        texts(f"review.cause.{moment.cause}", seat=by),
        better,
    )


def _untold(moment: Moment, by: str, texts: Texts) -> str:
    """What is said of a step of which the log tells nothing."""
    if not moment.chosen:
        return texts("review.draw")
    return texts("review.plays", seat=by, chosen=moment.chosen.text)


def _change(moment: Moment, texts: Texts) -> str:
    shares = [100 * part / WIN for part in (moment.before, moment.after)]
    digits = 0 if round(shares[0]) != round(shares[1]) else 1
    before, after = (texts.number(share, digits) for share in shares)
    key = "review.rises" if moment.after > moment.before else "review.falls"
    return texts(key, seat=texts.names[moment.seat], before=before, after=after)


def faults(review: Review) -> list[Decision]:
    """The decisions that have earned a bad word, the worst first."""
    found = [decision for decision in review.decisions if decision.word in FAULTS]
    return sorted(found, key=lambda decision: (-decision.cost, decision.step))


def fault(decision: Decision, texts: Texts) -> str:
    """Such a decision in a sentence."""
    assert decision.better
    return texts(
        "review.fault",
        turn=decision.turn,
        seat=texts.names[decision.seat],
        chosen=decision.chosen.text,
        better=decision.better.text,
        cost=figure(texts, tenths(decision.cost)),
        error=figure(texts, tenths(decision.error)),
        word=texts(f"review.word.{decision.word}"),
    )


def counts(review: Review, seat: int) -> dict[Word, int]:
    """How many decisions of a seat are called what."""
    made = [decision.word for decision in review.decisions if decision.seat == seat]
    return {word: made.count(word) for word in WORDS}


def counted(review: Review, seat: int, texts: Texts) -> str:
    """The same in a sentence, with what the decisions gave up in all."""
    found = counts(review, seat)
    told = [f"{texts(f'review.word.{word}')} {n}" for word, n in found.items() if n]
    given_up = figure(texts, entries(review)[seat].given_up)
    name = texts.names[seat]
    return texts("review.counted", seat=name, counts=", ".join(told) or "0", given_up=given_up)
