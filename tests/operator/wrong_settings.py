"""The table of wrong settings: the setting, the roles that use it, and the expected message."""

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import Final

from app.parts.outages import Outage, OutageCause, Part
from tests.operator.installation import Installation
from tests.operator.roles import COMMANDS, ROLES
from tests.server.helpers import free_port

Change = Callable[[Installation, Path], Mapping[str, str | None]]
"""The settings that are other than right, None: not set. The directory is one of the row's own."""

PROCESSES: Final = tuple(ROLES)
_STATUS, _CHECK, _PLAYERS = COMMANDS
ALL: Final = (*PROCESSES, _STATUS)


@dataclass(frozen=True, slots=True)
class Row:
    """A wrong setting. The process is refused at its start with the words of `says`, or it waits for the part
    of an `outage` and tells its sentence, or it runs and warns with these words. The API shows the cause of
    an outage at `/readyz`.
    """

    name: str
    change: Change
    roles: tuple[str, ...] = ALL
    says: tuple[str, ...] = ()
    outage: Outage | None = None
    warns: str = ""


def _set(**settings: str | None) -> Change:
    return lambda installation, home: settings


def _nothing(name: str, scheme: str, rest: str) -> Change:
    """An address at which nothing listens."""
    return lambda installation, home: {name: f"{scheme}://127.0.0.1:{free_port()}{rest}"}


def _moved(name: str, of: Callable[[Installation], str]) -> Change:
    return lambda installation, home: {name: of(installation)}


def _secret_file(mode: int) -> Change:
    def change(installation: Installation, home: Path) -> Mapping[str, str | None]:
        file = home / "secret"
        file.write_text(installation.settings["CONQUIAN_SECRET"])
        os.chmod(file, mode)
        return {"CONQUIAN_SECRET": None, "CONQUIAN_SECRET_FILE": str(file)}

    return change


def _unwritable(installation: Installation, home: Path) -> Mapping[str, str | None]:
    """A directory below a file cannot be made, not even by root. Here it would hold the metrics alone."""
    (home / "file").write_text("")
    return {"CONQUIAN_DATA": str(home / "file" / "data")}


def _refused(name: str, change: Change, *says: str, roles: tuple[str, ...] = ALL) -> Row:
    return Row(name, change, roles, says)


def _away(name: str, change: Change, part: Part, cause: OutageCause, roles: tuple[str, ...]) -> Row:
    return Row(name, change, roles, outage=Outage(part, cause))


_NO_SUCH_HOST: Final = "nowhere.invalid"
EMPTY: Final = 9
"""The number of an installation that was never made: its parts are there and empty."""
FOREIGN: Final = 1
"""The number of another installation, whose parts have an identity."""


def rows() -> Iterator[Row]:
    """Every row, by part."""
    yield from _of_the_store()
    yield from _of_the_queue()
    yield from _of_the_catalogue()
    yield from _of_the_archive()
    yield from _of_the_secret()
    yield from _of_the_process()


def _of_the_store() -> Iterator[Row]:
    store = Part.STORE
    yield _refused("store missing", _set(REDIS_URL=None), "REDIS_URL", roles=PROCESSES)
    yield _refused("store scheme", _set(REDIS_URL="http://localhost/0"), "REDIS_URL", "redis://")
    password = _moved("REDIS_URL", lambda installation: installation.parts.redis(0, "wrong"))
    yield _away("store password", password, store, OutageCause.WRONG_PASSWORD, ALL)
    bare = _moved("REDIS_URL", lambda installation: installation.parts.redis(0).partition("?")[0])
    yield _away("store certificate", bare, store, OutageCause.CERTIFICATE, ALL)
    plain = _moved(
        "REDIS_URL",
        lambda installation: installation.parts.redis(0).replace("rediss", "redis").partition("?")[0],
    )
    yield _away("store without TLS", plain, store, OutageCause.CLOSED, ALL)
    host = _set(REDIS_URL=f"redis://{_NO_SUCH_HOST}/0")
    yield _away("store host", host, store, OutageCause.UNKNOWN_HOST, ALL)
    yield _away("store port", _nothing("REDIS_URL", "redis", "/0"), store, OutageCause.REFUSED, ALL)
    foreign = _moved("REDIS_URL", lambda installation: installation.parts.redis(FOREIGN))
    yield _refused("store of another installation", foreign, "REDIS_URL", "installation", roles=PROCESSES)
    empty = _moved("REDIS_URL", lambda installation: installation.parts.redis(EMPTY))
    yield _refused("store empty", empty, "REDIS_URL", "installation")


def _of_the_queue() -> Iterator[Row]:
    queue = Part.QUEUE
    yield _refused("queue scheme", _set(QUEUE_REDIS_URL="amqp://localhost"), "QUEUE_REDIS_URL")
    password = _moved("QUEUE_REDIS_URL", lambda installation: installation.parts.queue(0, "wrong"))
    yield _away("queue password", password, queue, OutageCause.WRONG_PASSWORD, PROCESSES)
    yield _away(
        "queue port", _nothing("QUEUE_REDIS_URL", "redis", "/0"), queue, OutageCause.REFUSED, PROCESSES
    )


def _of_the_catalogue() -> Iterator[Row]:
    part, some = Part.CATALOGUE, ("api", "worker", _STATUS)
    yield _refused("catalogue missing", _set(CATALOGUE_URL=None), "CATALOGUE_URL", "installation")
    yield _refused("catalogue scheme", _set(CATALOGUE_URL="mysql://localhost/games"), "CATALOGUE_URL")
    password = _moved("CATALOGUE_URL", lambda installation: installation.parts.catalogue("games0", "wrong"))
    yield _away("catalogue password", password, part, OutageCause.WRONG_PASSWORD, some)
    database = _moved("CATALOGUE_URL", lambda installation: installation.parts.catalogue("nothing"))
    yield _away("catalogue database", database, part, OutageCause.NO_DATABASE, some)
    nobody = _nothing("CATALOGUE_URL", "postgresql", "/games0")
    yield _away("catalogue port", nobody, part, OutageCause.REFUSED, some)
    foreign = _moved("CATALOGUE_URL", lambda installation: installation.parts.catalogue(f"games{FOREIGN}"))
    yield _refused("catalogue of another installation", foreign, "CATALOGUE_URL", "installation")
    empty = _moved("CATALOGUE_URL", lambda installation: installation.parts.catalogue(f"games{EMPTY}"))
    yield _refused("catalogue empty", empty, "CATALOGUE_URL", "installation")


def _of_the_archive() -> Iterator[Row]:
    part, some = Part.ARCHIVE, ("api", "worker", _CHECK)
    yield _refused("archive missing", _set(ARCHIVE_URL=None), "ARCHIVE_URL", "installation")
    yield _refused("archive scheme", _set(ARCHIVE_URL="ftp://localhost/games"), "ARCHIVE_URL")
    bucket = _moved("ARCHIVE_URL", lambda installation: installation.parts.archive("no-such-bucket"))
    yield _away("archive bucket", bucket, part, OutageCause.NO_BUCKET, some)
    nobody = _moved(
        "ARCHIVE_URL",
        lambda installation: installation.parts.archive("records0").replace(
            installation.parts.s3, f"http://127.0.0.1:{free_port()}"
        ),
    )
    yield _away("archive port", nobody, part, OutageCause.REFUSED, some)
    foreign = _moved("ARCHIVE_URL", lambda installation: installation.parts.archive(f"records{FOREIGN}"))
    yield _refused("archive of another installation", foreign, "ARCHIVE_URL", "installation")
    empty = _moved("ARCHIVE_URL", lambda installation: installation.parts.archive(f"records{EMPTY}"))
    yield _refused("archive empty", empty, "ARCHIVE_URL", "installation")


def _of_the_secret() -> Iterator[Row]:
    some = (*PROCESSES, _PLAYERS)
    other = _set(CONQUIAN_SECRET=token_hex(32))
    yield _refused("secret of another installation", other, "CONQUIAN_SECRET", "installation", roles=some)
    none = _set(CONQUIAN_SECRET=None)
    yield _refused("secret missing", none, "CONQUIAN_SECRET", "installation", roles=some)
    yield _refused("secret short", _set(CONQUIAN_SECRET="abc"), "CONQUIAN_SECRET")
    yield _refused("secret for everybody", _secret_file(0o644), "secret")
    absent = _set(CONQUIAN_SECRET=None, CONQUIAN_SECRET_FILE="/nonexistent/secret")
    yield _refused("secret file missing", absent, "/nonexistent/secret")


def _of_the_process() -> Iterator[Row]:
    yield _refused(
        "setting misspelt", _set(CONQUIAN_SECRT_FILE="x"), "CONQUIAN_SECRT_FILE", "CONQUIAN_SECRET_FILE"
    )
    misspelt = _set(CATALOG_URL="postgresql://localhost/games", CATALOGUE_URL=None)
    yield _refused("setting of a part misspelt", misspelt, "CATALOG_URL", "CATALOGUE_URL")
    yield _refused("processes no number", _set(WEB_CONCURRENCY="two"), "WEB_CONCURRENCY")
    yield Row("data not writable", _unwritable, PROCESSES, warns="are not shared")
    yield _refused("proxies no network", _set(CONQUIAN_PROXIES="everybody"), "CONQUIAN_PROXIES")
    yield _refused("level unknown", _set(LOG_LEVEL="loud"), "LOG_LEVEL")
