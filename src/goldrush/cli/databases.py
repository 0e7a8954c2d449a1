"""Commands for databases of a server's tables: from one to another, a file too."""

from typing import Annotated

import typer

from goldrush.cli.arguments import Lang, console
from goldrush.cli.upkeep import look
from goldrush.terminal import bar, words

database = typer.Typer(help="Move all tables between a file and a database.", no_args_is_help=True)

From = Annotated[
    str, typer.Argument(metavar="FROM", help="A file, or postgresql://user@host/name.")
]
To = Annotated[str, typer.Argument(metavar="TO", help="The same; no server may run there.")]


@database.callback()
def databases() -> None:
    """Move all tables between a file and a database."""


@database.command()
def copy(
    source: From,
    target: To,
    force: Annotated[bool, typer.Option("--force", help="Replace what is there.")] = False,
    lang: Lang = None,
) -> None:
    """Copy all that is kept, as it is now, and look whether it arrived and can be opened."""
    from goldrush.server import copying
    from goldrush.server.databases import is_served, named, place

    texts, old, new = words.texts(lang), place(source), place(target)
    with bar.share_bar(texts("database.copying")) as progress:
        for step in copying.copy(old, new, force=force):
            progress(step.done / step.of)
    console.print(
        texts("database.copied", source=named(old), target=named(new)), soft_wrap=True, markup=False
    )
    if is_served(old):
        console.print(texts("database.served", source=named(old)), soft_wrap=True, markup=False)
    look(texts, new)
