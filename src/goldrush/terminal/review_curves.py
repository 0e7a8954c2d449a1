"""The chances of all seats over a match: as curves of blocks, or sampled in sentences."""

from collections.abc import Iterator

from rich.text import Text

from goldrush.games.texts import Texts
from goldrush.reviews.shapes import WIN, Review
from goldrush.terminal import review_words as words

COLOURS = ("#e0693f", "#4b94cf", "#35a583", "#e0b43a", "#c377a6", "#7fb9df")  # of seats
BLOCKS = "▁▂▃▄▅▆▇█"
ROWS = 2  # that a curve is high
WIDEST = 96  # columns of a curve
SHARE = 6  # columns of a percentage beside it
SAMPLES = 4  # parts into which a match is cut where it is told in sentences


def curves(review: Review, texts: Texts, width: int) -> Iterator[Text]:
    """A curve for each seat, and below them where the match turned."""
    beside = min(words.LONGEST, max(map(len, texts.names)))
    columns = max(8, min(WIDEST, width - beside - 2 * SHARE - 2, len(review.levels)))
    for seat, name in enumerate(texts.names):
        yield from _curve(review, seat, _short(name, beside), columns, texts)
    indent = " " * (beside + SHARE + 1)
    if marks := _marks(review, columns):
        yield Text(indent + marks, "bold")
    first, last = (texts("review.nth_turn", turn=review.levels[n].turn) for n in (0, -1))
    if len(first) + len(last) < columns:
        yield Text(f"{indent}{first}{last:>{columns - len(first)}}", "dim")


def sampled(review: Review, texts: Texts) -> Iterator[str]:
    """What each seat could expect at the start, at some turns, and at the end."""
    last = len(review.levels) - 1
    numbers = sorted({last * part // SAMPLES for part in range(1, SAMPLES)} - {0, last})
    for seat, name in enumerate(texts.names):
        middle = [
            texts("review.at", turn=review.levels[n].turn, share=_percent(review, n, seat, texts))
            for n in numbers
        ]
        start, end = (_percent(review, n, seat, texts) for n in (0, last))
        told = ", ".join([texts("review.at_start", share=start), *middle])
        yield texts("review.course", seat=name, course=told, end=end)


def _curve(review: Review, seat: int, name: str, columns: int, texts: Texts) -> Iterator[Text]:
    """One curve in rows from the top down; name and figures stand in the lowest."""
    heights = [_height(review.levels[n].chances[seat]) for n in _steps(review, columns)]
    start, end = (_percent(review, n, seat, texts) for n in (0, -1))
    for row in reversed(range(ROWS)):
        blocks = "".join(_block(height - row * len(BLOCKS)) for height in heights)
        before, after = (f"{name:<{len(name)}}{start:>{SHARE}}", f"{end:>{SHARE}}")
        label = before if row == 0 else " " * len(before)
        yield Text.assemble(label, " ", (blocks, COLOURS[seat]), after if row == 0 else "")


def _steps(review: Review, columns: int) -> list[int]:
    """The levels that stand in the columns."""
    last = len(review.levels) - 1
    return [round(column * last / max(1, columns - 1)) for column in range(columns)]


def _height(chance: int) -> int:
    """How high a chance stands, in eighths of a row; somebody without any still has a line."""
    most = ROWS * len(BLOCKS)
    return max(1, round(most * chance / WIN))


def _block(eighths: int) -> str:
    if eighths <= 0:
        return " "
    return BLOCKS[min(eighths, len(BLOCKS)) - 1]


def _marks(review: Review, columns: int) -> str:
    """The numbers of moments, below where they happened; of two in one column one moves on."""
    line = [" "] * columns
    last = max(1, len(review.levels) - 1)
    for number, moment in enumerate(review.moments, start=1):
        where = round((moment.step + 1) * (columns - 1) / last)
        free = [n for n in range(where, columns) if line[n] == " "]
        free += [n for n in reversed(range(where)) if line[n] == " "]
        line[free[0]] = str(number)
    return "".join(line).rstrip()


def _percent(review: Review, number: int, seat: int, texts: Texts) -> str:
    return words.percent(texts, review.levels[number].chances[seat])


def _short(name: str, most: int) -> str:
    cut = name if len(name) <= most else f"{name[: most - 1]}…"
    return f"{cut:<{most}}"
