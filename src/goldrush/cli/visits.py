"""Commands for a server elsewhere: which tables there are, and who one is there."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from goldrush.cli.arguments import Lang, console
from goldrush.games.problem import Problem
from goldrush.terminal import words

if TYPE_CHECKING:
    from goldrush.games.texts import Texts
    from goldrush.terminal.person import Oneself

WORDS = (
    "GOLDRUSH_WORDS"  # in the environment, for programs; on a command line others could read them
)

WHAT = (
    "keep: your name, to come back and for rated tables; words: ten new ones that bring you back;"
    f" code: for another device; sign-in: with words or a code, typed or in {WORDS}; sign-out."
)
ServerAt = Annotated[str, typer.Argument(metavar="ADDRESS", help="Of a server.")]


class What(StrEnum):
    """What one wants to do about oneself."""

    SHOW = "show"
    KEEP = "keep"
    WORDS = "words"
    CODE = "code"
    SIGN_IN = "sign-in"
    SIGN_OUT = "sign-out"


def tables(
    address: ServerAt,
    game: Annotated[str | None, typer.Option(help="Of this game alone.")] = None,
    rated: Annotated[bool, typer.Option("--rated", help="Rated ones alone.")] = False,
    lang: Lang = None,
) -> None:
    """List a server's public tables: those that wait for players, and those to watch."""
    from goldrush.terminal import finding

    for line in finding.listing(address, game, words.texts(lang), rated=rated):
        _say(line)


def me(
    address: ServerAt,
    what: Annotated[What, typer.Argument(metavar="[WHAT]", help=WHAT)] = What.SHOW,
    name: Annotated[str | None, typer.Option(help="What you are called there.")] = None,
    lang: Lang = None,
) -> None:
    """Say who you are at a server; keep your name there, come back by it, or sign out."""
    from goldrush.terminal.person import Oneself

    texts, oneself = words.texts(lang), Oneself(address, name)
    match what:
        case What.KEEP:
            _say(*_kept(oneself, texts))
        case What.WORDS:
            _say(texts("me.write"), " ".join(oneself.words()))
        case What.CODE:
            _say(texts("me.code", address=oneself.address, code=oneself.code().code))
        case What.SIGN_IN:
            oneself.sign_in(_typed(texts))
            _say(*_shown(oneself, texts), texts("me.came"))
        case What.SIGN_OUT:
            _say(texts("me.left", name=words.printable(oneself.sign_out())))
        case _:
            _say(*_shown(oneself, texts))


def _shown(oneself: "Oneself", texts: "Texts") -> list[str]:
    """Who one is, and how strong."""
    from goldrush.terminal import person

    known = oneself.look()
    lines = person.told(oneself, known, texts)
    return [*lines, *person.strength(oneself.figures(), texts)] if known.name else lines


def _kept(oneself: "Oneself", texts: "Texts") -> list[str]:
    """Keeps the name; the words that bring one back, if nothing else does."""
    from goldrush.terminal import person

    _, fresh = oneself.keep()
    lines = person.told(oneself, oneself.look(), texts)
    return [*lines, texts("me.write"), " ".join(fresh)] if fresh else lines


def _typed(texts: "Texts") -> str:
    """Ten words or a code: from the environment, piped, or typed where nobody sees them."""
    import getpass
    import os
    import sys

    if said := os.environ.get(WORDS):
        return said
    said = getpass.getpass(f"{texts('me.ask')} ") if sys.stdin.isatty() else sys.stdin.readline()
    if not said.strip():
        raise Problem("say ten words, or a code from another device: typed, piped, or in {}", WORDS)
    return said.strip()


def _say(*lines: str) -> None:
    for line in lines:
        console.print(line, soft_wrap=True, markup=False)
