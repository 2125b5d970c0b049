"""Kind of the server at a plain address, which must name a master outside of a cluster.

A node of a cluster holds only some keys, a Sentinel holds none, and a replica takes no entries. Each of them
answers some commands, so that a wrong address might otherwise be noticed late.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from app.i18n import Message
from app.parts.outages import SETTINGS, Part

_MODES: Final = ("server_mode", "redis_mode")
"""Fields of INFO with the mode, as Valkey and as Redis name it."""

CLUSTER_FORM: Final = "redis+cluster://HOST:PORT,HOST:PORT"
SENTINEL_FORM: Final = "redis+sentinel://HOST:PORT,HOST:PORT/SERVICE"

_SENTINEL: Final = Message("{setting} names a Sentinel: write {form}.")
_NODE: Final = Message("{setting} names a node of a cluster: write {form}.")
_QUEUE_NODE: Final = Message(
    "{setting} names a node of a cluster: the queue needs a server outside of clusters, or {form}."
)
_REPLICA: Final = Message("{setting} names a replica: name its master.")


@dataclass(frozen=True, slots=True)
class WrongServer:
    """Reason why the server at the address of a part cannot be used.

    `message` is the fault and the remedy without addresses, for clients. `known` is the part of the correct
    address that the server reports (its master, or the services that the Sentinel watches), for operators
    only, or empty. `permanent` is False if the server may become the right one, as a replica does in a
    failover.
    """

    message: Message
    known: str = ""
    permanent: bool = True

    @property
    def sentence(self) -> str:
        """Fault and remedy without addresses, in English."""
        return str(self.message)

    @property
    def operators_sentence(self) -> str:
        """Fault and remedy with what the server reports of the correct address."""
        return f"{self.sentence.removesuffix('.')} ({self.known})." if self.known else self.sentence


def parse_info(reply: bytes) -> dict[str, str]:
    """Return the fields of a reply to INFO."""
    lines = reply.decode(errors="replace").splitlines()
    return dict(line.split(":", 1) for line in lines if ":" in line)


def wrong_server(info: Mapping[str, str], part: Part, is_node: bool = False) -> WrongServer | None:
    """Return why the server of these fields of INFO cannot be `part`, or None.

    With `is_node` the address is that of a cluster, and the server a node of it.

    >>> wrong_server({"redis_mode": "standalone", "role": "master"}, Part.STORE) is None
    True
    >>> wrong_server({"role": "slave", "master_host": "10.0.0.1"}, Part.STORE).sentence
    'REDIS_URL names a replica: name its master.'
    """
    setting = SETTINGS[part]
    mode = next((info[field] for field in _MODES if field in info), "")
    if mode == "sentinel":
        names = [re.sub(r"^name=([^,]*),.*$", r"\1", text) for key, text in info.items() if _is_service(key)]
        known = f"it watches {', '.join(names)}" if names else ""
        return WrongServer(_SENTINEL.filled(setting=setting, form=SENTINEL_FORM), known)
    if mode == "cluster" and part is Part.QUEUE:
        return WrongServer(_QUEUE_NODE.filled(setting=setting, form=SENTINEL_FORM))
    if mode == "cluster" and not is_node:
        return WrongServer(_NODE.filled(setting=setting, form=CLUSTER_FORM))
    if info.get("role", "master") != "master":
        place = ":".join(filter(None, (info.get("master_host"), info.get("master_port"))))
        return WrongServer(_REPLICA.filled(setting=setting), place, permanent=False)
    return None


def _is_service(key: str) -> bool:
    return re.fullmatch(r"master[0-9]+", key) is not None
