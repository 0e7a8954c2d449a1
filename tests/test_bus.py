"""What any bus must do; a second one is added to BUSES."""

import asyncio
from collections.abc import Callable

import pytest

from goldrush.server.bus import Bus, LocalBus, Outbox

BUSES: dict[str, Callable[[], Bus]] = {"local": LocalBus}


@pytest.fixture(params=BUSES)
def bus(request: pytest.FixtureRequest) -> Bus:
    return BUSES[request.param]()


async def taken(outbox: Outbox, number: int) -> list[bytes | None]:
    return [await asyncio.wait_for(outbox.take(), 5) for _ in range(number)]


def test_all_who_listen_get_what_is_published_in_order(bus: Bus) -> None:
    async def scene() -> None:
        ears = [Outbox(), Outbox()]
        for ear in ears:
            bus.listen("table", ear)
        messages = [f"{n}".encode() for n in range(50)]
        for message in messages:
            bus.publish("table", message)
        for ear in ears:
            assert await taken(ear, 50) == messages

    asyncio.run(scene())


def test_nobody_gets_what_is_published_elsewhere_before_or_after(bus: Bus) -> None:
    async def scene() -> None:
        ear = Outbox()
        bus.publish("table", b"before")
        bus.listen("table", ear)
        bus.publish("other", b"elsewhere")
        bus.publish("table", b"meant")
        bus.leave("table", ear)
        bus.publish("table", b"after")
        bus.leave("table", ear)  # nothing happens
        bus.listen("table", ear)
        bus.publish("table", b"again")
        assert await taken(ear, 2) == [b"meant", b"again"]

    asyncio.run(scene())


def test_one_who_does_not_read_is_given_up_and_holds_up_nobody(bus: Bus) -> None:
    async def scene() -> None:
        slow, quick = Outbox(messages=3), Outbox()
        bus.listen("table", slow)
        bus.listen("table", quick)
        for n in range(10):
            bus.publish("table", f"{n}".encode())
        assert slow.closed
        assert await slow.take() is None
        assert await taken(quick, 10) == [f"{n}".encode() for n in range(10)]

    asyncio.run(scene())


def test_an_outbox_is_limited_by_size_too_and_what_was_taken_makes_room() -> None:
    async def scene() -> None:
        outbox = Outbox(size=100)
        for _ in range(20):
            outbox.put(bytes(60))
            await outbox.take()
        assert not outbox.closed
        outbox.put(bytes(60))
        outbox.put(bytes(60))
        assert outbox.closed

    asyncio.run(scene())


def test_whoever_waits_for_a_message_learns_that_there_will_be_none() -> None:
    async def scene() -> None:
        outbox = Outbox()
        waiting = asyncio.create_task(outbox.take())
        await asyncio.sleep(0)
        outbox.close()
        assert await asyncio.wait_for(waiting, 5) is None

    asyncio.run(scene())
