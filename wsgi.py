"""The web application: the composition root of the API."""

from functools import partial
from importlib.metadata import version

from flask import Flask
from redis import Redis

from app.api import (
    context,
    events,
    forks,
    moves,
    players,
    receipts,
    refusals,
    rematch,
    rules,
    seats,
    service,
    turns,
    variants,
)
from app.api import games as tables
from app.api.access import Access
from app.config import Settings, load
from app.farewell import FAREWELL
from app.feed import Feeds
from app.games.table.state import Limits
from app.handler import Games
from app.http import problems
from app.http.blueprint import Api
from app.http.keys import mint_key
from app.logs import configure
from app.players.players import Players
from app.secret import Keys, keys
from app.signing import KeyRing, now_ms
from app.store.afterlife import Afterlife
from app.store.checks import checks
from app.store.client import connect
from app.store.generations import StoredGenerations
from app.store.lasting import LastingStore
from app.store.links import Links
from app.store.vault import Vault
from app.watch import Watch
from replays import api as replays_api
from replays import listing_api
from replays.archive.opening import open_archive
from replays.catalogue.counting import counting
from replays.disputes import api as disputes_api
from replays.disputes.docket import Docket
from replays.disputes.evidence import genuine
from replays.imports import api as imports_api
from replays.imports.shelf import Shelf
from replays.listing import Listing
from replays.proving import Prover
from replays.receipts import key_list
from replays.tree import api as tree_api
from replays.verifier import pages as verifier_pages

VERSION = version("conquian")


def create_app(settings: Settings, secrets: Keys, redis: Redis) -> Flask:
    """The application over one store, with the keys of one service."""
    archive = open_archive(settings)
    store = LastingStore(redis, Vault(secrets.vault), archive)
    ring = KeyRing(secrets.sign, StoredGenerations(redis), settings.origin)
    games = Games(store, settings.cache, signer=ring)
    app = Flask("app.api")
    app.config |= {
        "API_TITLE": "Conquián",
        "API_VERSION": "v1",
        "OPENAPI_VERSION": "3.1.0",
        "PROPAGATE_EXCEPTIONS": False,
        "TRUSTED_HOSTS": settings.trusted_hosts,
    }
    problems.install(app)
    refusals.install(app)
    api = Api(app)
    limits = Limits(settings.decision_seconds, settings.window_seconds, settings.deal_delay_seconds)
    people = Players(store, partial(mint_key, secrets.token), now_ms)
    access = Access(games, people, secrets.token)
    docket = Docket(
        games,
        Links(redis),
        secrets.ids,
        settings.dispute_days,
        partial(genuine, ring),
        archived=archive.disputes,
    )
    counts = counting(lambda: archive.engine)
    watch = Watch(store, settings.streams)
    app.extensions[FAREWELL] = (watch.close,)
    context.install(
        app,
        context.Service(
            games, people, docket, access, watch, Feeds(games), secrets.ids, limits, ring, counts
        ),
    )
    for room in (tables, seats, rematch, forks, moves, receipts, events, variants, rules, players, turns):
        api.register_blueprint(room.blueprint)
    prove = Prover(ring, lambda: archive.engine, now_ms)
    api.register_blueprint(
        replays_api.blueprint(games, access.reader, prove, lambda: key_list(ring.document()))
    )
    shelf = Shelf(archive.files, archive.engine, settings.import_mb * 1_000_000, now_ms)
    api.register_blueprint(imports_api.blueprint(lambda: shelf, imports_api.our_log(games, access.reader)))
    listing = Listing(games, Afterlife(redis, Vault(secrets.vault)), archive)
    api.register_blueprint(listing_api.blueprint(listing))
    api.register_blueprint(tree_api.blueprint(lambda: archive.engine, access.admits))
    receipts.install(app, ring)
    api.register_blueprint(disputes_api.blueprint(games, docket, access, prove, ring.document))
    verifier_pages.install(app)
    service.install(app, VERSION, lambda: api.spec.to_dict(), lambda: checks(redis))
    return app


def _app() -> Flask:
    settings = load()
    configure(settings.log_level)
    if settings.redis_url is None:
        raise SystemExit("conquian: REDIS_URL names the store; `conquian serve` starts one and sets it.")
    return create_app(settings, keys(settings), connect(settings.redis_url))


def __getattr__(name: str) -> Flask:
    """`app`, made when the server asks for it: importing this module connects to nothing."""
    if name == "app":
        return _app()
    raise AttributeError(name)
