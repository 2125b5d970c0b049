"""One pair of twins: all requests of its reader, before and after the last entry."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random

from werkzeug.routing import Rule

from app.games.cards import Seat
from app.games.table import wire
from app.games.table.decide import pending
from app.games.table.state import Table, Visibility
from app.players.state import KeyScope
from app.store.keys import GameId
from tests.twins.compare import Comparison, Requester, schemas
from tests.twins.leak import Leak
from tests.twins.lines import Line, line, pair
from tests.twins.other_events import expire, freeze, judge, listening, think
from tests.twins.pairs import twin
from tests.twins.requests import HOOK, Ask, Case
from tests.twins.webhook_messages import address, same_mail
from tests.twins.worlds import World, Worlds, worlds

LIVE, FROZEN, LATE = 0.1, 0.05, 0.1
"""How often streams are followed, a game freezes, and the time of a question is over."""

NOBODY = Requester("nobody", {})

BESIDE = 0.25
"""How often somebody who knows less asks beside the reader."""


@dataclass
class Proof:
    """Two worlds and what is asked of them."""

    worlds: Worlds
    comparison: Comparison
    rules: tuple[Rule, ...]
    general: float = 0.02
    """How often what has nothing to do with a game is asked too: documents, pages, metrics."""

    mailed: int = 0
    """How many messages to webhooks were compared."""

    @property
    def told(self) -> str:
        """Return what was compared, in a sentence."""
        return (
            f"{self.comparison.compared:,} answers were compared with their twins, among them refusals of"
            f" {len(self.worlds.codes)} codes; {self.mailed:,} messages of webhooks, too."
        )

    def pair(self, rng: Random) -> int:
        """Compares all that the reader of one pair of twins is answered; at how many positions."""
        one, other, reader = pair(rng, self.worlds.players, line, twin)
        return self.twins(rng, one, other, reader)

    def twins(self, rng: Random, one: Line, other: Line, reader: Seat | None) -> int:
        """Compares what the reader of these twins is answered, before their last entry and after it."""
        self.worlds.clear()
        short = len(one.told) - 1 if _can_wait(one) else len(one.told)
        for world, mine in zip(self.worlds.both(), (one, other), strict=True):
            world.hold(mine.upto(short))
        self._ask(rng, (one.upto(short).table, other.upto(short).table), reader)
        if short < len(one.told):
            dispute = judge(self.worlds, one.game)
            self._follow(rng, one, other, reader)
            self._ask(rng, (one.table, other.table), reader, dispute)
            self._mail(one.table, reader, dispute)
        return 1 + (short < len(one.told)) + self._afterwards(rng, one.game, reader)

    def _follow(self, rng: Random, one: Line, other: Line, reader: Seat | None) -> None:
        """The last entry is made, now and then while the reader follows the game by streams."""
        if rng.random() > LIVE:
            self._go_on(one, other, reader)
            return
        requester, seat = self._voices(rng, one.table, reader)[0]
        if seat is None:
            requester = self._keyed(KeyScope.AUDIT) if one.table.visibility is Visibility.PRIVATE else NOBODY
        with listening(self.worlds, one.game, requester, len(one.told) - 1) as streams:
            self._go_on(one, other, reader)
            streams.hear()

    def _mail(self, table: Table, reader: Seat | None, dispute: str | None) -> None:
        """Compare the messages to webhooks, except those of other seats."""
        seated = {table.places[seat].player for seat in table.seats if seat != reader}
        addresses = {address(player) for player in self.worlds.one.seated if player.id not in seated}
        logs = [GameId(table.game), *([GameId(dispute)] if dispute else [])]
        one, other = (world.mail.told(*logs) for world in self.worlds.both())
        self.mailed += same_mail(one, other, addresses | {HOOK})

    def _afterwards(self, rng: Random, game: GameId, reader: Seat | None) -> int:
        """Let the service act, and now and then freeze the game; return the number of further positions."""
        if rng.random() < FROZEN:
            table = self.worlds.one.api.games.current(game).table
            audit = self._keyed(KeyScope.AUDIT)
            freeze(self.comparison, game, table.ply, audit)
            frozen = [world.api.games.current(game).table for world in self.worlds.both()]
            self._ask(rng, (frozen[0], frozen[1]), reader)
            return 1
        think(self.worlds, game, reader)
        if rng.random() < LATE:
            expire(self.worlds, game)
        return 0

    def _ask(
        self, rng: Random, tables: tuple[Table, Table], reader: Seat | None, dispute: str | None = None
    ) -> None:
        """Send every request of the reader, and now and then of a caller who may see less."""
        for requester, seat in self._voices(rng, tables[0], reader):
            player = None if seat is None else tables[0].places[seat].player
            chance = Random(rng.getrandbits(64))
            case = Case(tables, seat, player or self.worlds.players[0], chance, dispute)
            self.comparison.everything(case, requester, self._asked(rng))
            self._receipt(case, requester)

    def _voices(self, rng: Random, table: Table, reader: Seat | None) -> list[tuple[Requester, Seat | None]]:
        """Return the callers: the reader, or one who may see less, and now and then both."""
        requesters = self._of_seat(table, reader, rng)
        if not requesters or rng.random() < BESIDE:
            requesters.append((rng.choice((NOBODY, *map(self._keyed, self.worlds.one.others))), None))
        return requesters

    def _keyed(self, scope: KeyScope) -> Requester:
        """Return a caller with a key for that scope, and no seat."""
        return Requester(f"key for {scope}", self.worlds.one.others[scope].headers())

    def _asked(self, rng: Random) -> Iterator[Rule]:
        """Every address; those that have nothing to do with a game now and then."""
        general = rng.random() < self.general
        return (rule for rule in self.rules if general or _of_games(rule))

    def _of_seat(self, table: Table, reader: Seat | None, rng: Random) -> list[tuple[Requester, Seat | None]]:
        """The reader's token or the key of its player."""
        if reader is None or reader not in table.persons:
            return []
        world, player = self.worlds.one, table.places[reader].player
        token = {"Authorization": f"Bearer {world.api.access.token(table.game, reader)}"}
        keys = [owner.key for owner in world.seated if owner.id == player]
        if keys and rng.random() < 0.5:
            return [(Requester(f"player of seat {reader}", {"Authorization": f"Bearer {keys[0]}"}), reader)]
        return [(Requester(f"seat {reader}", token), reader)]

    def _receipt(self, case: Case, requester: Requester) -> None:
        """Each world's own signed head is held against it."""
        address = f"/v1/games/{case.game}"
        asked = []
        for world in self.worlds.both():
            head = world.api.client.get(f"{address}/head", headers=dict(requester.headers))
            body = head.get_json()["receipt"] if head.status_code == 200 else {}
            headers = self.comparison.heard(
                world, Ask("POST", f"{address}/receipts", "", dict(requester.headers), body)
            )
            asked.append(headers)
        if asked[0] != asked[1]:
            raise Leak(f"{requester.name}: a receipt: {asked[0]}, {asked[1]}")

    def _go_on(self, one: Line, other: Line, reader: Seat | None) -> None:
        """Make the last entry in both, over HTTP if a person sent it, and compare the answers."""
        entry = one.told[-1]
        if entry.seat is None or entry.seat not in one.table.persons:
            for world, mine in zip(self.worlds.both(), (one, other), strict=True):
                world.add(mine, len(mine.told))
            return
        for _ in ("said", "said again"):
            heard = [
                self.comparison.heard(world, _move(world, mine))
                for world, mine in zip(self.worlds.both(), (one, other), strict=True)
            ]
            assert [each.status for each in heard] == [200, 200], heard
            logs = [each.log for each in heard]
            if (heard[0] != heard[1] and entry.seat == reader) or logs[0] != logs[1]:
                raise Leak(f"the answer to {entry.command} of seat {entry.seat}: {heard[0]}, {heard[1]}")


def _move(world: World, line: Line) -> Ask:
    """The last entry of `line` as the request that makes it."""
    entry, table = line.told[-1], line.table
    assert entry.seat is not None
    token = world.api.access.token(table.game, entry.seat)
    before = f'"{table.ply - 1}"'
    headers = {"Authorization": f"Bearer {token}", "If-Match": before, "Idempotency-Key": "the-last-entry"}
    address = "/v1/games/{game}/moves"
    return Ask(
        "POST",
        address.replace("{game}", table.game),
        address,
        headers,
        wire.command_to_json(table.play, entry.command),
    )


def _can_wait(line: Line) -> bool:
    """Return True if the game can stand before its last entry, with nothing due."""
    before = line.before(len(line.told))
    return before is not None and pending(before.table) is None and not line.table.is_over


def _of_games(rule: Rule) -> bool:
    """Return True if what an address answers may depend on a game; which keys a player has does not."""
    path = str(rule)
    return path.startswith(("/v1/games", "/v1/disputes", "/v1/players/")) and "/keys" not in path


@contextmanager
def proof(url: str) -> Iterator[Proof]:
    """Yield the comparison that shows that nothing hidden leaves, over the store at `url`."""
    with worlds(url) as started:
        app = started.one.api.app
        document, _ = (world.api.client.get("/openapi.json").get_json() for world in started.both())
        yield Proof(started, Comparison(started, schemas(document)), tuple(app.url_map.iter_rules()))
