"""Commands for play over the network: host tables, sit down at one."""

from pathlib import Path
from typing import Annotated

import typer

from goldrush.cli.arguments import (
    EditionFile,
    Lang,
    Options,
    Plain,
    Salt,
    console,
    options,
)
from goldrush.terminal import words

Host = Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 for all.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="0 for any that is free.")]
Data = Annotated[
    Path | None, typer.Option(help="The file that keeps all tables; your data folder's.")
]
Thinkers = Annotated[int, typer.Option(min=1, help="Processes in which bots think.")]
Origins = Annotated[
    list[str] | None, typer.Option(help="An address under which a proxy shows this server.")
]
Requests = Annotated[
    float, typer.Option(min=1, help="How many a second are answered to one address.")
]
Messages = Annotated[float, typer.Option(min=1, help="How many a second are read from one socket.")]
Connections = Annotated[int, typer.Option(min=1, help="How many one address may have at once.")]
Proxies = Annotated[
    list[str] | None,
    typer.Option(help="The address of a proxy, which says for whom it asks; this machine's."),
]
OwnEditions = Annotated[bool, typer.Option(help="Whether people may bring editions of their own.")]
Show = Annotated[bool, typer.Option("--open", help="Open it in the browser.")]


def join(
    address: Annotated[
        str, typer.Argument(metavar="ADDRESS", help="Of a table; with --create of a server.")
    ],
    name: Annotated[str | None, typer.Option(help="What you are called there.")] = None,
    seat: Annotated[int | None, typer.Option(min=1, help="The seat you want, from 1.")] = None,
    salt: Salt = None,
    watch: Annotated[bool, typer.Option("--watch", help="Only look on.")] = False,
    start: Annotated[
        bool, typer.Option("--start", help="Begin as soon as everybody is there.")
    ] = False,
    create: Annotated[
        str | None, typer.Option(metavar="GAME", help="Make a table for this game.")
    ] = None,
    people: Annotated[
        int | None, typer.Option(min=1, help="How many people sit there; 2, or 1 with bots.")
    ] = None,
    bot: Annotated[list[str] | None, typer.Option(help="zoe, felix …; once for each.")] = None,
    option: Options = None,
    edition: EditionFile = None,
    public: Annotated[bool, typer.Option("--public", help="List it in the lobby.")] = False,
    lang: Lang = None,
    pace: Annotated[float, typer.Option(help="Seconds that things stay to be seen.")] = 1.0,
    plain: Plain = False,
) -> None:
    """Play at a server's table, from this terminal; the same name finds its seat again."""
    from goldrush.terminal import join as guests

    place = None if seat is None else seat - 1
    wishes = guests.Wishes(name, place, salt, watch, start, lang, pace, plain)
    new = None
    if create:
        people = people or (1 if bot else 2)
        terms = (people, bot or [], options(option), edition)
        new = guests.create(create, wishes, *terms, public=public)
    guests.join(address, wishes, console, new)


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    data: Data = None,
    workers: Thinkers = 1,
    origin: Origins = None,
    requests: Requests = 20,
    messages: Messages = 10,
    connections: Connections = 100,
    proxy: Proxies = None,
    own_editions: OwnEditions = True,
    show: Show = False,
) -> None:
    """Host tables for browsers."""
    import asyncio
    import signal

    from goldrush.server.app import PROXIES, Settings, run
    from goldrush.terminal import browser

    def ready(port: int) -> None:
        address = browser.address(host, port)
        print(address, flush=True)  # noqa: T201  # programs read it too
        if show:
            browser.show(address)

    file = data or words.data() / "tables.db"
    origins = tuple(origin or ())
    limits = (requests, messages, connections, tuple(proxy or PROXIES), own_editions)
    settings = Settings(file, host, port, workers, origins, *limits)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # when all is closed, nothing need be compiled
    asyncio.run(run(settings, ready))
