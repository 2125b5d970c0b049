"""Access of the snapshots to the product; the only module of this package that imports it.

A function here may change when code moves. What it returns may not.
"""

import importlib
import inspect
import logging
import pkgutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any, Final

import click
from click.testing import CliRunner
from flask import Flask

import wsgi
from app.api import monitoring
from app.api.parts import ApiParts
from app.cli import main
from app.i18n import Language, Message, translate
from app.observability.metrics import Metrics, MetricSource
from app.observability.worker_hooks import SHUTDOWN_HOOKS
from app.service import job_queue
from app.settings.settings import Settings
from app.store import keys
from app.store.client import connect
from replays.disputes import bundle
from replays.disputes.bundle_audit import audited
from replays.disputes.report import report_of
from replays.record.receipts import KeyList, read_keys
from replays.report.facts import facts_of_record
from replays.report.page import page, section
from replays.report.source import report_on
from tests.i18n.messages import messages
from tests.service.helpers import KEYS

PACKAGES: Final = ("app", "replays", "workers")
LANGUAGES: Final = tuple(str(language) for language in Language)


@contextmanager
def service() -> Iterator[Flask]:
    """The web application without a store."""
    with TemporaryDirectory() as data, connect("redis://127.0.0.1:1") as nowhere:
        app = wsgi.create_app(ApiParts(Settings(data=Path(data)), KEYS, nowhere))
        yield app
        for say in app.extensions[SHUTDOWN_HOOKS]:
            say()


@cache
def answers() -> Mapping[str, Any]:
    """JSON answers of the service that need no store, by address."""
    paths = ["/openapi.json", "/v1/variants", *(f"/problems?lang={code}" for code in LANGUAGES)]
    with service() as app:
        answer = {path: app.test_client().get(path).get_json() for path in paths}
        variants = [variant["name"] for variant in answer["/v1/variants"]["variants"]]
        for path in (f"/v1/variants/{name}?lang={code}" for name in variants for code in LANGUAGES):
            answer[path] = app.test_client().get(path).get_json()
    return answer


def routes() -> Iterator[tuple[str, str]]:
    """Every method and address of the service."""
    with service() as app:
        for rule in app.url_map.iter_rules():
            for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
                yield method, rule.rule


def helps() -> Iterator[tuple[str, str]]:
    """Every command and subcommand of the program, with what `--help` prints on 100 columns."""
    yield from _helps((), main)


def _helps(words: tuple[str, ...], command: click.Command) -> Iterator[tuple[str, str]]:
    result = CliRunner().invoke(main, [*words, "--help"], terminal_width=100, prog_name="conquian")
    assert result.exit_code == 0, result.output
    yield " ".join(("conquian", *words)), result.output
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from _helps((*words, name), inner)


def settings() -> Iterator[tuple[str, str]]:
    """Every variable of the environment with its default."""
    for row in fields(Settings):
        yield row.metadata["name"], str(row.default)


@cache
def modules() -> tuple[ModuleType, ...]:
    """Every module of the product but the programs, which run when they are imported."""
    loaded = []
    for package in map(importlib.import_module, PACKAGES):
        walked = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        names = [module.name for module in walked if not module.name.endswith("__main__")]
        loaded += [package, *map(importlib.import_module, names)]
    return tuple(loaded)


def loggers() -> Iterator[str]:
    """The names of the loggers, which stand in the lines of the log."""
    for module in modules():
        for value in vars(module).values():
            if isinstance(value, logging.Logger):
                yield value.name


def metrics() -> Iterator[tuple[str, str, list[str]]]:
    """Every metric with its type and the names of its labels."""
    made = Metrics()
    labels: dict[str, list[str]] = {}
    for metric in vars(made).values():
        if hasattr(metric, "describe"):
            labels |= {family.name: list(metric._labelnames) for family in metric.describe()}
    for family in made.registry.collect():
        yield family.name, family.type, labels.get(family.name, [])
    nothing: Any = None
    sources: tuple[MetricSource, ...] = (
        monitoring.store_source(nothing, nothing, nothing),
        monitoring.queue_source(None),
        monitoring.catalogue_source(nothing),
    )
    for source in sources:
        yield from ((f"conquian_{name}", "gauge", []) for name in source.gauges)
        yield "conquian_source_up", "gauge", [f"source={source.name}"]


def jobs() -> Iterator[str]:
    """The path of each job in the queue's server, as jobs that an older version enqueued have it."""
    for value in vars(job_queue).values():
        if isinstance(value, str) and value.startswith("workers."):
            yield value


def queues() -> Iterator[str]:
    """The queues, and the keys that the product has beside those of RQ in the queue's server."""
    for name, lanes in job_queue.LANES.items():
        yield f"queue {name}"
        for lane in lanes:
            yield from (lane.names, lane.requests, lane.mark)


def redis_keys() -> Iterator[tuple[str, str]]:
    """Every key of the games' store, by the name of what makes it, of a log and a bucket that are samples."""
    sample: Any = {
        "game": keys.game_id_from(b"g" * 32, keys.LogKind.GAME),
        "log": keys.game_id_from(b"g" * 32, keys.LogKind.GAME),
        "webhook": keys.game_id_from(b"w" * 32, keys.LogKind.WEBHOOK),
        "tournament": keys.game_id_from(b"t" * 32, keys.LogKind.TOURNAMENT),
        "player": keys.game_id_from(b"p" * 32, keys.LogKind.PLAYER),
        "bucket": 17,
        "part": 3,
        "kind": keys.LogKind.GAME,
    }
    for name, made in vars(keys).items():
        if callable(made) and name.endswith(("_key", "_keys", "every_head")) and not name.startswith("_"):
            wanted = inspect.signature(made).parameters.values()
            result = made(
                *(_sample(sample, parameter) for parameter in wanted if parameter.default is parameter.empty)
            )
            yield from ((name, key) for key in ([result] if isinstance(result, str) else result))
        elif isinstance(made, str) and made.startswith("cq:"):
            yield name.lower(), made


def _sample(sample: Mapping[str, Any], parameter: inspect.Parameter) -> Any:
    if parameter.name == "name":
        return bytes(32) if parameter.annotation is bytes else "name"
    return sample[parameter.name]


def texts() -> Iterator[tuple[str, str, str]]:
    """Every text of the product in English, Spanish and French."""
    for marked in messages():
        message = Message(marked.text, marked.context)
        yield marked.text, translate(Language("es"), message), translate(Language("fr"), message)


def trusted(path: Path) -> KeyList | None:
    """The list of keys in a file; None if there is no file."""
    return read_keys(path.read_bytes()) if path.exists() else None


def audits(record: Path, known: KeyList | None, parent: Path | None) -> dict[str, str]:
    """Return what `conquian audit` prints of a record, by language."""
    report, facts = report_on(str(record), "", None if parent is None else str(parent), known)
    return {code: page(report, facts, known, Language(code)) for code in LANGUAGES}


def verdicts(path: Path, known: KeyList | None) -> dict[str, str]:
    """Return what `conquian audit` prints of the dispute in a bundle, by language."""
    files = bundle.read(path.read_bytes())
    facts = facts_of_record(files.game)
    report = audited(files, known, (), None)
    reports = {}
    for language in map(Language, LANGUAGES):
        parts = [section(title, iter(lines)) for title, lines in report_of(files, facts.paragraphs, language)]
        pages = [page(report.game, facts, report.keys, language), *parts]
        reports[str(language)] = "\n\n".join(pages)
    return reports
