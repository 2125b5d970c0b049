"""The sheet on which API processes see how many connections each of them holds."""

from app.server.connection_counts import HANGS_SECONDS, ConnectionCount, ConnectionTable


def test_whoever_holds_more_than_another_is_ahead() -> None:
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


def test_a_process_that_has_ended_holds_nobody_up_and_its_line_begins_anew() -> None:
    sheet = ConnectionTable(2)
    one = sheet.begin(0)
    one.add(3)
    sheet.begin(1)
    sheet.strike(1)
    assert not one.is_ahead
    sheet.strike(0)
    assert not sheet.begin(0).is_ahead
    assert not sheet.begin(1).is_ahead


def test_alone_and_beyond_the_sheet_nobody_is_ahead() -> None:
    sheet = ConnectionTable(1)
    sheet.begin(0)
    sheet.strike(5)
    for share in (ConnectionCount(), sheet.begin(5)):
        share.add(7)
        assert not share.is_ahead


def test_a_process_that_takes_no_more_holds_nobody_up_with_what_it_still_holds() -> None:
    sheet = ConnectionTable(2)
    one, two = sheet.begin(0), sheet.begin(1)
    one.add(3)
    two.add(2)
    two.leave()
    assert not one.is_ahead
    two.add(-1)
    assert not one.is_ahead
    assert not two.is_ahead


def test_nobody_waits_for_a_process_that_hangs_until_it_reports_again() -> None:
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
