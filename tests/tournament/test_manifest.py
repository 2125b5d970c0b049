"""Manifests: allowed values, refusals, and ids."""

from dataclasses import replace
from typing import Any

import pytest

from app.api.schemas.tournament_requests import ManifestSchema
from app.store.keys import LogKind, kind_of
from app.tournament.decide import VERSION
from app.tournament.errors import BadManifest
from app.tournament.formats import FORMATS
from app.tournament.manifest import Manifest, SeatOrders, seeded, seeds
from app.tournament.manifest_parser import read
from app.tournament.schedule import Ending, FixtureResult, Played, fixtures, scores, units


def document(**members: Any) -> dict[str, Any]:
    names = members.pop("names", ("ana", "beto", "caro"))
    return {
        "name": "Copa",
        "variant": "north-american",
        "format": {"type": "round_robin"},
        "entrants": [{"name": name, "bot": "greedy"} for name in names],
        **members,
    }


def manifest(**members: Any) -> Manifest:
    return seeded(read(document(**members)).manifest, bytes(32), VERSION)


def test_the_id_follows_from_the_manifest_alone_and_numbers_may_be_written_either_way() -> None:
    plan = read(document(format={"type": "round_robin", "cycles": 2}))
    same = read(document(format={"cycles": 2.0, "type": "round_robin"}))
    other = read(document(format={"type": "round_robin", "cycles": 3}))
    assert kind_of(plan.tournament) is LogKind.TOURNAMENT
    assert plan.tournament == same.tournament != other.tournament


@pytest.mark.parametrize(
    ("members", "code", "field"),
    [
        ({"name": ""}, "manifest_value", "/name"),
        ({"name": "\u200b"}, "manifest_value", "/name"),
        ({"extra": 1}, "manifest_member_unknown", "/extra"),
        ({"año": 1}, "manifest_member_unknown", "/año"),
        ({"options": {"año": 1}}, "config_option", "/options/año"),
        ({"variant": "chess"}, "config_option", "/variant"),
        ({"options": {"hand_size": 99}}, "config_option", "/options/hand_size"),
        ({"format": {"type": "lottery"}}, "manifest_format", "/format/type"),
        ({"format": {"type": "round_robin", "cycles": 0}}, "manifest_value", "/format/cycles"),
        ({"names": ("ana",)}, "manifest_entrants", "/entrants"),
        ({"names": ("ana", "ana")}, "manifest_name_twice", "/entrants/1/name"),
        ({"names": ("José", "Jose\u0301")}, "manifest_name_twice", "/entrants/1/name"),
        ({"names": ("ana", "a\u202ena")}, "manifest_value", "/entrants/1/name"),
        ({"format": {"type": "arena", "games": 1}}, "manifest_value", "/format/games"),
        (
            {"decks_per_pairing": 3, "format": {"type": "arena", "games": 5}},
            "manifest_value",
            "/format/games",
        ),
        ({"entrants": [{"name": "ana"}, {"name": "b", "bot": "x"}]}, "manifest_engine", "/entrants/0"),
        ({"deck_seed": "zz"}, "manifest_value", "/deck_seed"),
        ({"limits": {"decision_seconds": 0}}, "manifest_value", "/limits/decision_seconds"),
        ({"tie_breaks": ["luck"]}, "manifest_value", "/tie_breaks/0"),
        ({"variant": "mexican-3"}, "config_players", "/format/seats"),
    ],
)
def test_a_manifest_is_refused_with_a_code_and_the_member_at_fault(
    members: dict[str, Any], code: str, field: str
) -> None:
    with pytest.raises(BadManifest) as refused:
        read(document(**members))
    assert (code, field) in [(fault.code, fault.field) for fault in refused.value.faults]


@pytest.mark.parametrize("nonsense", [None, 3, [], "x", {}, {"name": {"deep": [1.5, None]}}])
def test_an_invalid_manifest_raises_manifest_refused_only(nonsense: Any) -> None:
    with pytest.raises(BadManifest):
        read(nonsense)


def test_the_documented_defaults_are_those_of_a_manifest() -> None:
    members = {name: field.metadata for name, field in ManifestSchema().fields.items()}
    defaults = {name: field["default"] for name, field in members.items() if "default" in field}
    assert set(defaults) == {
        "options", "decks_per_pairing", "duplicates", "seat_orders", "accept_memory", "limits"
    }  # fmt: skip
    assert replace(manifest(**defaults), document={}) == replace(manifest(), document={})


def test_the_example_of_rules_is_accepted() -> None:
    rules = ManifestSchema().fields["rules"].metadata["example"]
    plan = {name: value for name, value in document().items() if name not in ("variant", "options")}
    assert read({**plan, "rules": rules}).manifest.rules["hand_sizes"] == rules["hand_sizes"]


def test_missing_seeds_are_drawn_for_the_tournament_and_each_purpose() -> None:
    given = {"deck_seed": "ab" * 32}
    drawn = seeds(bytes(32), "t-1", given)
    assert drawn.deck == bytes.fromhex("ab" * 32)
    assert drawn.organiser_seeded
    assert len({drawn.deck, drawn.bot, drawn.pairing, seeds(bytes(32), "t-2", given).bot}) == 4


def test_in_a_round_robin_all_meet_once_a_cycle_and_sit_first_equally_often() -> None:
    played: list[Played] = []
    plan = manifest(names=tuple("abcdefg"), format={"type": "round_robin", "cycles": 2})
    meetings: list[tuple[int, ...]] = []
    while (pairings := FORMATS["round_robin"].next_round(plan, played)) is not None:
        seated = sorted(entrant for pairing in pairings for entrant in pairing.entrants)
        assert seated == list(range(7))
        meetings += [pairing.entrants for pairing in pairings if not pairing.is_bye]
        played.append(Played(len(played) + 1, pairings, (), {}))
    assert len(played) == FORMATS["round_robin"].rounds(plan)
    assert sorted(meetings) == [(a, b) for a in range(7) for b in range(7) if a != b]


def test_duplicates_play_a_deck_in_every_order_and_the_unit_shares_it() -> None:
    plan = manifest(decks_per_pairing=2)
    pairings = FORMATS["round_robin"].next_round(plan, ())
    assert pairings is not None
    games = tuple(fixtures(plan, pairings, 5, 3))
    one, other = next(pairing.entrants for pairing in pairings if not pairing.is_bye)
    assert [(game.number, game.deck, game.seats) for game in games] == [
        (5, 3, (one, other)),
        (6, 3, (other, one)),
        (7, 4, (one, other)),
        (8, 4, (other, one)),
    ]
    assert [len(unit) for unit in units(games)] == [2, 2]


def test_without_duplicates_seats_rotate_at_every_deck() -> None:
    plan = manifest(decks_per_pairing=2, duplicates=False, seat_orders=str(SeatOrders.ROTATION))
    pairings = FORMATS["round_robin"].next_round(plan, ())
    assert pairings is not None
    games = tuple(fixtures(plan, pairings, 1, 1))
    assert [game.deck for game in games] == [1, 2]
    assert games[0].seats == games[1].seats[::-1]


def test_a_seat_at_fault_loses_to_all_others_and_a_void_game_has_no_winner() -> None:
    assert scores(FixtureResult(1, (5, -5), Ending.FORFEIT, at_fault=(0,))) == (0.0, 1.0)
    assert scores(FixtureResult(1, (0, 0, 0), Ending.WALKOVER, at_fault=(1, 2))) == (1.0, 0.25, 0.25)
    assert scores(FixtureResult(1, (5, -5), Ending.VOID)) == (0.5, 0.5)
