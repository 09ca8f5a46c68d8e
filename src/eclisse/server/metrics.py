"""The figures for Prometheus; docs/deploy.md explains them."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """The figures of one server process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.decisions = Counter("eclisse_decisions", "Decisions accepted", ["by"], registry=self.registry)
        self.refusals = Counter(
            "eclisse_refusals", "Refusals on sockets and over REST", ["code"], registry=self.registry
        )
        self.requests = Counter("eclisse_requests", "REST requests answered", ["status"], registry=self.registry)
        self.conflicts = Counter("eclisse_conflicts", "Decisions that lost to another process", registry=self.registry)
        self.webhooks = Counter("eclisse_webhooks", "Notices sent to webhooks", ["outcome"], registry=self.registry)
        self.pushes = Counter("eclisse_pushes", "Notices sent to browsers", ["outcome"], registry=self.registry)
        self.reports = Counter("eclisse_reports", "Reports about players", registry=self.registry)
        self.commit = Histogram(
            "eclisse_commit_seconds", "From judged to stored", buckets=BUCKETS, registry=self.registry
        )
        self.thinking = Histogram(
            "eclisse_thinking_seconds", "Bots' decisions", ["level"], buckets=BUCKETS, registry=self.registry
        )
        self.sockets = Gauge("eclisse_sockets", "Sockets open", registry=self.registry)
        self.tables = Gauge("eclisse_tables_in_memory", "Tables held in memory", registry=self.registry)

    def text(self) -> bytes:
        """All figures in Prometheus' text format."""
        return generate_latest(self.registry)
