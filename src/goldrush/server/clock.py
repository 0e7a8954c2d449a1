"""What time it is."""

import time


def now() -> int:
    """Milliseconds since 1970, by a clock that nobody can set while the server runs."""
    return (_STARTED + time.clock_gettime_ns(_CLOCK)) // 1_000_000


_CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)  # the first counts sleep too
_STARTED = time.time_ns() - time.clock_gettime_ns(_CLOCK)
