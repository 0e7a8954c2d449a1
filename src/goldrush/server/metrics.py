"""What can be counted and timed, for Prometheus."""

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

SHORT = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
LONG = (0.01, 0.03, 0.1, 0.2, 0.5, 1.0, 1.5, 3.0, 10.0)
LONGER = (0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0)


class Metrics:
    """The figures of one server."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)  # memory, time, open files
        self.tables = Gauge("goldrush_tables", "Tables in memory", registry=self.registry)
        self.sockets = Gauge("goldrush_sockets", "Open sockets", registry=self.registry)
        self.moves = Counter("goldrush_moves", "Decisions played", registry=self.registry)
        self.refused = Counter(
            "goldrush_refused", "What was refused", ["reason"], registry=self.registry
        )
        self.dropped = Counter(
            "goldrush_dropped", "Sockets that did not read", registry=self.registry
        )
        self.answered = Histogram(
            "goldrush_answer_seconds",
            "From an action's arrival to its answer",
            buckets=SHORT,
            registry=self.registry,
        )
        self.written = Histogram(
            "goldrush_write_seconds",
            "Until a change is kept",
            buckets=SHORT,
            registry=self.registry,
        )
        self.thought = Histogram(
            "goldrush_thought_seconds", "Bots' thoughts", buckets=LONG, registry=self.registry
        )
        self.reviewed = Histogram(
            "goldrush_review_seconds",
            "Until a review is made that was not kept",
            buckets=LONGER,
            registry=self.registry,
        )
        self.assayed = Histogram(
            "goldrush_assay_seconds",
            "Until an edition of somebody's own is measured",
            buckets=LONGER,
            registry=self.registry,
        )
        self.told = Counter(
            "goldrush_told",
            "Messages to people who are away",
            ["way", "outcome"],
            registry=self.registry,
        )

    def page(self) -> bytes:
        """All of them, as Prometheus reads them."""
        return generate_latest(self.registry)
