"""The table in which API processes share their numbers of connections."""

from app.server.connection_counts import HANGS_SECONDS, ConnectionCount, ConnectionTable


def test_a_process_with_more_connections_than_another_is_ahead() -> None:
    sheet = ConnectionTable(4)
    one, two = sheet.begin(0), sheet.begin(2)
    assert not one.is_ahead
    one.add(1)
    assert one.is_ahead
    assert not two.is_ahead
    two.add(2)
    assert two.is_ahead
    assert not one.is_ahead
    one.add(-1)
    assert not one.is_ahead


def test_an_ended_process_delays_no_other_and_its_row_restarts() -> None:
    sheet = ConnectionTable(2)
    row = sheet.begin(0)
    row.add(3)
    sheet.begin(1)
    sheet.strike(1)
    assert not row.is_ahead
    sheet.strike(0)
    assert not sheet.begin(0).is_ahead
    assert not sheet.begin(1).is_ahead


def test_a_single_process_and_one_beyond_the_table_are_never_ahead() -> None:
    sheet = ConnectionTable(1)
    sheet.begin(0)
    sheet.strike(5)
    for share in (ConnectionCount(), sheet.begin(5)):
        share.add(7)
        assert not share.is_ahead


def test_a_stopping_process_delays_no_other_with_its_remaining_connections() -> None:
    sheet = ConnectionTable(2)
    one, two = sheet.begin(0), sheet.begin(1)
    one.add(3)
    two.add(2)
    two.leave()
    assert not one.is_ahead
    two.add(-1)
    assert not one.is_ahead
    assert not two.is_ahead


def test_a_hanging_process_delays_no_other_until_it_reports_again() -> None:
    now = [100.0]
    sheet = ConnectionTable(3, lambda: now[0])
    one, two = sheet.begin(0), sheet.begin(1)
    one.add(1)
    now[0] += HANGS_SECONDS
    assert one.is_ahead
    now[0] += HANGS_SECONDS / 10
    assert not one.is_ahead
    two.report()
    assert one.is_ahead
