"""Metrics of a process in the format of Prometheus; the list of all metrics.

No label contains an id, a token, an address or another value that a client may choose freely: routes are
those of the URL map, codes those of the catalogue, names of variants the known ones, everything else is
`other`.

By itself a process keeps its own numbers. After `share` they live in files of one directory, so that any
process answers for all of them; a file belongs to a named process (`api-0`, see app.processes.registry), and
one that takes an old name goes on counting there. So there are never more files than processes at once, and
no count goes back.
"""

import logging
import os
from collections import Counter as Counted
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from math import inf
from pathlib import Path
from time import monotonic, perf_counter
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
    values,
)
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from app.processes.registry import ROLES, Process, ProcessRegister

_log: Final = logging.getLogger("app.metrics")

OTHER: Final = "other"
"""Label value for everything that is not one of the known values."""

_START_SECONDS: Final = 60.0
"""Time that a process may take to start, on a busy machine."""

_DIRECTORY: Final = "PROMETHEUS_MULTIPROC_DIR"
_RESERVED: Final[Mapping[str, int]] = {
    "counter": 1 << 17,
    "gauge_livesum": 1 << 17,
    "gauge_livemax": 1 << 16,
    "histogram": 1 << 19,
}
"""Initial size in bytes of a file of each kind: more than the numbers of a process need."""
_QUICK: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


@dataclass(frozen=True, slots=True)
class MetricSource:
    """Gauges that are read from one place when they are requested: `gauges` has their descriptions by
    name.

    `read` returns their values; if it raises, the place counts as unavailable and its gauges are left out.
    """

    name: str
    gauges: Mapping[str, str]
    read: Callable[[], Mapping[str, float]]


class Metrics:
    """Metrics of one application or worker; every method and metric is safe between threads."""

    def __init__(
        self, sources: Iterable[MetricSource] = (), expect: Callable[[float], object] = lambda seconds: None
    ) -> None:
        self._sources = tuple(sources)
        self._checks: Callable[[], Mapping[str, float]] = dict[str, float]
        self._expect = expect
        self._due = inf
        self.registry = CollectorRegistry()
        self.requests = self._counter(
            "http_requests", "Requests answered, by route and status.", "method", "route", "status"
        )
        self.seconds = self._histogram(
            "http_request_duration_seconds", "Seconds until an answer began.", "method", "route"
        )
        self.moves = self._counter(
            "moves", "Moves over HTTP: accepted, or the code of the refusal.", "outcome"
        )
        self.rate_limited = self._counter("rate_limited", "Requests over a rate limit.", "policy")
        self.uncounted = self._counter("rate_limit_failures", "Requests that could not be counted.", "policy")
        self.quotas = self._counter(
            "quota_exceeded", "Requests over the quota of an owner, by resource.", "resource"
        )
        self.streams = self._gauge("streams_open", "Open event streams.")
        self.watchers = self._gauge("watchers", "Streams and readers that wait for a log to go on.")
        self._loop_delay = Gauge(
            "conquian_event_loop_delay_seconds",
            "The longest delay of the event loop of an API process within the last minute.",
            ("process",),
            registry=self.registry,
            multiprocess_mode="livemax",
        )
        self.entries = self._counter("entries_appended", "Entries written.", "log")
        self.conflicts = self._counter(
            "append_conflicts", "Entries that came second and were not written.", "log"
        )
        self.trips = self._histogram("store_round_trip_seconds", "Seconds from a command to its reply.")
        self.created = self._counter("games_created", "Games made.", "variant")
        self.finished = self._counter("games_finished", "Games that are over.", "variant", "status")
        self.jobs = self._histogram("job_seconds", "Seconds that jobs ran.", "job")
        self.failures = self._counter("job_failures", "Jobs that ended in an error.", "job")
        self.decisions = self._histogram("bot_decision_seconds", "Seconds that bots thought.", "bot")
        self.deliveries = self._counter("webhook_deliveries", "Webhooks sent, by what came of it.", "outcome")

    def alive(self, seconds: float) -> None:
        """Record that this process is alive and will report again within `seconds`; otherwise it hangs."""
        self._due = monotonic() + seconds
        self._expect(seconds)

    @property
    def late(self) -> float:
        """Seconds by which its next report is overdue, 0 if it is not."""
        return max(0.0, monotonic() - self._due)

    def watch(self, *sources: MetricSource, checks: Callable[[], Mapping[str, float]]) -> None:
        """Add sources, and the results of the checks of /readyz, to be read when metrics are requested."""
        self._sources += sources
        self._checks = checks

    def delayed(self, process: str, seconds: float) -> None:
        """Set the delay of the event loop of the process of this name."""
        self._loop_delay.labels(process).set(seconds)

    def exposition(self, write: Callable[[Callable[[], bytes]], bytes] = lambda work: work()) -> bytes:
        """Return every number in the text format of Prometheus, those of all processes that share a
        directory.

        The sources are read first; `write` runs the rest, which only computes and reads files.
        """
        collected = _Found([*_Sources(self._sources).collect(), _checked(self._checks)])
        return write(lambda: self._written(collected))

    def _written(self, collected: Collector) -> bytes:
        if (directory := _shared()) is None:
            return generate_latest(self.registry) + generate_latest(
                _registry(collected, _process(), _Signs(None))
            )
        running = _register(directory).living()  # read first: the work of processes that have ended is over
        return generate_latest(_registry(collected, _files(directory), _Processes(running), _Signs(running)))

    @contextmanager
    def timed(self, histogram: Histogram) -> Iterator[None]:
        """Time the block."""
        started = perf_counter()
        try:
            yield
        finally:
            histogram.observe(perf_counter() - started)

    def job(self, name: str, job: Callable[[str], object]) -> Callable[[str], object]:
        """Return the job with its duration and its failures recorded."""
        seconds, failures = self.jobs.labels(name), self.failures.labels(name)

        def run(argument: str) -> object:
            with self.timed(seconds), failures.count_exceptions():
                return job(argument)

        return run

    def _counter(self, name: str, meaning: str, *labels: str) -> Counter:
        return Counter(f"conquian_{name}", meaning, labels, registry=self.registry)

    def _gauge(self, name: str, meaning: str) -> Gauge:
        return Gauge(f"conquian_{name}", meaning, registry=self.registry, multiprocess_mode="livesum")

    def _histogram(self, name: str, meaning: str, *labels: str) -> Histogram:
        return Histogram(f"conquian_{name}", meaning, labels, registry=self.registry, buckets=_QUICK)


class _Sources(Collector):
    """Collector of the gauges of other places, and whether these answer."""

    def __init__(self, sources: Iterable[MetricSource]) -> None:
        self._sources = sources

    def collect(self) -> Iterator[Metric]:
        """Yield the gauges of every source."""
        up = GaugeMetricFamily("conquian_source_up", "Whether a store answered.", labels=["source"])
        for source in self._sources:
            numbers: Mapping[str, float] = {}
            try:
                numbers = source.read()
            except Exception:  # any source may be unavailable; the other numbers still count
                up.add_metric([source.name], 0.0)
            else:
                up.add_metric([source.name], 1.0)
            for name, meaning in source.gauges.items():
                yield _gauge(f"conquian_{name}", meaning, numbers.get(name))
        yield up


def _checked(checks: Callable[[], Mapping[str, float]]) -> Metric:
    gauge = GaugeMetricFamily(
        "conquian_check", "What a check of /readyz comes to: 0 ok, 1 warn, 2 fail.", labels=["check"]
    )
    for name, grade in checks().items():
        gauge.add_metric([name], grade)
    return gauge


class _Found(Collector):
    """Collector of metrics that were collected before."""

    def __init__(self, metrics: Iterable[Metric]) -> None:
        self._metrics = metrics

    def collect(self) -> Iterable[Metric]:
        """Return all of them."""
        return self._metrics


class _Processes(Collector):
    """Collector of time, memory and open files of each process that shares the directory, by name."""

    def __init__(self, living: Iterable[Process]) -> None:
        self._living = living

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics of `ProcessCollector`, each with the label `process`."""
        metrics: dict[str, Metric] = {}
        for process in self._living:
            for metric in _process(partial(str, process.pid)).collect():
                combined = metrics.setdefault(
                    metric.name, Metric(metric.name, metric.documentation, metric.type)
                )
                for sample in metric.samples:
                    combined.add_sample(sample.name, {"process": process.name}, sample.value)
        yield from metrics.values()


class _Signs(Collector):
    """Collector of the number of processes by role, and of the delays of their reports by name.

    Without a shared directory, `living` is None and nothing is known.
    """

    def __init__(self, living: Iterable[Process] | None) -> None:
        self._living = living

    def collect(self) -> Iterator[Metric]:
        """Yield both gauges."""
        counts = GaugeMetricFamily("conquian_processes", "Processes of this machine.", labels=["role"])
        late = GaugeMetricFamily(
            "conquian_process_late_seconds",
            "Seconds for which a process has not reported that it lives, though it should.",
            labels=["process"],
        )
        if self._living is not None:
            roles = Counted(process.role for process in self._living)
            for role in ROLES:
                counts.add_metric([role], roles[role])
            for process in self._living:
                late.add_metric([process.name], process.late)
        yield counts
        yield late


def _process(pid: Callable[[], str] = lambda: "self") -> ProcessCollector:
    return ProcessCollector(pid=pid, registry=None)


def _files(directory: Path) -> Collector:
    collector: Collector = MultiProcessCollector(None, str(directory))  # type: ignore[no-untyped-call]
    return collector


def _gauge(name: str, meaning: str, value: float | None) -> Metric:
    gauge = GaugeMetricFamily(name, meaning)
    if value is not None:
        gauge.add_metric([], value)
    return gauge


def _registry(*collectors: Collector) -> CollectorRegistry:
    registry = CollectorRegistry()
    for collector in collectors:
        registry.register(collector)
    return registry


def _shared() -> Path | None:
    directory = os.environ.get(_DIRECTORY)
    return Path(directory) if directory and Path(directory).is_dir() else None


def join(place: Path) -> None:
    """Keep the numbers of the processes that share `place` while this process lives; it has none itself."""
    try:
        _register(place).join()
    except OSError as problem:
        _log.warning("The metrics of processes are not shared: %s.", problem)


def share(place: Path, role: str) -> str:
    """Share the metrics of this process in `place` and return its name (`api-0`).

    Call it before any metric is created; a role has no `_`. If nothing can be written, or there is no space,
    the process keeps its numbers to itself, and its name is its role.
    """
    try:
        process = _register(place).take(role)
        for kind, size in _RESERVED.items():
            _reserve(place / f"{kind}_{process}.db", size)
    except OSError as problem:
        _log.warning("The metrics of this %s are not shared: %s.", role, problem)
        return role
    os.environ[_DIRECTORY] = str(place)
    values.ValueClass = values.MultiProcessValue(lambda: process)  # type: ignore[no-untyped-call]
    return process


def _register(place: Path) -> ProcessRegister:
    """Return the register of the processes that share `place`.

    The gauges of a process end with it; its counts stay.
    """
    return ProcessRegister(place, lambda name: mark_process_dead(name, str(place)))  # type: ignore[no-untyped-call]


def _reserve(file: Path, size: int) -> None:
    """Extend `file` to at least `size` bytes without holes; a new one appears at its full size. Raises
    OSError.

    The files are mapped into memory, and writing into a hole on a full disk kills the process with SIGBUS.
    """
    target = file if file.exists() else file.with_suffix(".new")
    with target.open("ab") as handle:
        length = max(size, os.fstat(handle.fileno()).st_size)
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(handle.fileno(), 0, length)
        else:  # macOS
            handle.truncate(length)
    target.replace(file)


@contextmanager
def counting(place: Path, role: str) -> Iterator[Metrics]:
    """Provide the metrics of a process of this role, shared in `place`, until it ends."""
    process = share(place, role)
    metrics = Metrics(expect=partial(_expect, _register(place), process))
    metrics.alive(_START_SECONDS)
    try:
        yield metrics
    finally:
        leave(place, process)


def _expect(register: ProcessRegister, process: str, seconds: float) -> None:
    with suppress(OSError):  # metrics are not shared, or the directory was emptied
        register.expect(process, seconds)


def leave(place: Path, process: str = "") -> None:
    """Remove the process of this name, and others that have ended, from the shared gauges."""
    with suppress(OSError):
        _register(place).leave(process)
