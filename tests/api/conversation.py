"""Requests to every operation of the API, answered or refused, for comparing answers with the document."""

import re
from collections.abc import Iterator

from werkzeug.test import TestResponse

from app.players.state import KeyScope
from tests.api import organising
from tests.api.helpers import Api, Table, expect
from tests.api.player_requests import Person, operator, person
from tests.replays.notation.test_document import GAMES as TEXTS

Said = tuple[str, str, TestResponse]


def conversation(api: Api) -> Iterator[Said]:
    """Answers of every operation, wanted and refused, by the path in the document and the method."""
    games, client = "/v1/games", api.client
    yield games, "post", api.post({"variant": "north-american", "seats": ["me", {"bot": "greedy"}]})
    yield games, "post", api.post({"variant": "chess"})
    yield games, "post", api.post({"variant": "mexican-2", "seats": ["open"] * 5})
    yield games, "get", client.get(f"{games}?limit=0")
    yield from seats(api)
    running, ended = api.table("open me", "mexican-2"), api.table("me greedy")
    ended.play(seed=1)
    for table in (running, ended):
        yield from reading(table)
        yield from moving(table)
        for seat in (*table.tokens, None):
            asked = client.post(f"{table.path}/rematch", headers=table.headers(seat))
            yield games + "/{game}/rematch", "post", asked
        for ply in (3, 1, 0):
            what = {"ply": ply, "seats": [{"bot": "greedy"}] * 2}
            yield games + "/{game}/forks", "post", client.post(f"{table.path}/forks", json=what)
    yield games, "get", client.get(f"{games}?status=finished")
    yield from evenings(api)
    yield from holdem(api)
    yield from players(api)
    yield from operators(api)
    yield from webhooks(api)
    yield from disputes(ended)
    yield from imports(api)
    yield from tournaments(api)
    for rest in ("", "/{name}"):
        yield f"/v1/variants{rest}", "get", client.get("/v1/variants" + rest.replace("{name}", "mexican-2"))
    yield "/v1/variants/{name}", "get", client.get("/v1/variants/chess")
    yield "/v1/variants", "get", client.get("/v1/variants?lang=es")
    yield "/v1/bots", "get", client.get("/v1/bots")
    yield from service(api)
    for rest in (
        "checkpoint",
        "checkpoints",
        f"proof/inclusion?game={ended.id}",
        "proof/consistency?old=1&new=2",
    ):
        yield f"/v1/log/{rest.partition('?')[0]}", "get", client.get(f"/v1/log/{rest}")
    for body in ({"variant": "paco"}, {"rules": {"fold": True}}, {"rules": {"tarot": 1}}, {}):
        yield "/v1/rules", "post", client.post("/v1/rules", json=body)


def evenings(api: Api) -> Iterator[Said]:
    """Answers about an evening and about none."""
    body = {"variant": "mexican-2", "seats": ["me", {"bot": "greedy"}], "evening": "new"}
    made = api.post(body)
    yield "/v1/games", "post", made
    table = Table(api, expect(made, 201)["game"], {0: expect(made, 201)["seats"][0]["token"]})
    table.play(seed=1)
    yield "/v1/games", "post", api.post({**body, "evening": table.id})
    yield "/v1/games", "post", api.post({**body, "evening": table.id, "evening_token": "cq_x"})
    for rest in ("", "/export.csv"):
        for game in (table.id, "g-00" + "0" * 22):
            yield f"/v1/evenings/{{game}}{rest}", "get", api.client.get(f"/v1/evenings/{game}{rest}")


def holdem(api: Api) -> Iterator[Said]:
    """A hand of hold'em to its end, with refusals, and chips bought after it."""
    games = "/v1/games"
    yield games, "post", (made := api.post({"variant": "caesars-holdem", "seats": ["me", "open", "open"]}))
    game = expect(made, 201)
    table = Table(api, game["game"], {0: game["seats"][0]["token"]})
    for body in ({"buy_in": 19}, {"buy_in": 20}, {"buy_in": 40}):
        yield games + "/{game}/seats", "post", (seated := api.client.post(f"{table.path}/seats", json=body))
        if seated.status_code == 201:
            table.tokens[seated.get_json()["seat"]] = seated.get_json()["token"]
    while (view := table.view())["status"] == "playing":
        yield games + "/{game}/moves", "get", table.get("/moves", view["turn"])
        yield games + "/{game}/moves", "post", table.post(view["turn"], {"type": "bet", "to": 4})
        yield games + "/{game}/moves", "post", table.post(view["turn"], table.moves(view["turn"])[0])
        yield games + "/{game}", "get", table.get(seat=view["turn"])
    yield games + "/{game}/moves", "post", table.post(0, {"type": "buy", "chips": 5})
    yield games + "/{game}/events", "get", table.get("/events", 0)


def tournaments(api: Api) -> Iterator[Said]:
    path, route, lupe = organising.PATH, f"{organising.PATH}/{{tournament}}", organising.organiser(api)
    for body in (organising.manifest(), organising.manifest("Liga"), {"name": ""}):
        yield path, "post", (made := lupe.post(path, body))
    where = organising.begun(api, lupe, name="Torneo")
    organising.played(api, made.headers.get("Location", where))
    other = organising.begun(api, lupe, name="Otro")
    yield path, "get", api.client.get(f"{path}?limit=1")
    yield path, "get", api.client.get(f"{path}?cursor=x")
    for rest in (
        "",
        "/standings",
        "/cross-table",
        "/failures",
        "/games",
        "/events",
        "/pairings/1",
        "/pairings/1/explain",
        "/record",
        "/audit",
    ):
        name = route + rest.replace("/1", "/{round}")
        for there in (where, other, f"{path}/t-00{'z' * 22}"):
            yield name, "get", api.client.get(there + rest)
    for who in (lupe, person(api), api.client):
        yield f"{route}/failures/details", "get", who.get(f"{where}/failures/details")
    yield from files(api, route, where)
    yield from rating_lists(api)
    yield from registration(api, lupe)
    for rest in ("/pause", "/pause", "/resume", "/abort", "/abort"):
        yield route + rest, "post", lupe.post(other + rest)
    for rest, body in (
        ("/adjudications", {"fixture": 1, "balances": [1, -1], "text": "x"}),
        ("/forfeits", {"entrant": 0, "text": "x"}),
    ):
        third = organising.begun(api, lupe, name=rest[1:])
        for sent in (body, body, {}):
            yield route + rest, "post", lupe.post(third + rest, sent)
    yield from extending(api, lupe)


def extending(api: Api, lupe: Person) -> Iterator[Said]:
    absent = {"rule": "forfeit", "minutes": 10}
    where = organising.begun(api, lupe, name="Tarde", registration="open", entrants=[], absent=absent)
    expect(person(api, "Ana").post(f"{where}/registrations"), 200)
    expect(lupe.post(f"{where}/start", {"bots": 1, "bot": "random"}), 200)
    for rest, body, refused in (
        ("/extensions", {"parameter": "cycles", "by": 1}, {"parameter": "rounds", "by": 1}),
        ("/times", {"fixture": 1, "minutes": 5}, {"fixture": 9, "minutes": 5}),
    ):
        for sent in (body, refused, {}):
            yield f"{organising.PATH}/{{tournament}}{rest}", "post", lupe.post(where + rest, sent)


def registration(api: Api, lupe: Person) -> Iterator[Said]:
    where = organising.begun(api, lupe, name="Abierta", registration="open", entrants=[])
    route, ana = f"{organising.PATH}/{{tournament}}", person(api, "Ana")
    for who in (ana, ana, api.client):
        yield f"{route}/registrations", "post", who.post(f"{where}/registrations")
    yield f"{route}/start", "post", lupe.post(f"{where}/start", {})
    for who in (person(api), ana, ana):
        removed = who.delete(f"{where}/registrations/{ana.id}")
        yield f"{route}/registrations/{{player}}", "delete", removed
    for body in ({"bots": 2, "bot": "random"}, {"bots": 2}, {}):
        yield f"{route}/start", "post", lupe.post(f"{where}/start", body)
    for there in (where, f"{organising.PATH}/t-00{'z' * 22}"):
        yield f"{route}/tables", "get", api.client.get(f"{there}/tables?entrant=0")


def rating_lists(api: Api) -> Iterator[Said]:
    for variant in ("north-american", "paco", "chess"):
        yield "/v1/ratings/{name}", "get", api.client.get(f"/v1/ratings/{variant}")


def files(api: Api, route: str, where: str) -> Iterator[Said]:
    for rest in (
        "/plots/seats.svg",
        "/plots/llr.png",
        "/plots/seats.json",
        "/plots/llr.json",
        "/export.csv",
        "/export.trf",
        "/export.json",
    ):
        name = route + re.sub("seats|llr", "{name}", rest)
        yield name, "get", api.client.get(where + rest)
        yield name, "get", api.client.get(f"{organising.PATH}/t-00{'z' * 22}{rest}")


def service(api: Api) -> Iterator[Said]:
    for path in (
        "/livez",
        "/readyz",
        "/metrics",
        "/version",
        "/openapi.json",
        "/docs",
        "/docs.css",
        "/problems",
        "/verifier",
        "/verifier.js",
        "/proof-vectors.json",
        "/.well-known/api-catalog",
        "/.well-known/conquian-keys.json",
    ):
        yield path, "get", (first := api.client.get(path))
        yield path, "get", api.client.get(path, headers={"If-None-Match": first.headers["ETag"]})
        yield path, "get", api.client.get(path, headers={"Accept": "image/png"})
        yield path, "get", api.client.get(f"{path}?x=1")
    for page in ("curl", "cobol"):
        yield "/docs/{page}", "get", api.client.get(f"/docs/{page}")
    for code in ("run_gap", "no_such_code"):
        yield "/problems/{code}", "get", api.client.get(f"/problems/{code}")
    yield "/v1/rulebooks", "get", api.client.get("/v1/rulebooks")
    for number in (1, 99):
        for query in ("", "?lang=es", "?lang=de"):
            yield "/v1/rulebooks/{number}", "get", api.client.get(f"/v1/rulebooks/{number}{query}")


def seats(api: Api) -> Iterator[Said]:
    plan, path = {"variant": "mexican-2", "seats": ["open", "open"]}, "/v1/games/{game}/seats"
    opened = Table(api, expect(api.post(plan), 201)["game"])
    for body in (None, None, None, {"seat": 7}, {"invitation": "no code"}):
        sent = {} if body is None else {"json": body}
        yield path, "post", api.client.post(f"{opened.path}/seats", **sent)
    again = api.table("open me", "mexican-2")
    for seat in (0, 0, 1, None):
        renewed = api.client.post(f"{again.path}/seats/0/rotate", headers=again.headers(seat))
        yield path + "/{seat}/rotate", "post", renewed


def imports(api: Api) -> Iterator[Said]:
    path, client = "/v1/imports", api.client
    for data in (TEXTS[0], "no game"):
        yield path, "post", (sent := client.post(path, data=data, content_type="text/plain"))
        name = sent.get_json().get("import", "x-")
        yield f"{path}/{{name}}", "get", client.get(f"{path}/{name}")
        yield f"{path}/{{name}}/record", "get", client.get(f"{path}/{name}/record")
        position = client.get(f"{path}/{name}/positions/3")
        yield f"{path}/{{name}}/positions/{{ply}}", "get", position


def players(api: Api) -> Iterator[Said]:
    people, client = "/v1/players", api.client
    yield people, "post", client.post(people, json={"name": "Lupe"})
    yield people, "post", client.post(people, json={"name": ""})
    lupe = person(api)
    yield people, "get", client.get(f"{people}?ids={lupe.id}")
    yield people, "get", client.get(f"{people}?name=Lupe&limit=1")
    yield people, "get", client.get(people)
    yield f"{people}/{{player}}", "get", client.get(f"{people}/{lupe.id}")
    yield f"{people}/{{player}}", "get", client.get(f"{people}/p-00{'z' * 22}")
    for path in (f"{people}/me", f"{people}/me/keys", f"{people}/me/events", f"{people}/me/decisions"):
        yield path, "get", lupe.get(path)
        yield path, "get", client.get(path)
    for scopes in (["view"], ["audit"], []):
        yield f"{people}/me/keys", "post", lupe.post(f"{people}/me/keys", {"scopes": scopes})
    rotate, key = f"{people}/me/keys/{{number}}/rotate", f"{people}/me/keys/{{number}}"
    for number in (2, 2):
        yield rotate, "post", lupe.post(f"{people}/me/keys/{number}/rotate")
    for number in (3, 3):
        yield key, "delete", lupe.delete(f"{people}/me/keys/{number}")
    yield f"{people}/me/keys", "delete", lupe.delete(f"{people}/me/keys")
    yield f"{people}/me/codes", "post", (made := lupe.post(f"{people}/me/codes"))
    for code in (expect(made, 200)["code"],) * 2:
        redeemed = client.post(f"{people}/codes/redeem", json={"code": code, "label": "Phone"})
        yield f"{people}/codes/redeem", "post", redeemed


def operators(api: Api) -> Iterator[Said]:
    change, lupe = "/v1/operator/players/{player}", person(api)
    path, keeper = change.format(player=lupe.id), operator(api)
    for body in ({"name": "Lupita", "banned": True}, {"name": ""}, {"closed": True}, {"name": "Lupe"}):
        yield change, "patch", keeper.patch(path, body)
    yield "/v1/operator", "get", keeper.get("/v1/operator?lang=es")
    yield "/v1/operator", "get", lupe.get("/v1/operator")
    people = "/v1/operator/players"
    for query in ("?limit=1", "?state=closed&name=p", "?cursor=x"):
        yield people, "get", keeper.get(people + query)
    yield people, "get", lupe.get(people)
    yield from ended_by_operators(api, keeper)
    yield change, "patch", person(api).patch(path, {"banned": False})
    yield change, "patch", keeper.patch(change.format(player=f"p-00{'z' * 22}"), {"banned": True})


def ended_by_operators(api: Api, keeper: Person) -> Iterator[Said]:
    end, seats = "/v1/operator/games/{game}/end", ["open", "open"]
    made = expect(api.post({"variant": "mexican-2", "seats": seats}), 201)
    for game in (made["game"], f"g-00{'z' * 22}"):
        yield end, "post", keeper.post(end.format(game=game))


def webhooks(api: Api) -> Iterator[Said]:
    hooks, route, lupe = "/v1/webhooks", "/v1/webhooks/{webhook}", person(api)
    body = {"url": "https://bot.example/hook", "events": ["your_turn"]}
    yield hooks, "post", (made := lupe.post(hooks, body))
    for wrong in ({}, {**body, "url": "https://10.0.0.1/"}, {**body, "games": [f"g-00{'z' * 22}"]}):
        yield hooks, "post", lupe.post(hooks, wrong)
    yield hooks, "get", lupe.get(hooks)
    name = f"{hooks}/{expect(made, 201)['webhook']}"
    yield route, "get", lupe.get(name)
    yield route, "get", person(api, "Memo").get(name)
    for change in ({"description": "x"}, {}):
        yield route, "patch", api.client.patch(name, json=change, headers=lupe.headers())
    for _ in range(5):
        yield f"{route}/rotate", "post", lupe.post(f"{name}/rotate")
    yield f"{route}/test", "post", (sent := lupe.post(f"{name}/test"))
    yield f"{route}/deliveries", "get", lupe.get(f"{name}/deliveries")
    again = f"/deliveries/{expect(sent, 202)['delivery']}/redeliver"
    redeliver = f"{route}/deliveries/{{delivery}}/redeliver"
    yield redeliver, "post", lupe.post(name + again)
    yield route, "patch", api.client.patch(name, json={"enabled": False}, headers=lupe.headers())
    yield redeliver, "post", lupe.post(name + again)
    for _ in range(2):
        yield route, "delete", lupe.delete(name)


def disputes(table: Table) -> Iterator[Said]:
    game, route, client = "/v1/games/{game}/disputes", "/v1/disputes/{dispute}", table.api.client
    body = {"ply": 5, "claim": "other", "text": "wrong"}
    made = client.post(f"{table.path}/disputes", json=body, headers=table.headers(0))
    yield game, "post", made
    yield game, "post", client.post(f"{table.path}/disputes", json=body, headers=table.headers(0))
    yield game, "post", client.post(f"{table.path}/disputes", json=body)
    yield game, "get", table.get("/disputes")
    lupe = person(table.api)
    table.api.players.grant(lupe.id, KeyScope.AUDIT)
    yield "/v1/disputes", "get", lupe.with_scopes("audit").get("/v1/disputes?limit=1")
    yield "/v1/disputes", "get", lupe.get("/v1/disputes?state=open")
    yield "/v1/disputes", "get", lupe.get("/v1/disputes?state=ruled")
    yield "/v1/disputes", "get", client.get("/v1/disputes")
    name = expect(made, 201)["dispute"]
    yield route, "get", client.get(f"/v1/disputes/{name}")
    yield route, "get", client.get(f"/v1/disputes/d-00{'z' * 22}")
    yield f"{route}/events", "get", client.get(f"/v1/disputes/{name}/events")
    yield f"{route}/bundle", "get", client.get(f"/v1/disputes/{name}/bundle")
    for move in ({"type": "accept"}, {"type": "statement", "text": "x"}, {"type": "withdraw"}):
        asked = table.headers(0, {"Idempotency-Key": move["type"]})
        yield f"{route}/moves", "post", client.post(f"/v1/disputes/{name}/moves", json=move, headers=asked)
    yield "/v1/games/{game}", "get", table.get("", 0)


def reading(table: Table) -> Iterator[Said]:
    game = "/v1/games/{game}"
    ply = table.view()["ply"]
    for seat in (0, None) if 0 in table.tokens else (None,):
        yield game, "get", table.get("", seat)
        yield game, "get", table.get("", seat, **{"If-None-Match": f'"{ply}"'})
        yield f"{game}/moves", "get", table.get("/moves", seat)
        yield f"{game}/moves", "get", table.get("/moves?expand=1", seat)
        yield f"{game}/events", "get", table.get("/events?limit=200", seat)
        yield f"{game}/events", "get", table.get("/events?limit=0", seat)
        yield f"{game}/presence", "get", table.get("/presence", seat)
        yield f"{game}/phrases", "get", table.get("/phrases", seat)
        for phrase in ({"phrase": "hello"}, {"phrase": "hi"}):
            spoken = table.api.client.post(f"{table.path}/phrases", json=phrase, headers=table.headers(seat))
            yield f"{game}/phrases", "post", spoken
        yield f"{game}/positions/{{ply}}", "get", table.get(f"/positions/{ply}", seat)
        yield f"{game}/positions/{{ply}}", "get", table.get("/positions/999", seat)
        yield f"{game}/picture.png", "get", table.get(f"/picture.png?ply={ply}", seat)
        yield f"{game}/audit", "get", table.get("/audit", seat)
        yield f"{game}/head", "get", (head := table.get("/head", seat))
        receipt = head.get_json().get("receipt")
        yield f"{game}/receipts", "get", table.get("/receipts", seat)
        yield f"{game}/receipts", "post", table.confront(receipt, seat)
        yield f"{game}/receipts", "post", table.confront({**receipt, "ply": 1}, seat)
        yield f"{game}/receipts", "post", table.confront({}, seat)
        for form in ("", ".txt", ".jsonl"):
            yield f"{game}/record{form}", "get", table.get(f"/record{form}", seat, Accept="*/*")


def moving(table: Table) -> Iterator[Said]:
    path, asked = "/v1/games/{game}/moves", table.asked()
    ply = table.view()["ply"]
    yield path, "post", table.post(None, {"type": "pass"}, If_Match='"1"')
    yield path, "post", table.post(0, {"type": "pass"}, If_Match='"0"')
    yield path, "post", table.post(0, {"type": "pass"}, If_Match="x")
    yield path, "post", table.post(0, {"type": "pass"}, X_Nothing="1")
    yield path, "post", table.post(0, {"type": "force", "seat": 5}, Idempotency_Key="k")
    if asked is not None:
        yield path, "post", table.post(asked, table.moves(asked)[0], If_Match=f'"{ply}"')
