"""gunicorn's settings, for `conquian serve` and for `gunicorn -c deploy/gunicorn.conf.py wsgi:app` alike.

Addresses and sizes come from the environment (see app/settings/settings.py); the guards against slow and
hostile clients are fixed here. A buffering proxy in front is still the better guard.
"""

import os
import sys
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import app
from app.observability import metrics
from app.observability.logs import configure
from app.observability.startup import log_start
from app.processes import interpreter
from app.server import temporary_files
from app.server.connection_counts import ConnectionTable
from app.server.gunicorn_worker import (
    TimeoutWorker,
    allow_files,
    logger_in,
    set_kernel_timeouts,
    tie_to_master,
)
from app.settings.parsers import LogLevel
from app.settings.settings import StartError, load

try:
    settings = load()
    settings.stores()
    temporary_files.provide(settings.run)
except StartError as problem:
    sys.exit(f"conquian: {problem}")

sheet = ConnectionTable(256)

bind = f"[{settings.host}]:{settings.port}" if ":" in settings.host else f"{settings.host}:{settings.port}"
workers = settings.api_processes
worker_class = TimeoutWorker
worker_connections = settings.streams + 1000  # streams are bounded apart, so that requests find room
chdir = str(Path(app.__file__).parents[1])
# The working directory changes, what is kept must not move with it.
raw_env = [
    f"CONQUIAN_DATA={settings.data}",
    f"CATALOGUE_URL={settings.catalogue}",
    f"ARCHIVE_URL={settings.archive}",
]

timeout = 30
graceful_timeout = 20
keepalive = 5
max_requests = 500_000  # a new process costs as much as a thousand moves, and knows no position yet
max_requests_jitter = 100_000
limit_request_line = 4096
limit_request_fields = 100
limit_request_field_size = 8190
forwarded_allow_ips = ""  # nobody may rewrite scheme or address; a proxy must be named with its hop count
control_socket_disable = True
sendfile = False  # every answer goes through the patient socket

loglevel = settings.log_level.value
logger_class = logger_in(settings.log_format, settings.proxies)
accesslog = "-" if settings.log_level in (LogLevel.DEBUG, LogLevel.INFO) else None


def on_starting(server: Any) -> None:
    """Nothing starts beside parts of another installation. What processes count stays while they change."""
    configure(settings.log_level, settings.log_format)
    log_start(settings, "API")
    _compare()
    metrics.join(settings.metrics)


def _compare() -> None:
    """End unless the parts are one installation, compared by a process that ends again.

    What it reads for that must not be read here: in the processes that serve, gevent has to come first.
    """
    child = os.fork()
    if not child:
        status = 1
        try:
            configure(settings.log_level, settings.log_format)
            import_module("replays.installation.starting").join(settings)
            status = 0
        except StartError as problem:
            sys.stderr.write(f"conquian: {problem}\n")
        finally:
            sys.stderr.flush()
            os._exit(status)
    if os.waitpid(child, 0)[1]:
        sys.exit(1)


def pre_fork(server: Any, worker: Any) -> None:
    """The process gets the first number that no other of this server has."""
    taken = {each.number for each in server.WORKERS.values()}
    worker.number = next(number for number in count() if number not in taken)


def child_exit(server: Any, worker: Any) -> None:
    """The streams of the process are over, and it holds no connection."""
    metrics.leave(settings.metrics)
    sheet.strike(worker.number)


def when_ready(server: Any) -> None:
    """The listeners hand their patience to every connection."""
    for listener in server.LISTENERS:
        set_kernel_timeouts(listener.sock)


def post_request(worker: Any, request: Any, environ: dict[str, Any], response: Any) -> None:
    """A body that was refused unread is not drained: the connection ends with the answer."""
    unread = ("401", "411", "413", "429") if environ.get("CONTENT_LENGTH") else ("411",)
    if response is not None and str(response.status).startswith(unread):
        request.force_close()


def post_fork(server: Any, worker: Any) -> None:
    """An API process never outlives its master, and may hold all its connections."""
    allow_files(worker_connections + 1000)
    tie_to_master(server.pid)
    worker.metrics_name = metrics.share(settings.metrics, "api")
    worker.share = sheet.begin(worker.number)


def post_worker_init(worker: Any) -> None:
    """What is loaded by now stays for good, and nothing may stop the event loop for long."""
    interpreter.set_up()
