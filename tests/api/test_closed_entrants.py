"""Closed players in tournaments: what is shown has their ids, and the log is as it was."""

from typing import Final

from replays.archive.opening import open_archive
from replays.tournaments.reports import AUDIT, FOLDER, PARTS, RECORD
from tests.api.helpers import Api, expect
from tests.api.organising import begun, named, organiser, played, reporter, whole
from tests.api.player_requests import operator
from tests.closing import at_end

NAME: Final = "Xochitl Primera"
SHOWN: Final = (
    "",
    "/standings",
    "/cross-table",
    "/games",
    "/pairings/1",
    "/pairings/1/explain?lang=en",
    "/export.csv",
    "/export.csv?what=standings",
    "/export.json",
    "/plots/ratings.json",
    "/plots/ratings.svg",
)


def in_reports(api: Api, where: str) -> set[str]:
    """Return the stored reports of a tournament that have the name."""
    archive = open_archive(api.settings)
    at_end(archive.close)
    files = [
        path for path in archive.files.names(FOLDER) if named(where) in path and not path.endswith(".gz")
    ]
    return {path.rpartition("/")[2] for path in files if NAME.encode() in archive.files.read(path)}


def test_a_closed_player_has_its_id_for_its_name_in_tables_and_exports_and_not_in_the_log(api: Api) -> None:
    robo, lupe = organiser(api, "Robo"), organiser(api)
    entrants = [{"name": NAME, "player": robo.id}, {"name": "ana", "bot": "random"}]
    gauntlet = {"type": "gauntlet", "hero": NAME}
    where = begun(api, lupe, entrants=entrants, format=gauntlet)
    expect(lupe.post(f"{where}/forfeits", {"entrant": 0, "text": "It does not come."}), 200)
    played(api, where)
    before = {path: whole(api, f"{where}{path}") for path in SHOWN}
    assert [path for path in SHOWN if NAME not in before[path].text] == []
    log = expect(api.client.get(f"{where}/events"), 200)
    assert len(in_reports(api, where)) >= 5
    expect(operator(api).patch(f"/v1/operator/players/{robo.id}", {"closed": True}), 200)
    after = {
        path: whole(api, f"{where}{path}", If_None_Match=before[path].headers.get("ETag", ""))
        for path in SHOWN
    }
    assert [path for path in SHOWN if NAME in after[path].text] == []
    assert [path for path in SHOWN if robo.id not in after[path].text and path != "/plots/ratings.svg"] == []
    assert expect(api.client.get(f"{where}/events"), 200) == log
    reporter(api)(named(where))
    assert in_reports(api, where) <= {RECORD, PARTS, AUDIT}


def test_other_entrants_keep_their_names(api: Api) -> None:
    robo, lupe = organiser(api, "Robo"), organiser(api)
    entrants = [{"name": NAME, "player": robo.id}, {"name": "ana", "bot": "random"}]
    where = begun(api, lupe, entrants=entrants)
    expect(operator(api).patch(f"/v1/operator/players/{robo.id}", {"closed": True}), 200)
    tournament = expect(api.client.get(where), 200)
    assert [entrant["name"] for entrant in tournament["entrants"]] == [robo.id, "ana"]
    assert [entrant["name"] for entrant in tournament["manifest"]["entrants"]] == [robo.id, "ana"]
