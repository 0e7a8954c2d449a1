"""Reviews of several matches: how each came out, and what that is for each player in all."""

from collections.abc import Iterator

from goldrush.games.texts import Texts
from goldrush.reviews.shapes import Account, Review
from goldrush.terminal import review_words as words

PARTS = ("luck", "own", "given_up", "result", "adjusted")  # of an account, on the average


class Sums:
    """The accounts of players by name, added up."""

    def __init__(self) -> None:
        self._found: dict[str, list[Account]] = {}

    def add(self, review: Review, texts: Texts) -> None:
        """Adds those of a match."""
        for name, account in zip(texts.names, review.accounts, strict=True):
            self._found.setdefault(name, []).append(account)

    def lines(self, texts: Texts) -> Iterator[str]:
        """A sentence for each player."""
        for name, accounts in self._found.items():
            means = {
                part: words.tenths(sum(getattr(one, part) for one in accounts) // len(accounts))
                for part in PARTS
            }
            signed = {part: words.signed(texts, means[part]) for part in ("luck", "own")}
            plain = {one: words.figure(texts, means[one]) for one in means if one not in signed}
            yield texts("review.many.player", n=len(accounts), seat=name, **signed, **plain)


def match(source: str, review: Review, texts: Texts) -> Iterator[str]:
    """How the results of one of several matches came about."""
    yield texts("review.many.match", match=source, game=texts("game.title"))
    for name, entry in zip(texts.names, words.entries(review), strict=True):
        yield words.sum_of(name, entry, review, texts)
