"""Tables of hold'em over HTTP: commands by the seat on turn, and refusals that change nothing."""

from typing import Any

from app.i18n import Language
from tests.api.helpers import Api, Json, Table, expect, refused

VARIANT = "caesars-holdem"


def holdem_table(api: Api, buys: tuple[int, ...] = (20, 20, 20), **options: Any) -> Table:
    """Return a table whose maker has the usual chips and the others those of `buys`, in its first hand."""
    body = {"variant": VARIANT, "options": options, "seats": ["me", *["open"] * len(buys)]}
    made = expect(api.post(body), 201)
    table = Table(api, made["game"], {0: made["seats"][0]["token"]})
    for chips in buys:
        table.sit({"buy_in": chips})
    return table


def levels(commands: str) -> list[Json]:
    """Return commands from words such as `check`, `bet:3`."""
    pairs = (word.partition(":") for word in commands.split())
    return [{"type": kind, **({"to": int(to)} if to else {})} for kind, _, to in pairs]


def act(table: Table, commands: str) -> Json:
    """Let the seat on turn act, once for each of `commands`, and return the last view."""
    for command in levels(commands):
        expect(table.post(table.view()["turn"], command), 200)
    return table.view()


def check_down(table: Table) -> Json:
    """Let all seats check or call to the end of the hand."""
    while (view := table.view())["status"] == "playing":
        act(table, "call" if view["to_call"] else "check")
    return view


def ready(table: Table) -> Json:
    """Let every awaited seat get ready; the service answers for seats without a player."""
    table.api.bots(table.id)
    for seat in table.view()["awaited"]:
        expect(table.post(seat, {"type": "ready"}), 200)
    return table.view()


def nothing_changes(table: Table, seat: int, body: Json, status: int, code: str, rule: str) -> Json:
    """Check that a command is refused, with its paragraph, in every language, and that nothing changes."""
    before = [table.view(reader) for reader in (seat, None)]
    problems = [
        refused(
            table.post(seat, body, Accept_Language=str(language), If_Match=f'"{before[0]["ply"]}"'),
            status,
            code,
        )
        for language in Language
    ]
    assert {problem["rule"] for problem in problems} == {rule}
    assert len({problem["detail"] for problem in problems}) == len(Language)
    assert [table.view(reader) for reader in (seat, None)] == before
    return problems[0]
