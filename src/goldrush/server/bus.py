"""Who is told what: messages by topic, and for each listener an outbox that cannot overflow."""

import asyncio
from collections import defaultdict, deque
from typing import Protocol

MOST_MESSAGES = 256
MOST_BYTES = 1 << 20


class Outbox:
    """What one listener is still to be sent; when that is too much, it is closed for good."""

    def __init__(self, messages: int = MOST_MESSAGES, size: int = MOST_BYTES) -> None:
        self.closed = False
        self._waiting: deque[bytes] = deque()
        self._messages, self._room = messages, size
        self._filled = asyncio.Event()

    def put(self, message: bytes) -> None:
        """Adds a message; a listener that has left too many unread is given up."""
        if self.closed:
            return
        self._waiting.append(message)
        self._room -= len(message)
        if len(self._waiting) > self._messages or self._room < 0:
            self.close()
        self._filled.set()

    def close(self) -> None:
        """Lets nobody put or take anything more."""
        self.closed = True
        self._waiting.clear()
        self._filled.set()

    async def take(self) -> bytes | None:
        """Waits for the next message; None when closed."""
        while not self._waiting and not self.closed:
            self._filled.clear()
            await self._filled.wait()
        if self.closed:
            return None
        message = self._waiting.popleft()
        self._room += len(message)
        return message


class Bus(Protocol):
    """Carries messages to whoever listens; tests/test_bus.py says what any bus must do."""

    def publish(self, topic: str, message: bytes) -> None:
        """Sends a message to all who listen to a topic now, and never waits for any of them."""

    def listen(self, topic: str, outbox: Outbox) -> None:
        """Puts what is published on a topic into an outbox from now on, in order."""

    def leave(self, topic: str, outbox: Outbox) -> None:
        """Ends that."""


class LocalBus:
    """A bus within one process."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, dict[Outbox, None]] = defaultdict(dict)

    def publish(self, topic: str, message: bytes) -> None:
        """Sends a message to all who listen to a topic now."""
        for outbox in self._listeners.get(topic, ()):
            outbox.put(message)

    def listen(self, topic: str, outbox: Outbox) -> None:
        """Puts what is published on a topic into an outbox from now on."""
        self._listeners[topic][outbox] = None

    def leave(self, topic: str, outbox: Outbox) -> None:
        """Ends that."""
        listeners = self._listeners.get(topic, {})
        listeners.pop(outbox, None)
        if not listeners:
            self._listeners.pop(topic, None)
