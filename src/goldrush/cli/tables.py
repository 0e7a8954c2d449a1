"""Commands for play over the network: host tables, sit down at one."""

import re
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer

from goldrush.cli.arguments import (
    Data,
    DatabaseUrl,
    EditionFile,
    Lang,
    Options,
    Plain,
    Salt,
    console,
    data_file,
    kept_in,
    options,
)
from goldrush.games.problem import Problem

if TYPE_CHECKING:
    from goldrush.bots.measuring import Measured
    from goldrush.server.mail import Relay

ROOTS = re.compile("(/[A-Za-z0-9._~-]+)+")


class Form(StrEnum):
    """How a server notes what happens."""

    LINES = "lines"
    JSON = "json"


class Level(StrEnum):
    """How grave something is that a server notes."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


Host = Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 for all.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="0 for any that is free.")]
Workers = Annotated[int, typer.Option(min=1, help="Processes in which bots think.")]
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
Tables = Annotated[float, typer.Option(min=1, help="How many one person may make in a minute.")]
KeepUnplayed = Annotated[
    float, typer.Option(min=0, help="Days that tables are kept where nobody played; 0 for ever.")
]
KeepUnfinished = Annotated[
    float, typer.Option(min=0, help="Days that matches are kept that nobody goes on with.")
]
KeepFinished = Annotated[float, typer.Option(min=0, help="Days that matches are kept when over.")]
RootPath = Annotated[
    str, typer.Option(help="The path under which a proxy shows this server, such as /gold.")
]
LogForm = Annotated[Form, typer.Option("--log", help="What is noted to stderr, and how.")]
LogLevel = Annotated[Level, typer.Option(help="How grave it must be to be noted.")]
Smtp = Annotated[
    str,
    typer.Option(
        envvar="GOLDRUSH_SMTP",
        help="The SMTP server for mail to people whose turn it is: smtp://user@host:587, smtps://…",
    ),
]
MailFrom = Annotated[str, typer.Option(envvar="GOLDRUSH_MAIL_FROM", help="From whom mail comes.")]
SmtpPassword = Annotated[
    str, typer.Option(envvar="GOLDRUSH_SMTP_PASSWORD", hidden=True, help="Of the SMTP server.")
]
AdminKey = Annotated[
    str,
    typer.Option(
        envvar="GOLDRUSH_ADMIN_KEY",
        help="The key to /admin, from `goldrush admin-key`; without one there is no such page.",
    ),
]
Guests = Annotated[
    list[str] | None,
    typer.Option(
        "--bot", help="A program or class that may sit at tables here: ./mybot.js, joiner:ms=500."
    ),
]
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
    bot: Annotated[
        list[str] | None, typer.Option(help="zoe, felix …, or the server’s own; one each.")
    ] = None,
    option: Options = None,
    edition: EditionFile = None,
    public: Annotated[bool, typer.Option("--public", help="List it in the lobby.")] = False,
    rated: Annotated[
        bool,
        typer.Option("--rated", help="The result changes ratings; a minute per move, if unsaid."),
    ] = False,
    bank: Annotated[
        float, typer.Option(min=0, help="Minutes that each person has for the match; 0 for all.")
    ] = 0,
    increment: Annotated[
        int, typer.Option(min=0, help="With --bank: seconds more for each move.")
    ] = 0,
    per_move: Annotated[
        int, typer.Option(min=0, help="Instead: seconds for each move; 0 for all.")
    ] = 0,
    days: Annotated[
        int, typer.Option(min=0, help="Instead: days for each move, to come back when it is time.")
    ] = 0,
    vacation: Annotated[
        int, typer.Option(min=0, help="With --days: days off that each person has.")
    ] = 0,
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
        if per_move and days:
            raise Problem("say either --per-move or --days: both are times for a move")
        times = guests.Times(per_move or 86_400 * days, round(60 * bank), increment, vacation)
        new = guests.create(create, wishes, *terms, public=public, times=times, rated=rated)
    guests.join(address, wishes, console, new)


def serve(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    data: Data = None,
    database: DatabaseUrl = "",
    workers: Workers = 1,
    origin: Origins = None,
    requests: Requests = 20,
    messages: Messages = 10,
    connections: Connections = 100,
    proxy: Proxies = None,
    own_editions: OwnEditions = True,
    tables: Tables = 12,
    root_path: RootPath = "",
    keep_unplayed: KeepUnplayed = 1,
    keep_unfinished: KeepUnfinished = 0,
    keep_finished: KeepFinished = 0,
    bot: Guests = None,
    smtp: Smtp = "",
    mail_from: MailFrom = "",
    smtp_password: SmtpPassword = "",
    admin_key: AdminKey = "",
    log: LogForm = Form.LINES,
    log_level: LogLevel = Level.INFO,
    show: Show = False,
) -> None:
    """Host tables for browsers."""
    import asyncio
    import signal

    from goldrush.bots.invited import invited
    from goldrush.server import admin_key as keys
    from goldrush.server import logs
    from goldrush.server.registry import Keeping
    from goldrush.server.running import run
    from goldrush.server.settings import PROXIES, Settings

    root = _root(root_path)
    origins = tuple(map(_origin, origin or ()))
    limits = (requests, messages, connections, tuple(proxy or PROXIES), own_editions, root, tables)
    keeping = Keeping(keep_unplayed, keep_unfinished, keep_finished)
    relay = _relay(smtp, mail_from, smtp_password, origins)
    kept_in(data, database)  # so that a wrong address is refused
    how = (data_file(data), host, port, workers, origins, *limits)
    bots = invited(bot) if bot else ()
    key = keys.checked(admin_key) if admin_key else ""
    settings = Settings(
        *how, keeping=keeping, relay=relay, bots=bots, database=database, admin_key=key
    )
    logs.set_up(log, log_level)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # when all is closed, nothing need be compiled
    announce = partial(_announce, host, root=root, show=show)
    asyncio.run(run(settings, announce, measured))


def measured(said: bytes) -> "Measured":
    """What a server's process does with editions of people's own: the lab alone knows how."""
    from goldrush.lab.assay import reply

    return reply(said)


def _announce(host: str, port: int, root: str, *, show: bool) -> None:
    """Says where a server is, and opens it in the browser."""
    from goldrush.terminal import browser

    address = browser.address(host, port) + root
    print(address, flush=True)  # noqa: T201  # programs read it too
    if show:
        browser.show(address)


def _relay(smtp: str, sender: str, password: str, origins: tuple[str, ...]) -> "Relay | None":
    """The SMTP server, if there is one; what it is needed for needs an address that people know."""
    from goldrush.server.mail import relay

    if not smtp:
        return None
    if not origins:
        raise Problem("mail has links: say with --origin under which address people come here")
    return relay(smtp, sender, password)


def _origin(said: str) -> str:
    """An address under which a proxy shows a server, as browsers say from where they come."""
    if urlsplit(said).path.strip("/"):
        raise Problem(
            'an origin is such as https://gold.example; say the path of "{}" with --root-path', said
        )
    return said


def _root(said: str) -> str:
    """The path under which a server is shown, without a slash at its end; none at the top."""
    from goldrush.server.places import PLACES

    root = said.rstrip("/")
    if root and (not ROOTS.fullmatch(root) or root.split("/")[1] in PLACES):
        raise Problem('a root path is such as /gold, and no path of our own pages, not "{}"', said)
    return root
