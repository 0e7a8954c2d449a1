"""Commands that tell what there is: games, opponents, rules, editions."""

from typing import Annotated

import typer
from rich.markdown import Markdown
from rich.padding import Padding
from rich.text import Text

from goldrush.cli.arguments import Lang, Name, console
from goldrush.games import GAMES, game
from goldrush.terminal import words


def games(lang: Lang = None) -> None:
    """List the games."""
    texts = words.texts(lang)
    for name in GAMES:
        rules, own = game(name).rules, words.texts(lang, name)
        seats = texts("games.seats", few=rules.MIN_SEATS, many=rules.MAX_SEATS)
        console.print(f"[bold]{name}[/] · {own('game.title')} · {seats} · {own('game.by')}")
        console.print(Padding(own("game.about"), (0, 2, 0, 4)))
        for option in rules.OPTIONS:
            for value in option.values:
                said = f"--option {option.name}={value}: {own(f'option.{option.name}.{value}')}"
                console.print(Padding(Text(said, "dim"), (0, 2, 0, 4)))
        console.print()


def bots(
    name: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="How they play this game.")
    ] = None,
    lang: Lang = None,
) -> None:
    """List the opponents, from a child to a master, and how strong they proved."""
    from goldrush.terminal import opponents

    for line in opponents.listing(words.texts(lang), game(name) if name else None):
        console.print(line)


def rules(name: Name, lang: Lang = None) -> None:
    """Show the rules of a game, with the numbers that everything cites."""
    game(name)
    text = words.rules(lang, name)
    console.print(Markdown(text) if console.is_terminal else text, markup=False)


def edition(name: Name) -> None:
    """Print the shipped edition file of a game, to be changed into your own."""
    game(name)
    console.print(words.edition(name), markup=False, soft_wrap=True, end="")
