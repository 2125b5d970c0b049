"""bot-check of a bot behind an address: each kind of bad bot fails its check."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from click.testing import CliRunner, Result

from app.cli import main
from app.cli.bot_check.endpoint import Address, Examination, Letter
from app.cli.bot_check.report import BotProperty, PropertyResults
from app.cli.simulate.plan import cases
from tests.botcheck import bots
from tests.botcheck.bots import Bot, failed, listening

TABLES = (
    *cases("north-american", 2, {}),
    *cases("mexican-3", 3, {}),
    *cases("caesars-holdem", 3, {"deals": 2}),
)


def tried(bot: Bot, clock_ms: int = 10_000, games: int = 1) -> PropertyResults:
    tally = PropertyResults(clock_ms)
    with listening(bot) as url:
        Examination(Address(url, None, 5.0), tally, 1, lambda: None).run(TABLES, games)
    return tally


def test_a_good_bot_passes_every_check() -> None:
    tally = tried(bots.good)
    local = {BotProperty.ALIVE, BotProperty.RESTARTED}
    assert {tally.verdict(check) for check in set(BotProperty) - local} == {"passed"}
    assert tally.clean
    times = tally.times_json()
    assert times["decisions"] == len(tally.times) > 10
    assert times["median_ms"] in tally.times


@pytest.mark.parametrize(
    ("make", "check"),
    [
        (lambda: bots.illegal, BotProperty.LEGAL),
        (lambda: bots.malformed, BotProperty.JSON),
        (lambda: bots.strict, BotProperty.UNKNOWN),
        (bots.wavering, BotProperty.REPEATED),
        (bots.forgetful, BotProperty.LOST),
        (bots.orderly, BotProperty.STALE),
        (lambda: bots.mute, BotProperty.FINISHES),
    ],
)
def test_a_bad_bot_fails_its_check(make: Callable[[], Bot], check: BotProperty) -> None:
    tally = tried(make())
    assert check in failed(tally)
    assert tally.faults[check]
    assert len(tally.faults[check]) <= 20


def test_one_fault_fails_no_other_check() -> None:
    assert failed(tried(bots.wavering())) == {BotProperty.REPEATED}
    assert failed(tried(bots.orderly())) == {BotProperty.STALE}


def test_an_answer_after_its_time_is_a_fault() -> None:
    assert failed(tried(bots.slow, clock_ms=1)) == {BotProperty.TIME}


def test_games_go_on_to_the_end_for_a_bot_that_makes_no_legal_move() -> None:
    tally = tried(bots.illegal)
    assert tally.verdict(BotProperty.FINISHES) == "passed"
    assert tally.seen[BotProperty.FINISHES] == len(TABLES)


def test_the_same_seed_deals_the_same_games() -> None:
    seen: list[set[Any]] = []
    for _ in range(2):
        views: set[Any] = set()  # a message whose answer is lost may be heard after the next one

        def note(name: str, message: bots.Json, views: set[Any] = views) -> bytes:
            views.add((name, *message["data"]["view"]["hand"]))
            return bots.good(name, message)

        tried(note)
        seen.append(views)
    assert seen[0] == seen[1]
    assert len(seen[0]) > 20


def test_messages_are_signed_after_the_standard() -> None:
    # The example of the Standard Webhooks specification.
    address = Address("http://127.0.0.1/", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", 1.0)
    body = b'{"test": 2432232314}'
    letter = Letter("msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body)
    assert address.headers(letter)["webhook-signature"] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["bot-check", *arguments])


def test_the_json_report_and_the_exit_status_agree() -> None:
    only = ("--variant", "north-american", "--json")
    with listening(bots.good) as url:
        done = run(url, *only)
        assert (done.exit_code, json.loads(done.stdout)["clean"]) == (0, True)
    with listening(bots.illegal) as url:
        done = run(url, *only)
        report = json.loads(done.stdout)
        assert (done.exit_code, report["clean"]) == (1, False)
        rows = {row["check"]: row for row in report["checks"]}
        assert rows["legal"]["verdict"] == "failed"
        assert rows["legal"]["faults"]
        result = run(url, *only[:2])
        assert "FAILED legal: north-american" in result.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("http://127.0.0.1:1/",),
        ("ftp://127.0.0.1/",),
        ("http://127.0.0.1:1/", "--secret", "secret"),
        ("cq_key_nobody",),
    ],
)
def test_an_endpoint_that_cannot_be_tried_has_a_sentence_and_an_exit_status(
    arguments: tuple[str, ...],
) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert done.stderr.startswith("Error: ")
    assert done.stdout == ""
