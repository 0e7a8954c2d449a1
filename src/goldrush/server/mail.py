"""E-mail by the server of a host: plain text, with a way to stop it in every one."""

import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid, parseaddr
from ipaddress import ip_address
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from goldrush.games.problem import Problem

SECONDS = 20.0  # for each step with an SMTP server
PORTS = {"smtp": 587, "smtps": 465}


class Relay(NamedTuple):
    """An SMTP server, and in whose name it is used."""

    host: str
    port: int
    user: str
    password: str
    wrapped: bool  # whether the connection is sealed from its beginning; else by STARTTLS
    sender: str

    @property
    def here(self) -> bool:
        """Whether it is on this machine, where nobody listens on the way."""
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"


class Letter(NamedTuple):
    """What somebody is written."""

    to: str
    subject: str
    text: str
    stop: str  # where one click stops all mail, for programs
    at: int


def relay(url: str, sender: str, password: str = "") -> Relay:
    """An SMTP server by its address; a Problem says what is wrong with that."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in PORTS or not parts.hostname or parts.path.strip("/"):
        raise Problem("an SMTP server is such as smtp://user@mail.example:587 or smtps://…")
    if "@" not in parseaddr(sender)[1]:
        raise Problem("say with --mail-from from whom mail comes, such as gold@mail.example")
    said = password or unquote(parts.password or "")
    wrapped, user = parts.scheme == "smtps", unquote(parts.username or "")
    return Relay(parts.hostname, port or PORTS[parts.scheme], user, said, wrapped, sender)


def send(by: Relay, letter: Letter, context: ssl.SSLContext | None = None) -> bool:
    """Hands a letter to the SMTP server; takes seconds.

    Whether that was taken or refused for good; anything else is an OSError, and may be tried again.
    """
    context = context or ssl.create_default_context()
    try:
        with _connected(by, context) as line:
            if by.user:
                line.login(by.user, by.password)
            line.send_message(_written(by, letter))
    except (smtplib.SMTPRecipientsRefused, smtplib.SMTPDataError, smtplib.SMTPSenderRefused) as why:
        codes = why.recipients.values() if hasattr(why, "recipients") else [(why.smtp_code, b"")]
        if any(code < 500 for code, _ in codes):
            raise
        return False
    return True


def _connected(by: Relay, context: ssl.SSLContext) -> smtplib.SMTP:
    if by.wrapped:
        return smtplib.SMTP_SSL(by.host, by.port, timeout=SECONDS, context=context)
    line = smtplib.SMTP(by.host, by.port, timeout=SECONDS)
    try:
        if not by.here:
            line.starttls(context=context)  # or nothing goes out
    except BaseException:
        line.close()
        raise
    return line


def _written(by: Relay, letter: Letter) -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = by.sender, letter.to, letter.subject
    message["Date"] = formatdate(letter.at / 1000)
    message["Message-ID"] = make_msgid(domain=parseaddr(by.sender)[1].rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    message["List-Unsubscribe"] = f"<{letter.stop}>"
    message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    message.set_content(letter.text, cte="8bit" if letter.text.isascii() else "quoted-printable")
    return message
