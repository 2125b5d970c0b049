"""Comparison of the parts: one installation, one service secret.

A fault is one sentence that names both sides and the setting to check. The reference is the identity that the
process already has, else the first one under its service secret, else the first one.
"""

from collections.abc import Iterable, Sequence

from app.outages.causes import SETTINGS, Part
from app.service.secret_keys import KEY_FILE
from app.settings.settings import Settings
from replays.installation.parts import NAMES, Identity, PartState


def reference(states: Iterable[PartState], key: bytes | None) -> PartState | None:
    """Return the part with the reference identity; None if no part has one.

    It is the first one under the service secret that `key` was derived from, else the first one.
    """
    marked = [state for state in states if state.identity is not None]
    fitting = [state for state in marked if key is not None and state.identity and state.identity.fits(key)]
    return next(iter([*fitting, *marked]), None)


def fault(states: Sequence[PartState], key: bytes | None, secret: str) -> str | None:
    """Return why the answering parts are not one installation under the secret of `key`, or None.

    Without a `key` the secret is not compared. `secret` names the settings of the service secret. A part
    without an identity is no fault if no part has one, or if the store's identity is not complete.
    """
    answering = [state for state in states if not state.away]
    for state in answering:
        if state.bad:
            return sentence(f"{state.named} is not used: {state.bad}; look at {SETTINGS[state.part]}")
    base = reference(answering, key)
    if base is None or base.identity is None:
        return None
    if key is not None and not base.identity.fits(key):
        return sentence(
            f"{base.named} belongs to installation {base.identity.id}, which has another service secret than"
            f" this process; look at {secret}, or at {SETTINGS[base.part]}"
        )
    others = [state for state in answering if state is not base]
    return next(filter(None, (_apart(state, base, base.identity) for state in others)), None)


def fault_of(state: PartState, identity: Identity) -> str | None:
    """Return why a part does not belong to the installation of this process, or None."""
    if state.away or state.identity == identity:
        return None
    look = f"; look at {SETTINGS[state.part]}"
    if state.bad:
        return sentence(f"{state.named} is not used: {state.bad}{look}")
    if state.identity is None:
        return sentence(f"{state.named} has lost the identity of installation {identity.id}{look}")
    if state.identity.id == identity.id:
        return sentence(f"{state.named} belongs to {identity.id} under another service secret{look}")
    return sentence(
        f"{state.named} belongs to installation {state.identity.id}, this process to {identity.id}{look}"
    )


def sentence(text: str) -> str:
    """Return the text with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:]}."


def secret_settings(settings: Settings) -> str:
    """Return the setting of the service secret of a process, for a sentence."""
    if settings.secret:
        return "CONQUIAN_SECRET"
    if settings.secret_file:
        return f"CONQUIAN_SECRET_FILE ({settings.secret_file})"
    return f"CONQUIAN_SECRET_FILE (unset; the secret is that in {settings.data / KEY_FILE})"


def _apart(state: PartState, base: PartState, identity: Identity) -> str | None:
    """Return why a part belongs to another installation than the reference, or to none."""
    look = f"look at {SETTINGS[state.part]}"
    if state.identity is None:
        if base.part is Part.STORE and not base.complete:
            return None
        what = "is empty" if state.empty else "has no identity"
        return sentence(
            f"{state.named} {what}, but {base.named} belongs to installation {identity.id}; {look}, or"
            f" join the {NAMES[state.part]} by `conquian installation adopt {state.part}`"
        )
    if state.identity.id != identity.id:
        return sentence(
            f"{state.named} belongs to installation {state.identity.id},"
            f" {base.named} to {identity.id}; {look}"
        )
    if state.identity != identity:
        return sentence(
            f"{state.named} belongs to installation {identity.id} under another service secret than"
            f" {base.named}; {look}"
        )
    return None
