"""Bundles of disputes in tests: download them, audit them in both languages, alter them."""

from collections.abc import Callable
from hashlib import sha256
from io import BytesIO
from typing import Any
from zipfile import ZipFile

from click.testing import CliRunner
from orjson import loads

from app.cli.replay.commands import audit
from app.store.canonical import canonical
from replays.disputes.bundle import zipped
from tests.api.helpers import Table
from tests.verifier import node as elsewhere


def bundle_of(table: Table, name: str) -> bytes:
    response = table.api.client.get(f"/v1/disputes/{name}/bundle", headers=table.headers(0))
    assert (response.status_code, response.mimetype) == (200, "application/zip")
    data: bytes = response.data
    return data


def run(*words: str) -> Any:
    """The audit of the program, once the verifier has come to the same about the same bundle."""
    result, other = CliRunner().invoke(audit, list(words)), elsewhere.run("audit", *words)
    assert other.returncode == result.exit_code, result.output + other.stdout + other.stderr
    assert (other.stderr == "") == (other.returncode != 2), other.stderr
    if "--json" in words and result.exit_code != 2:
        assert gist(loads(other.stdout)) == gist(loads(result.output)), other.stdout
    return result


def gist(document: Any) -> list[Any]:
    """Of both reports the first bad ply and whether they are clean."""
    both = (document["game"], document["dispute"])
    first = [min((finding["ply"] for finding in report["findings"]), default=None) for report in both]
    verdicts = [[report["clean"], report["result"], report["not_checked"]] for report in both]
    return [first, verdicts, document["clean"], document["result"]]


def rezipped(data: bytes, change: Callable[[str, bytes], bytes], leave: str = "") -> bytes:
    with ZipFile(BytesIO(data)) as old:
        contents = {name: change(name, old.read(name)) for name in old.namelist() if name != leave}
    return zipped(contents)


def in_verdict(old: bytes, new: bytes) -> Callable[[str, bytes], bytes]:
    return lambda name, data: data.replace(old, new) if name == "dispute.record" else data


def relinked(record: bytes, old: bytes, new: bytes) -> bytes:
    """A dispute's record with a change, every digest made anew."""
    lines, digest = [], bytes(32)
    for line in record.replace(old, new).splitlines():
        document = loads(line)
        if "public" in document:
            digest = sha256(digest + canonical(document["public"])).digest()
            document["digest"] = digest.hex()
        lines.append(canonical(document) + b"\n")
    return b"".join(line for line in lines if b'{"proof"' not in line)
