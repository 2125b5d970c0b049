"""/metrics, and that dashboard and alerts use existing metrics."""

import re
from pathlib import Path

import orjson
import pytest

from app.store.signing_state import LogHead, SignedHead
from tests.api.helpers import Api, Table, expect, running

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = re.compile(r"\b(?:conquian|process)_[a-z_]+")
OUTSIDE = {"python_gc", "python_info"}


def scraped(api: Api) -> str:
    answer = api.client.get("/metrics")
    assert answer.status_code == 200
    assert answer.content_type.startswith("text/plain; version=0.0.4")
    return answer.text


def names(text: str) -> set[str]:
    """The names that are scraped, without those that only say when a series began."""
    lines = {line.split()[2] for line in text.splitlines() if line.startswith("# TYPE ")}
    return {name for name in lines if not name.endswith("_created")}


def asked(expressions: str) -> set[str]:
    """The metrics in expressions, a histogram by its own name."""
    return {re.sub("_bucket$", "", name) for name in NAME.findall(expressions)} - {"process_"}


def value(text: str, series: str) -> float:
    """The number of one series; 0 where it has not begun."""
    line = next((line for line in text.splitlines() if line.startswith(f"{series} ")), "0")
    return float(line.split()[-1])


def test_a_game_is_counted_by_variant_outcome_and_entry(api: Api) -> None:
    table = api.table("me me")
    table.post(0, {"type": "nothing"})
    made = api.post({"variant": "north-american", "seats": ["me", "open"]})
    text = scraped(api)
    assert value(text, 'conquian_games_created_total{variant="north-american"}') == 1
    assert value(text, 'conquian_entries_appended_total{log="game"}') == made.get_json()["ply"]
    assert value(text, 'conquian_moves_total{outcome="validation_failed"}') == 1
    posted = '{method="POST",route="/v1/games",status="201"}'
    assert value(text, f"conquian_http_requests_total{posted}") == 1
    assert value(text, 'conquian_source_up{source="store"}') == 1
    assert value(text, 'conquian_source_up{source="catalogue"}') == 1
    assert value(text, "conquian_store_round_trip_seconds_count") > 0
    assert value(text, "conquian_games_live") == 2


def test_a_finished_game_is_counted_once(api: Api) -> None:
    table = api.table("me random")
    table.play(3)
    text = scraped(api)
    over = [line for line in text.splitlines() if line.startswith("conquian_games_finished_total{")]
    lines = [line for line in text.splitlines() if line.startswith("conquian_moves_total{")]
    assert all('variant="north-american"' in line for line in over)
    assert value(text, 'conquian_moves_total{outcome="accepted"}') > 3, lines


def test_no_id_token_card_or_address_is_in_a_label(api: Api) -> None:
    table = api.table("me me")
    for path in (table.path, f"/{table.tokens[0]}", "/v1/games/nobody-7E", "/10.9.8.7"):
        api.client.get(path, headers=table.headers(0), environ_overrides={"REMOTE_ADDR": "10.9.8.7"})
        api.client.open(path, method="BREW")
    text = scraped(api)
    assert 'route="other"' in text
    assert 'method="other"' in text
    for secret in (table.id, *table.tokens.values(), "nobody", "10.9.8.7", "BREW", "cq_"):
        assert secret not in text


@pytest.mark.parametrize("address", ["10.0.0.1", "", "unix"])
def test_without_a_token_only_this_machine_may_read(api: Api, address: str) -> None:
    there = {"REMOTE_ADDR": address}
    assert api.client.get("/metrics", environ_overrides=there).status_code == 403
    assert api.client.get("/metrics", headers={"X-Forwarded-For": "127.0.0.1"}).status_code == 403


def test_with_a_token_its_bearer_may_read_from_anywhere(redis_url: str) -> None:
    with running(redis_url, metrics_token="a-long-token-of-prometheus") as api:
        for bearer, status in (
            ("a-long-token-of-prometheus", 200),
            ("a-long-token-of-grafana", 401),
            ("", 401),
        ):
            headers = {"Authorization": f"Bearer {bearer}"} if bearer else {}
            there = {"REMOTE_ADDR": "10.0.0.1"}
            assert api.client.get("/metrics", headers=headers, environ_overrides=there).status_code == status


def test_the_dashboard_shows_exactly_the_metrics_of_the_service(api: Api) -> None:
    dashboard = orjson.loads((DEPLOY / "grafana" / "conquian.json").read_bytes())
    targets = [target for panel in dashboard["panels"] for target in panel.get("targets", ())]
    shown_metrics = asked(" ".join(target["expr"] for target in targets))
    assert shown_metrics == names(scraped(api)), shown_metrics ^ names(scraped(api))


def test_the_alerts_use_existing_metrics(api: Api) -> None:
    rules = (DEPLOY / "prometheus" / "rules.yml").read_text()
    watched = asked(rules)
    assert len(watched) > 5
    assert watched <= names(scraped(api)), watched - names(scraped(api))


def test_an_unavailable_source_removes_only_its_metrics() -> None:
    with running("redis://127.0.0.1:1") as api:
        text = scraped(api)
    assert value(text, 'conquian_source_up{source="store"}') == 0
    assert value(text, 'conquian_source_up{source="catalogue"}') == 1
    assert "\nconquian_games_live " not in text


def test_open_streams_and_waiting_requests_are_counted_until_they_end(api: Api) -> None:
    table: Table = api.table("me me")
    for opened, waiting in ((1.0, 1.0), (2.0, 2.0)):
        answer = table.get("/events", 0, Accept="text/event-stream")
        chunks = answer.iter_encoded()
        next(iter(chunks))
        text = scraped(api)
        assert value(text, "conquian_streams_open") == opened
        assert value(text, "conquian_watchers") == waiting


def test_only_probes_answer_under_any_host(redis_url: str) -> None:
    with running(redis_url, hosts=("games.example",)) as api:
        statuses = {
            path: api.client.get(path, headers={"Host": "10.0.0.7:8000"}).status_code
            for path in ("/livez", "/readyz", "/metrics", "/version", "/v1/variants")
        }
    assert statuses == {"/livez": 200, "/readyz": 200, "/metrics": 200, "/version": 400, "/v1/variants": 400}


def test_a_log_that_lost_signed_entries_raises_a_warning_and_a_metric(api: Api) -> None:
    assert value(scraped(api), "conquian_log_consistent") == 1
    assert expect(api.client.get("/readyz"), 200)["checks"]["log"] == "ok"
    SignedHead(api.redis).move(None, LogHead(12, bytes(32)))
    assert value(scraped(api), "conquian_log_consistent") == 0
    ready = expect(api.client.get("/readyz"), 200)
    assert ready["checks"]["log"] == "warn"
    assert "keeps the head of a signed checkpoint of 12" in str(ready["warnings"])
