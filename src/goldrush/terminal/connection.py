"""The connection to a table: kept by a thread of its own, and made again when it is cut."""

import itertools
import secrets
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Lock, Thread

import msgspec
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from goldrush.server import messages as wire
from goldrush.terminal import words

FIRST_WAIT, LONGEST_WAIT = 0.25, 8.0  # seconds before it is tried again
CONNECT_TIMEOUT = 10.0  # seconds for a server to answer
FAREWELL = 2.0  # seconds for it to say good-bye
MOST_BYTES = 1 << 24  # of one message
NOT_FOUND = 4404  # the code with which a server closes the socket of a table that is not there


class Cut(msgspec.Struct, frozen=True):
    """The connection is cut; it is tried again unless the table is not there at all."""

    reason: str
    for_good: bool = False


Request = wire.Act | wire.Undo | wire.Hint | wire.Say
Heard = wire.Sent | Cut


class Connection:
    """A view of a table that is told everything once, however often it is cut off."""

    def __init__(self, url: str, headers: dict[str, str], hear: Callable[[Heard], None]) -> None:
        self.seat: int | None = None  # whose view is asked for; else one's first, or a watcher's
        self._url, self._headers, self._hear = url, headers, hear
        self._last = 0  # number of the last line
        self._said = 0  # number of the last thing that was said
        self._socket: ClientConnection | None = None
        self._waiting: dict[str, Request] = {}  # what has not been answered yet, by its id
        self._lock = Lock()  # about what is waiting, and whether there is a socket
        self._ending = Event()
        self._fresh = True  # whether the server has not yet answered since the socket is open
        self._thread = Thread(target=self._keep, daemon=True)

    def start(self) -> None:
        """Begins to listen."""
        self._thread.start()

    def close(self) -> None:
        """Ends the conversation."""
        self._ending.set()
        if socket := self._socket:
            socket.close()
        if self._thread.is_alive():
            self._thread.join(CONNECT_TIMEOUT)

    def ask(self, request: Request) -> None:
        """Sends something, again and again if need be, until it is answered."""
        with self._lock:
            self._waiting[request.id] = request
            if self._socket and not self._fresh:
                self._send(request)

    def hello(self, seat: int | None) -> None:
        """Asks for the view of a seat."""
        with self._lock:
            if seat != self.seat:
                self.seat, self._last = seat, 0
            self._send(wire.Hello(self._last, self.seat))

    def _keep(self) -> None:
        """Keeps a socket open until all is closed for good."""
        waits = itertools.count()
        while not self._ending.is_set():
            try:
                with connect(
                    self._url,
                    additional_headers=self._headers,
                    compression=None,
                    max_size=MOST_BYTES,
                    open_timeout=CONNECT_TIMEOUT,
                    close_timeout=FAREWELL,
                ) as socket:
                    waits = itertools.count()
                    self._listen(socket)
            except ConnectionClosed as closed:
                cut = Cut(_reason(closed), _gone(closed))
            except (OSError, WebSocketException) as error:
                cut = Cut(words.printable(str(error)))
            except msgspec.MsgspecError as error:  # it speaks another version
                cut = Cut(words.printable(str(error)), for_good=True)
            self._socket = None
            if self._ending.is_set():
                return
            self._hear(cut)
            if cut.for_good:
                return
            self._ending.wait(min(FIRST_WAIT * 2 ** next(waits), LONGEST_WAIT))

    def _listen(self, socket: ClientConnection) -> None:
        """Says hello, and hears what comes until the socket is closed."""
        with self._lock:
            self._socket, self._fresh = socket, True
            self._send(wire.Hello(self._last, self.seat))
        while True:
            message = understood(socket.recv())
            self._note(message)
            self._hear(message)

    def _note(self, message: wire.Sent) -> None:
        """Remembers what was heard, and leaves out what had been heard before."""
        if isinstance(message, wire.Welcome | wire.News):
            message.lines = [told for told in message.lines if told.number > self._last]
            self._last = max((told.number for told in message.lines), default=self._last)
        if isinstance(message, wire.Welcome):
            message.said = [said for said in message.said if said.number > self._said]
            self._go_on(message)
        elif isinstance(message, wire.Said):
            self._said = max(self._said, message.number)
        elif isinstance(message, wire.Done | wire.Hinted | wire.Refused) and message.id:
            with self._lock:
                self._waiting.pop(message.id, None)

    def _go_on(self, welcome: wire.Welcome) -> None:
        """Asks once more for what was not answered before the connection was cut."""
        self._said = max((said.number for said in welcome.said), default=self._said)
        with self._lock:
            if not self._fresh:
                return
            self._fresh = False
            heard = {said.text for said in welcome.said if said.seat == welcome.seat}
            for request in list(self._waiting.values()):
                if isinstance(request, wire.Say) and request.text in heard:
                    del self._waiting[request.id]  # it had arrived: nobody hears it twice
                else:
                    self._send(request)

    def _send(self, message: wire.Asked) -> None:
        """Sends something if there is a socket; if it is being closed, what waits is sent again."""
        if self._socket:
            with suppress(OSError, WebSocketException):
                self._socket.send(msgspec.json.encode(message).decode())


def fresh_id() -> str:
    """An id that nothing else has."""
    return secrets.token_hex(8)


def understood(said: str | bytes) -> wire.Sent:
    """A message from the server, safe to be shown."""
    plain = words.printable(msgspec.json.decode(said))
    return msgspec.convert(plain, wire.Sent)  # type: ignore[no-any-return]


def _reason(closed: ConnectionClosed) -> str:
    return words.printable(closed.rcvd.reason or str(closed.rcvd.code)) if closed.rcvd else "cut"


def _gone(closed: ConnectionClosed) -> bool:
    return bool(closed.rcvd and closed.rcvd.code == NOT_FOUND)
