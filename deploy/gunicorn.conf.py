"""Settings of gunicorn, for `conquian serve` and for `gunicorn -c deploy/gunicorn.conf.py wsgi:app`.

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
from app.settings.environment import load
from app.settings.errors import StartError
from app.settings.parsers import LogLevel

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
worker_connections = (
    settings.streams + 1000
)  # streams have their own limit, so that requests always find a connection
chdir = str(Path(app.__file__).parents[1])
# The working directory changes; stored files must not move with it.
raw_env = [
    f"CONQUIAN_DATA={settings.data}",
    f"CATALOGUE_URL={settings.catalogue}",
    "CATALOGUE_URL_FILE=",
    f"ARCHIVE_URL={settings.archive}",
]

timeout = 30
graceful_timeout = 20
keepalive = 5
max_requests = 500_000  # a new process costs as much as a thousand moves, and has no cached positions
max_requests_jitter = 100_000
limit_request_line = 4096
limit_request_fields = 100
limit_request_field_size = 8190
forwarded_allow_ips = ""  # no proxy may rewrite scheme or address; a proxy must be configured by its network
control_socket_disable = True
sendfile = False  # every answer goes through the socket with timeouts

loglevel = settings.log_level.value
logger_class = logger_in(settings.log_format, settings.proxies)
accesslog = "-" if settings.log_level in (LogLevel.DEBUG, LogLevel.INFO) else None


def on_starting(server: Any) -> None:
    """Compare the installation before workers start, and keep the metrics directory while workers change."""
    configure(settings.log_level, settings.log_format)
    log_start(settings, "API")
    _compare()
    metrics.join(settings.metrics)


def _compare() -> None:
    """End unless the parts are one installation, compared in a child process.

    The modules for that must not be imported here: in the server processes, gevent has to come first.
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
    """Give the worker the lowest number that no other worker of this server has."""
    taken = {other.number for other in server.WORKERS.values()}
    worker.number = next(number for number in count() if number not in taken)


def child_exit(server: Any, worker: Any) -> None:
    """Remove the process from the metrics and from the connection counts."""
    metrics.leave(settings.metrics)
    sheet.strike(worker.number)


def when_ready(server: Any) -> None:
    """Set timeouts on the listeners, which every connection inherits."""
    for listener in server.LISTENERS:
        set_kernel_timeouts(listener.sock)


def post_request(worker: Any, request: Any, environ: dict[str, Any], response: Any) -> None:
    """Close the connection after a body that was refused without being read."""
    unread = ("401", "411", "413", "429") if environ.get("CONTENT_LENGTH") else ("411",)
    if response is not None and str(response.status).startswith(unread):
        request.force_close()


def post_fork(server: Any, worker: Any) -> None:
    """End the API process with its master, and allow all its connections."""
    allow_files(worker_connections + 1000)
    tie_to_master(server.pid)
    worker.metrics_name = metrics.share(settings.metrics, "api")
    worker.share = sheet.begin(worker.number)


def post_worker_init(worker: Any) -> None:
    """Configure the interpreter after all modules are loaded."""
    interpreter.set_up()
