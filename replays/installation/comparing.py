"""Whether what is found in the parts is one installation, under one service secret.

A fault is one sentence that names both sides and the setting to look at. The reference is the identity that a
process has taken already, else the first one under its service secret, else the first one at all.
"""

from collections.abc import Iterable, Sequence

from app.config import Settings
from app.outages import SETTINGS, Part
from app.secret import KEY_FILE
from replays.installation.identity import Identity
from replays.installation.parts import NAMES, PartState


def reference(found: Iterable[PartState], key: bytes | None) -> PartState | None:
    """The part whose identity the others are compared with; None where no part has one.

    It is the first one under the service secret that `key` was derived from, else the first one.
    """
    marked = [one for one in found if one.identity is not None]
    fitting = [one for one in marked if key is not None and one.identity and one.identity.fits(key)]
    return next(iter([*fitting, *marked]), None)


def fault(found: Sequence[PartState], key: bytes | None, secret: str) -> str | None:
    """Why the parts that answered are not one installation under the secret of `key`; None if they are.

    Without a `key` the secret is not compared. `secret` says which settings name the service secret. A part
    without an identity is no fault where no part has one, and where the store's identity is not complete.
    """
    there = [one for one in found if not one.away]
    for one in there:
        if one.bad:
            return sentence(f"{one.named} is not used: {one.bad}; look at {SETTINGS[one.part]}")
    base = reference(there, key)
    if base is None or base.identity is None:
        return None
    if key is not None and not base.identity.fits(key):
        return sentence(
            f"{base.named} belongs to installation {base.identity.id}, which has another service secret than"
            f" this process; look at {secret}, or at {SETTINGS[base.part]}"
        )
    others = [one for one in there if one is not base]
    return next(filter(None, (_apart(one, base, base.identity) for one in others)), None)


def fault_of(one: PartState, identity: Identity) -> str | None:
    """Why a part is not of the installation that a process has found itself to be of; None if it is."""
    if one.away or one.identity == identity:
        return None
    look = f"; look at {SETTINGS[one.part]}"
    if one.bad:
        return sentence(f"{one.named} is not used: {one.bad}{look}")
    if one.identity is None:
        return sentence(f"{one.named} has lost the identity of installation {identity.id}{look}")
    if one.identity.id == identity.id:
        return sentence(f"{one.named} belongs to {identity.id} under another service secret{look}")
    return sentence(
        f"{one.named} belongs to installation {one.identity.id}, this process to {identity.id}{look}"
    )


def sentence(text: str) -> str:
    """The text with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."


def secret_settings(settings: Settings) -> str:
    """Where the service secret of a process comes from, for a sentence."""
    if settings.secret:
        return "CONQUIAN_SECRET"
    if settings.secret_file:
        return f"CONQUIAN_SECRET_FILE ({settings.secret_file})"
    return f"CONQUIAN_SECRET_FILE (unset; the secret is that in {settings.data / KEY_FILE})"


def _apart(one: PartState, base: PartState, identity: Identity) -> str | None:
    """Why a part is of another installation than the reference, or of none."""
    look = f"look at {SETTINGS[one.part]}"
    if one.identity is None:
        if base.part is Part.STORE and not base.complete:
            return None
        what = "is empty" if one.empty else "has no identity"
        return sentence(
            f"{one.named} {what}, but {base.named} belongs to installation {identity.id}; {look}, or join the"
            f" {NAMES[one.part]} by `conquian installation adopt {one.part}`"
        )
    if one.identity.id != identity.id:
        return sentence(
            f"{one.named} belongs to installation {one.identity.id}, {base.named} to {identity.id}; {look}"
        )
    if one.identity != identity:
        return sentence(
            f"{one.named} belongs to installation {identity.id} under another service secret than"
            f" {base.named}; {look}"
        )
    return None
