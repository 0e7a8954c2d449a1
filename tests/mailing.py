"""An SMTP server of the tests' own, on this machine: it keeps what it is given."""

import base64
import socketserver
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from pushing import certificate
from visitors import TIMEOUT


class MailServer(socketserver.ThreadingTCPServer):
    """It can seal a line, and answers recipients as it is told to."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, folder: Path, *, wrapped: bool = False) -> None:
        file = certificate(folder)
        self.sealing = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.sealing.load_cert_chain(file)
        self.trust = ssl.create_default_context(cafile=str(file))
        self.letters: list[EmailMessage] = []
        self.logins: list[tuple[str, bool]] = []  # what was said, and whether the line was sealed
        self.answers: list[str] = []  # to the next recipients; 250 after them
        super().__init__(("127.0.0.1", 0), Line)
        if wrapped:
            self.socket = self.sealing.wrap_socket(self.socket, server_side=True)

    def until(self, number: int) -> EmailMessage:
        """Waits until so many letters have come; the last of them."""
        end = time.monotonic() + TIMEOUT
        while len(self.letters) < number:
            assert time.monotonic() < end, f"{len(self.letters)} letters came, not {number}"
            time.sleep(0.01)
        return self.letters[number - 1]


class Line(socketserver.StreamRequestHandler):
    """One conversation."""

    server: MailServer

    def handle(self) -> None:
        self.say("220 mail.example")
        while line := self.rfile.readline().decode().strip():
            word, _, rest = line.partition(" ")
            answer = getattr(self, f"do_{word.lower()}", lambda _: self.say("502 what?"))
            if answer(rest) == "end":
                return

    def finish(self) -> None:
        super().finish()
        self.request.close()

    def say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())

    @property
    def sealed(self) -> bool:
        return isinstance(self.request, ssl.SSLSocket)

    def do_ehlo(self, _: str) -> None:
        self.say("250-mail.example")
        if not self.sealed:
            self.say("250-STARTTLS")
        self.say("250 AUTH PLAIN")

    def do_starttls(self, _: str) -> None:
        self.say("220 go on")
        self.rfile.close()
        self.request = self.server.sealing.wrap_socket(self.request, server_side=True)
        self.setup()

    def do_auth(self, said: str) -> None:
        plain = base64.b64decode(said.partition(" ")[2]).decode()
        self.server.logins.append((plain, self.sealed))
        self.say("235 welcome")

    def do_mail(self, _: str) -> None:
        self.say("250 ok")

    def do_rset(self, _: str) -> None:
        self.say("250 ok")

    def do_rcpt(self, _: str) -> None:
        self.say(self.server.answers.pop(0) if self.server.answers else "250 ok")

    def do_data(self, _: str) -> None:
        self.say("354 go on")
        lines: list[bytes] = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line.removeprefix(b"."))
        found: Any = message_from_bytes(b"".join(lines), policy=policy.default)
        self.server.letters.append(found)
        self.say("250 taken")

    def do_quit(self, _: str) -> str:
        self.say("221 bye")
        return "end"


@contextmanager
def mail_server(folder: Path, *, wrapped: bool = False) -> Iterator[MailServer]:
    server = MailServer(folder, wrapped=wrapped)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()
