"""Servers at addresses that must name another kind of server, by their fields of INFO."""

import pytest

from app.parts.outages import Part
from app.store.server_kind import parse_info, wrong_server

SENTINEL = {"redis_mode": "sentinel", "master0": "name=games,status=ok", "master1": "name=jobs,status=ok"}
NODE = {"server_mode": "cluster", "role": "master"}
REPLICA = {"role": "slave", "master_host": "10.0.0.1", "master_port": "6379"}


def test_the_fields_of_info_are_its_lines_with_a_colon() -> None:
    assert parse_info(b"# Server\r\nrole:master\r\nmaster_host:10.0.0.1\r\nx:a:b\r\n\r\n") == {
        "role": "master",
        "master_host": "10.0.0.1",
        "x": "a:b",
    }


@pytest.mark.parametrize("part", [Part.STORE, Part.QUEUE])
def test_a_sentinel_is_named_with_the_services_that_it_watches(part: Part) -> None:
    wrong = wrong_server(SENTINEL, part)
    assert wrong is not None
    assert "names a Sentinel" in wrong.sentence
    assert "games" not in wrong.sentence
    assert wrong.operators_sentence.endswith(" (it watches games, jobs).")
    assert wrong.permanent
    assert wrong_server({"redis_mode": "sentinel"}, part) is not None


def test_a_node_of_a_cluster_is_the_store_only_where_the_address_names_a_cluster() -> None:
    wrong = wrong_server(NODE, Part.STORE)
    assert wrong is not None
    assert "redis+cluster://" in wrong.operators_sentence
    assert wrong_server(NODE, Part.STORE, is_node=True) is None
    queue = wrong_server(NODE, Part.QUEUE, is_node=True)
    assert queue is not None
    assert "outside of clusters" in queue.sentence


def test_a_replica_is_wrong_until_it_becomes_a_master_and_names_its_master_to_operators() -> None:
    wrong = wrong_server(REPLICA, Part.STORE)
    assert wrong is not None
    assert not wrong.permanent
    assert "10.0.0.1" not in wrong.sentence
    assert wrong.operators_sentence.endswith(" (10.0.0.1:6379).")
    without = wrong_server({"role": "slave"}, Part.STORE)
    assert without is not None
    assert without.operators_sentence == without.sentence


def test_a_master_alone_is_no_wrong_server() -> None:
    assert wrong_server({"redis_mode": "standalone", "role": "master"}, Part.STORE) is None
    assert wrong_server({}, Part.QUEUE) is None
