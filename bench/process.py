"""A server as a process of its own, and what the system says that it takes."""

import asyncio
import os
import sys
from pathlib import Path

STARTING, STOPPING = 60.0, 5.0
TICKS = os.sysconf("SC_CLK_TCK")


class Process:
    """A server that has said its address on its first line."""

    def __init__(self, process: asyncio.subprocess.Process, address: str) -> None:
        self._process = process
        self.address = address
        self._proc = Path("/proc", str(process.pid))

    @classmethod
    async def start(cls, *command: str | Path) -> "Process":
        process = await asyncio.create_subprocess_exec(
            *map(str, command), stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE
        )
        assert process.stdout
        try:
            async with asyncio.timeout(STARTING):
                address = (await process.stdout.readline()).decode().strip()
        except TimeoutError:
            address = ""
        if not address.startswith("http"):
            process.kill()
            sys.exit(f"the server does not start: {' '.join(map(str, command))}")
        return cls(process, address)

    async def stop(self) -> None:
        self._process.terminate()
        try:
            async with asyncio.timeout(STOPPING):
                await self._process.wait()
        except TimeoutError:
            self._process.kill()
            await self._process.wait()

    def cpu(self) -> float:
        """Seconds of the processor so far."""
        fields = (self._proc / "stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self) -> float:
        """MB that are resident."""
        return _resident(self._proc)

    def files(self) -> int:
        """How many files and sockets it has open."""
        return len(list((self._proc / "fd").iterdir()))

    def family(self) -> float:
        """MB of the processes that it has started, in which bots think."""
        children = (self._proc / "task" / self._proc.name / "children").read_text().split()
        return sum(_resident(Path("/proc", child)) for child in children)


def _resident(proc: Path) -> float:
    lines = (proc / "status").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("VmRSS:")) / 1024
