"""The tree in SQLite and PostgreSQL: batches, retries, simultaneous writers, signed checkpoints."""

import threading
from hashlib import sha256
from typing import Any

import pytest
from sqlalchemy import Engine, delete, event, update

from replays.catalogue.connecting import connect, reading, writing
from replays.catalogue.tables import checkpoints, leaves, nodes
from replays.transparency import store
from replays.transparency.checkpoints import opened, read, signed
from replays.transparency.errors import LeafConflict, NoSuchLeaf, NoSuchTree, TreeForked
from replays.transparency.merkle import Leaf
from replays.transparency.proofs import extends, includes

from . import recursive_tree
from .rings import published, ring

RING = ring(0)
KEYS = published(RING)


def leaf(number: int) -> Leaf:
    return Leaf(f"g-{number}", number + 1, sha256(b"%d" % number).digest())


def grow(engine: Engine, *sizes: int) -> None:
    """Appends leaves in transactions up to each of the sizes, each signed."""
    for size in sizes:
        with writing(engine) as connection:
            begin = store.size(connection)
            assert store.append(connection, [leaf(number) for number in range(begin, size)]) == begin
            assert store.checkpoint(connection, RING, 1_000 * size) is not None


def true_root(size: int) -> bytes:
    return recursive_tree.root([leaf(number).data for number in range(size)])


def test_every_checkpoint_has_the_root_of_its_leaves(catalogue: Engine) -> None:
    sizes = (1, 2, 5, 6, 64, 100)
    grow(catalogue, *sizes)
    with reading(catalogue) as connection:
        heads = [opened(note, KEYS) for note in store.notes_after(connection, 0, 100)]
        assert [head.size for head in heads] == list(sizes)
        assert [head.root for head in heads] == [true_root(size) for size in sizes]
        assert [head.time_ms for head in heads] == [1_000 * size for size in sizes]
        assert [read(note).size for note in store.notes_after(connection, 5, 2)] == [6, 64]
        assert store.latest(connection) == store.note_at(connection, 100)
        assert store.note_at(connection, 99) is None


def test_every_game_is_proved_under_the_first_checkpoint_after_it(catalogue: Engine) -> None:
    grow(catalogue, 1, 5, 37)
    with reading(catalogue) as connection:
        for number in range(37):
            proof = store.inclusion(connection, f"g-{number}")
            assert proof.size == next(size for size in (1, 5, 37) if number < size)
            assert (proof.index, proof.leaf) == (number, leaf(number))
            assert includes(proof.leaf.hash, number, proof.size, proof.path, true_root(proof.size))
            wider = store.inclusion(connection, f"g-{number}", 37)
            assert includes(wider.leaf.hash, number, 37, wider.path, true_root(37))


def test_every_checkpoint_is_proved_to_extend_every_earlier_one(catalogue: Engine) -> None:
    sizes = (1, 2, 3, 20, 33)
    grow(catalogue, *sizes)
    with reading(catalogue) as connection:
        for new in sizes:
            for old in (size for size in sizes if size <= new):
                path = store.consistency(connection, old, new)
                assert extends(old, new, true_root(old), true_root(new), path)


def test_a_proof_in_a_large_tree_reads_few_nodes_by_index(catalogue: Engine) -> None:
    grow(catalogue, 3_000)
    asked: list[tuple[str, Any]] = []

    def note(*arguments: Any) -> None:
        if "nodes" in arguments[2]:
            asked.append((arguments[2], arguments[3]))

    event.listen(catalogue, "before_cursor_execute", note)
    with reading(catalogue) as connection:
        store.inclusion(connection, "g-1234")
        store.consistency(connection, 1_000, 3_000)
        event.remove(catalogue, "before_cursor_execute", note)
        assert len(asked) == 2
        for statement, values in asked:
            assert 10 < len(values) // 2 < 40
            if catalogue.dialect.name == "sqlite":
                plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values).all()
                assert not any("SCAN" in step.detail for step in plan)


def test_no_checkpoint_is_made_without_new_leaves(catalogue: Engine) -> None:
    with writing(catalogue) as connection:
        assert store.checkpoint(connection, RING, 1) is None
        store.append(connection, [leaf(0)])
        first = store.checkpoint(connection, RING, 2)
        assert first == store.checkpoint(connection, RING, 99)
        store.append(connection, [])
        store.append(connection, [leaf(0)])
        assert first == store.checkpoint(connection, RING, 99)


def test_time_never_runs_back_from_one_checkpoint_to_the_next(catalogue: Engine) -> None:
    with writing(catalogue) as connection:
        for number, now_ms in enumerate((500, 100)):
            store.append(connection, [leaf(number)])
            note = store.checkpoint(connection, RING, now_ms)
            assert note is not None
            assert read(note).time_ms == 500


def test_a_batch_that_is_repeated_is_appended_once(catalogue: Engine) -> None:
    with writing(catalogue) as connection:
        assert store.append(connection, [leaf(0), leaf(1), leaf(1)]) == 0
        assert store.append(connection, [leaf(1), leaf(2), leaf(0)]) == 2
        assert store.append(connection, [leaf(1)]) == 3
        assert store.root(connection, 3) == true_root(3)


@pytest.mark.parametrize("wrong", [Leaf("g-0", 2, leaf(0).digest), Leaf("g-0", 1, bytes(32))])
def test_a_second_end_of_a_game_is_refused_with_its_batch(catalogue: Engine, wrong: Leaf) -> None:
    grow(catalogue, 1)
    for batch in ([leaf(1), wrong], [leaf(1), Leaf("g-1", 9, bytes(32))]):
        with pytest.raises(LeafConflict), writing(catalogue) as connection:
            store.append(connection, batch)
    with reading(catalogue) as connection:
        assert store.size(connection) == 1


def test_a_transaction_that_fails_takes_its_leaves_along(catalogue: Engine) -> None:
    grow(catalogue, 3)

    def fail() -> None:
        with writing(catalogue) as connection:
            store.append(connection, [leaf(3)])
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    grow(catalogue, 4)
    with reading(catalogue) as connection:
        assert store.root(connection, 4) == true_root(4)


def test_rival_archivers_never_give_one_index_twice(catalogue_url: str, catalogue: Engine) -> None:
    failures: list[BaseException] = []

    def archive(who: int) -> None:
        engine = connect(catalogue_url)
        try:
            for number in range(12):
                with writing(engine) as connection:
                    store.append(connection, [leaf(100 * who + number)])
                    store.checkpoint(connection, RING, number)
        except BaseException as failure:
            failures.append(failure)
        finally:
            engine.dispose()

    threads = [threading.Thread(target=archive, args=(who,)) for who in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    with reading(catalogue) as connection:
        assert store.size(connection) == 36
        order = sorted(
            (store.inclusion(connection, f"g-{100 * who + number}").index, who, number)
            for who in range(3)
            for number in range(12)
        )
        assert [index for index, *_ in order] == list(range(36))
        data = [leaf(100 * who + number).data for _, who, number in order]
        assert store.root(connection, 36) == recursive_tree.root(data)


@pytest.mark.parametrize("damage", ["shrunk", "node", "note", "lost"])
def test_a_tree_that_contradicts_a_signed_checkpoint_signs_nothing_more(
    catalogue: Engine, damage: str
) -> None:
    grow(catalogue, 4, 6)
    with writing(catalogue) as connection:
        if damage == "shrunk":
            connection.execute(delete(leaves).where(leaves.c.index == 5))
        elif damage == "node":
            spoilt = (nodes.c.level == 1) & (nodes.c.position == 2)
            connection.execute(update(nodes).where(spoilt).values(hash=bytes(32)))
        elif damage == "note":
            other = ring(0, seed=b"another")
            head = read(store.latest(connection) or "")
            forged = signed(head, other)
            connection.execute(update(checkpoints).where(checkpoints.c.size == 6).values(note=forged))
        else:
            connection.execute(delete(nodes).where(nodes.c.level == 2))
    with writing(catalogue) as connection:
        if damage == "node":
            store.append(connection, [leaf(6)])
        with pytest.raises(TreeForked):
            store.checkpoint(connection, RING, 9_000)
        assert read(store.latest(connection) or "").size == 6


def test_a_missing_leaf_cannot_be_proved(catalogue: Engine) -> None:
    grow(catalogue, 3)
    with writing(catalogue) as connection:
        store.append(connection, [leaf(3)])
        with pytest.raises(NoSuchLeaf, match="is no leaf"):
            store.inclusion(connection, "g-77")
        with pytest.raises(NoSuchLeaf, match="not under a checkpoint"):
            store.inclusion(connection, "g-3")
        with pytest.raises(NoSuchTree, match="no tree of 4"):
            store.inclusion(connection, "g-3", 4)
        with pytest.raises(NoSuchLeaf, match="no leaf of the tree of 2"):
            store.inclusion(connection, "g-2", 2)
        with pytest.raises(NoSuchTree, match="no tree of 4"):
            store.consistency(connection, 2, 4)
        with pytest.raises(NoSuchTree, match="never shrinks"):
            store.consistency(connection, 3, 2)
