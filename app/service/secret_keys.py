"""The service secret and the keys derived from it."""

import hmac
import os
import secrets
import stat
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Final

from app.settings.errors import StartError
from app.settings.parsers import secret
from app.settings.settings import Settings

KEY_FILE: Final = "service.key"


class BadSecret(StartError):
    """The service secret is missing, malformed, or readable by others."""


class NoSecret(BadSecret):
    """No setting names a service secret, and the data directory contains none."""


@dataclass(frozen=True, slots=True, repr=False)
class Keys:
    """Keys of a service, 32 bytes each, all derived from its secret.

    `token` makes seat tokens, `vault` encrypts stored data, `bot` is the random source of the service's own
    bots, `ids` makes game ids that a repeated creation makes again, `sign` makes the signing keys,
    `tournament` draws the seeds that a manifest leaves open, `installation` makes the check value that the
    parts of an installation compare. A name is part of the derivation and cannot change.
    """

    token: bytes
    vault: bytes
    bot: bytes
    ids: bytes
    sign: bytes
    tournament: bytes
    installation: bytes


def keys(settings: Settings) -> Keys:
    """Return the keys of the service: HMAC-SHA-256(secret, "conquian/service/<name>/1") each (RFC 2104).

    The secret comes from CONQUIAN_SECRET, else CONQUIAN_SECRET_FILE, else `service.key` in the data
    directory. Raises BadSecret; NoSecret if that file is missing, see `make_keys`.
    """
    return keys_from(service_secret(settings))


def keys_from(root: bytes) -> Keys:
    """Return the keys that are derived from a service secret."""
    names = (f"conquian/service/{row.name}/1" for row in fields(Keys))
    return Keys(*(hmac.digest(root, name.encode(), "sha256") for name in names))


def service_secret(settings: Settings) -> bytes:
    """Return the service secret, 32 bytes, from where `keys` takes it. Raises BadSecret."""
    return settings.secret or _stored_secret(settings)


def keep_secret(settings: Settings, root: bytes) -> None:
    """Write a service secret into the data directory, which has none. Raises BadSecret."""
    path = settings.data / KEY_FILE
    try:
        _link_secret(path, secret_text(root))
    except OSError as problem:
        raise _unusable(path, problem) from None


def secret_text(root: bytes) -> str:
    """Return a service secret as the content of its file."""
    return f"{root.hex()}\n"


def make_keys(settings: Settings) -> Keys:
    """Return the keys of the service, from a new secret if `keys` finds none. Raises BadSecret.

    The caller must check that a new secret is allowed: stored data cannot be decrypted with it.
    """
    try:
        return keys(settings)
    except NoSecret:
        path = settings.data / KEY_FILE
        try:
            _create_secret(path)
        except OSError as problem:
            raise _unusable(path, problem) from None
        return keys(settings)


def _stored_secret(settings: Settings) -> bytes:
    path = settings.secret_file or settings.data / KEY_FILE
    try:
        return _read_secret(path)
    except FileNotFoundError as problem:
        if settings.secret_file:
            raise _unusable(path, problem) from None
        raise NoSecret(f"The service secret is missing: {path} is not there.") from None
    except OSError as problem:
        raise _unusable(path, problem) from None


def _unusable(path: Path, problem: OSError) -> BadSecret:
    return BadSecret(f"The service secret {path} cannot be used: {problem.strerror or problem}.")


def _create_secret(path: Path) -> None:
    # Without its key every hidden part in the store is lost, so a missing key beside stored games is never
    # replaced.
    if (path.parent / "valkey" / "appendonlydir").exists():
        raise BadSecret(f"The key {path} is missing although games are stored beside it; put it back.")
    _link_secret(path, secret_text(secrets.token_bytes(32)))


def _link_secret(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise BadSecret(f"The data directory {path.parent} cannot be made: {problem.strerror}.") from None
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    _write_durably(draft, text)
    try:
        os.link(draft, path)  # atomically, and never over a key that another process has just made
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    _sync_directory(path.parent)


def _write_durably(path: Path, text: str) -> None:
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def _sync_directory(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _read_secret(path: Path) -> bytes:
    with path.open("rb") as file:
        status = os.fstat(file.fileno())
        text = file.read(200).decode("ascii", "replace").strip()
    mode = stat.S_IMODE(status.st_mode)
    if mode & _forbidden(status.st_uid):
        raise BadSecret(
            f"The service secret {path} may be read by others (mode {mode:o}); set its mode to 600."
        )
    try:
        return secret(text)
    except ValueError as problem:
        raise BadSecret(f"The service secret {path} cannot be used: it {problem}.") from None


def _forbidden(owner: int) -> int:
    """Return the bits that the mode of a file of this owner must not have.

    systemd and Kubernetes give a secret as a file of root that the process may read by its group.
    """
    return 0o077 if owner == os.geteuid() else 0o037
