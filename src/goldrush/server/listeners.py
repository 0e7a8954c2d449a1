"""People who want to be told of their turn while they are away: how, where, and what they know.

A promise of what is kept of them; ``notices.py`` says what is due to whom.
"""

import hashlib

from msgspec import Struct, field

from goldrush.server.notice_messages import Often, Wishes

MOST_DEVICES = 8  # of one person


class Device(Struct, frozen=True):
    """A browser that is told by the push service of its maker."""

    endpoint: str  # its address there, which nobody else knows
    key: str
    auth: str

    @property
    def id(self) -> str:
        """How its owner names it."""
        return hashlib.sha256(self.endpoint.encode()).hexdigest()[:16]


class Mailbox(Struct, frozen=True):
    """Where a person gets e-mail."""

    address: str
    handle: str  # nobody can guess it: who has it may stop the mail
    code: str = ""  # a digest of the code that was sent there; nothing when it has come back
    until: int = 0  # when that code expires
    tries: int = 0  # wrong ones


class Told(Struct, frozen=True):
    """What a person was last told of a table, or is still to be told."""

    code: str
    game: str
    turn: int  # see waits.Wait
    at: int  # 0 if they are still to be told


class Listener(Struct):
    """One person."""

    wishes: Wishes = field(default_factory=Wishes)
    often: dict[str, Often] = {}  # by the codes of tables for which it is another
    devices: list[Device] = []
    mailbox: Mailbox | None = None
    told: dict[str, Told] = {}  # by code
    digest: int = 0  # when they were last told what they are told once a day

    @property
    def reachable(self) -> bool:
        """Whether they can be told anything."""
        return bool(self.devices) or bool(self.mailbox and not self.mailbox.code)


class Noting(Struct, frozen=True):
    """A change of what is kept of a person."""

    player: str
    wishes: Wishes | None = None
    digest: int | None = None
    often: tuple[tuple[str, Often | None], ...] = ()  # by code; None as everywhere
    devices: tuple[Device, ...] = ()  # new ones; whose a browser was before, it is no more
    gone: tuple[str, ...] = ()  # endpoints
    mailbox: Mailbox | None = None
    no_mailbox: bool = False
    told: tuple[Told, ...] = ()
    forgotten: tuple[str, ...] = ()  # codes of tables of which they need not be told any more
