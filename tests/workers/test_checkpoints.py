"""Checkpoints by the clock: where leaves came and nowhere else, of all that was there, with the right key."""

import pytest
from sqlalchemy import Engine, event

from replays.catalogue.connecting import writing
from replays.tree import store
from replays.tree.errors import ForeignTree
from replays.tree.leaves import Leaf
from replays.tree.notes import opened
from tests.replays.tree.rings import published, ring
from workers.checkpoints import signer


def append(engine: Engine, *numbers: int) -> None:
    with writing(engine) as connection:
        store.append(connection, [Leaf(f"g-{number}", 1, bytes(32)) for number in numbers])


def test_a_checkpoint_is_signed_where_leaves_came_and_nowhere_else(catalogue: Engine) -> None:
    keys = ring(0, 2_000)
    now = iter((1_000, 3_000))
    sign = signer(lambda: catalogue, keys, lambda: next(now))
    assert sign() is None
    append(catalogue, 1, 2)
    first = sign()
    assert first is not None
    assert opened(first, published(keys, only=0)).size == 2
    assert sign() is None
    append(catalogue, 3)
    second = sign()
    assert second is not None
    assert opened(second, published(keys, only=1)).size == 3


def test_a_clock_signs_nothing_in_a_catalogue_that_another_installation_has_signed(catalogue: Engine) -> None:
    append(catalogue, 1)
    signer(lambda: catalogue, ring(0, seed=b"another"), lambda: 1_000)()
    append(catalogue, 2)
    with pytest.raises(ForeignTree, match="belongs to another installation"):
        signer(lambda: catalogue, ring(0), lambda: 2_000)()


def test_a_clock_without_anything_to_sign_does_not_ask_for_the_right_to_write(catalogue: Engine) -> None:
    append(catalogue, 1)
    sign = signer(lambda: catalogue, ring(0), lambda: 1_000)
    sign()
    begun: list[bool] = []
    event.listen(
        catalogue,
        "before_cursor_execute",
        lambda *said: begun.append("INSERT" in said[2] or "advisory" in said[2]),
    )
    assert sign() is None
    with writing(catalogue):
        assert sign() is None
    assert begun.count(True) == (1 if catalogue.dialect.name == "postgresql" else 0)
