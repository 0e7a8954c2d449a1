"""Long work in the background: nobody waits for it, and it ends without a gap."""

import asyncio
from collections.abc import Iterator

import pytest

from goldrush.server import background, lasting
from goldrush.server.background import Background


@pytest.fixture(autouse=True)
def no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "SLICE", 0.0)
    monkeypatch.setattr(background, "REST", 0.0)


def test_all_others_have_their_turn_between_two_items() -> None:
    async def scene() -> list[str]:
        happened: list[str] = []

        def work() -> Iterator[None]:
            for _ in range(3):
                happened.append("work")
                yield

        async def others() -> None:
            for _ in range(3):
                happened.append("others")
                await asyncio.sleep(0)

        await asyncio.gather(Background().do(work()), others())
        return happened

    assert asyncio.run(scene()) == ["work", "others"] * 3


def test_one_piece_of_work_is_done_after_the_other() -> None:
    """Two of them at once would take turns, and everybody else would wait for both."""

    async def scene() -> str:
        done: list[str] = []
        one_by_one = Background()

        def work(name: str) -> Iterator[None]:
            for _ in range(3):
                done.append(name)
                yield

        await asyncio.gather(*(one_by_one.do(work(name)) for name in "abc"))
        return "".join(done)

    assert asyncio.run(scene()) == "aaabbbccc"


def test_nothing_happens_between_the_end_of_the_work_and_what_follows_it() -> None:
    async def scene() -> list[str]:
        happened: list[str] = []

        def work() -> Iterator[None]:
            yield
            happened.append("done")

        async def wanted() -> None:
            await Background().do(work())
            happened.append("used")

        async def others() -> None:
            while "used" not in happened:
                happened.append("others")
                await asyncio.sleep(0)

        await asyncio.gather(wanted(), others())
        return happened

    found = asyncio.run(scene())
    assert found.index("used") == found.index("done") + 1


def test_work_that_fails_begins_anew_and_ends_no_other(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(lasting, "AGAIN", 0.0)
    happened: list[str] = []

    async def clumsy() -> None:
        happened.append("clumsy")
        if happened.count("clumsy") < 3:
            raise ZeroDivisionError

    async def steady() -> None:
        while happened.count("clumsy") < 3:
            await asyncio.sleep(0)
        happened.append("steady")

    asyncio.run(lasting.all_lasting(clumsy, steady))
    assert happened == ["clumsy", "clumsy", "clumsy", "steady"]
    assert caplog.text.count("has failed") == 2
