"""Webhooks over HTTP: made, looked at, changed, tried out; and the log of what they were sent."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from flask import Response

from app.api.access import Access, Caller, scope_missing
from app.api.schemas import webhooks as webhook_schemas
from app.api.schemas.webhooks import (
    DeliveriesView,
    DeliveryView,
    NewWebhookView,
    TryView,
    WebhooksView,
    WebhookView,
    callbacks,
)
from app.games.codec import Json
from app.http import idempotency
from app.http.answers import JsonAnswer
from app.http.blueprint import KEY, Blueprint
from app.http.errors import CODES, FieldError, Problem
from app.http.fields import cursor
from app.http.headers import next_page
from app.i18n import Message
from app.players.state import KeyScope
from app.service.aggregates import AggregateState
from app.service.game_decider import NoSuchGame
from app.service.games import GameService
from app.service.log_decider import Accepted
from app.settings.parsers import Network
from app.store.append_options import IdempotencyKey
from app.store.delivery_queue import DeliveryQueue, StoredDelivery
from app.store.keys import GameId, LogKind, game_id_from
from app.webhooks.decide import NoSuchWebhook, TooManyChanges
from app.webhooks.delivery_log import Delivery, Try
from app.webhooks.messages import Find, viewer_of
from app.webhooks.service import TooManyWebhooks, Webhooks
from app.webhooks.state import OVERLAP_MS, EventType, RegisterWebhook, Webhook
from app.webhooks.target_address import BadTarget, target

_WRITING, _READING = ("play",), ("view",)


@dataclass(frozen=True, slots=True)
class WebhookContext:
    """Dependencies of the views: webhooks, deliveries, games, authentication, networks, origins."""

    webhooks: Webhooks
    delivery_queue: DeliveryQueue
    games: GameService
    access: Access
    find: Find
    networks: tuple[Network, ...]
    clock: Callable[[], int]
    keep_origin: Callable[[str], object]


def blueprint(context: WebhookContext) -> Blueprint:
    """Return the resource /v1/webhooks."""
    resource = Blueprint("webhooks", __name__, url_prefix="/v1/webhooks", description="Webhooks")
    _add_all(resource, context)
    _add_one(resource, context)
    _add_rotate(resource, context)
    _add_log(resource, context)
    _add_sending(resource, context)
    return resource


def _add_all(resource: Blueprint, context: WebhookContext) -> None:
    @resource.route("", methods=["POST"])
    @resource.arguments(webhook_schemas.NewWebhookSchema)
    @resource.answers(201, NewWebhookView, example=webhook_schemas.NEW_EXAMPLE)
    @resource.doc(callbacks=callbacks())
    @resource.bearer(KEY, scopes=("play", "view"))
    @resource.problems("quota_exceeded", "webhook_url", "webhook_games")
    def register(body: Json) -> JsonAnswer[NewWebhookView]:
        """Register a webhook

        Messages are sent to the address in the body, signed by the Standard Webhooks convention with the
        secret in this answer. The secret is shown once; repetitions of the request show it for a day.
        Messages are about games in which you have a seat; a key with the scope `organise` can name other
        games. Each message is delivered at least once.
        """
        caller = context.access.permitted(KeyScope.PLAY)
        caller.needs(KeyScope.VIEW)
        owner = caller.player.id
        new = RegisterWebhook(
            webhook=game_id_from(idempotency.seed(idempotency.bearer()), LogKind.WEBHOOK),
            owner=owner,
            url=body["url"],
            events=_in_order(body["events"]),
            games=_unique(body["games"]),
            description=body["description"],
            scopes=caller.player.allowed(caller.key),
        )
        with _refusals():
            done = context.webhooks.register(
                new, _record(owner), lambda: _check(context, new.url, _draft(new))
            )
        response = _with_secret(context, done)
        response.headers["Location"] = f"/v1/webhooks/{new.webhook}"
        return response

    @resource.route("", methods=["GET"])
    @resource.answers(200, WebhooksView, example={"webhooks": [webhook_schemas.EXAMPLE]})
    @resource.bearer(KEY, scopes=_READING)
    def list_all() -> JsonAnswer[WebhooksView]:
        """List your webhooks, oldest first

        It needs an API key with the scope `view`. Secrets are not in the answer.
        """
        owner = context.access.player(KeyScope.VIEW).id
        return JsonAnswer(
            {"webhooks": [_shown(webhook, context.clock()) for webhook in context.webhooks.of(owner)]}
        )


def _add_one(resource: Blueprint, context: WebhookContext) -> None:
    @resource.route("/<webhook_id:webhook>", methods=["GET"])
    @resource.answers(200, WebhookView, example=webhook_schemas.EXAMPLE)
    @resource.bearer(KEY, scopes=_READING)
    def show(webhook: str) -> JsonAnswer[WebhookView]:
        """Get one of your webhooks

        It needs an API key with the scope `view`. The secret is not in the answer.
        """
        return JsonAnswer(_shown(_own(context, webhook, KeyScope.VIEW), context.clock()))

    @resource.route("/<webhook_id:webhook>", methods=["PATCH"])
    @resource.arguments(webhook_schemas.WebhookChangeSchema)
    @resource.answers(200, WebhookView, example=webhook_schemas.OFF_EXAMPLE)
    @resource.bearer(KEY, scopes=_WRITING)
    @resource.problems("webhook_url", "webhook_games", "webhook_changes")
    def change(body: Json, webhook: str) -> JsonAnswer[WebhookView]:
        """Change a webhook

        Only the members in the body change. A webhook that is enabled again gets messages about later events,
        and about your pending decisions.
        """
        caller = context.access.permitted(KeyScope.PLAY)
        fields = dict(body)
        if "events" in fields:
            fields["events"] = _in_order(fields["events"])
        if "games" in fields:
            fields["games"] = _unique(fields["games"])

        def check(before: Webhook) -> None:
            _check_scopes(caller, before)
            games = fields.get("games", before.games)
            _check(context, fields.get("url", before.url), replace(before, games=games))

        owner = caller.player.id
        with _refusals():
            done = context.webhooks.change(owner, webhook, fields, _record(owner), check)
        return idempotency.replayed(JsonAnswer(_made(done)), done.replayed)

    @resource.route("/<webhook_id:webhook>", methods=["DELETE"])
    @resource.response(204)
    @resource.bearer(KEY, scopes=_WRITING)
    def remove(webhook: str) -> Response:
        """Delete a webhook and the log of its deliveries

        It needs an API key with the scope `play`. No more messages are sent to its address.
        """
        owner = context.access.player(KeyScope.PLAY).id
        with _refusals():
            replayed = context.webhooks.remove(owner, webhook, _record(owner)).replayed
        context.delivery_queue.clear(GameId(webhook))
        return idempotency.replayed(Response(status=204), replayed)


def _add_rotate(resource: Blueprint, context: WebhookContext) -> None:
    @resource.route("/<webhook_id:webhook>/rotate", methods=["POST"])
    @resource.answers(201, NewWebhookView, example=webhook_schemas.NEW_EXAMPLE)
    @resource.bearer(KEY, scopes=_WRITING)
    @resource.problems("webhook_changes")
    def rotate(webhook: str) -> JsonAnswer[NewWebhookView]:
        """Replace the secret of a webhook

        For a day both secrets sign every message, so that the receiver can be changed without losing one.
        """
        owner = context.access.player(KeyScope.PLAY).id
        with _refusals():
            done = context.webhooks.rotate(owner, webhook, _record(owner))
        response = _with_secret(context, done)
        response.headers["Location"] = f"/v1/webhooks/{webhook}"
        return response


def _add_log(resource: Blueprint, context: WebhookContext) -> None:
    @resource.route("/<webhook_id:webhook>/deliveries", methods=["GET"])
    @resource.arguments(webhook_schemas.DeliveriesQuery, location="query")
    @resource.answers(
        200,
        DeliveriesView,
        example={"deliveries": [webhook_schemas.DELIVERY_EXAMPLE], "next": None},
    )
    @resource.bearer(KEY, scopes=_READING)
    def deliveries(query: Json, webhook: str) -> JsonAnswer[DeliveriesView]:
        """List the deliveries of a webhook, newest first

        It needs an API key with the scope `view`. Each delivery has its message's id and state and all
        attempts.
        """
        own = _own(context, webhook, KeyScope.VIEW)
        limit = query["limit"]
        listed = context.delivery_queue.page(GameId(own.id), query.get("cursor"), limit + 1)
        page = listed[:limit]
        following = cursor(page[-1].made, page[-1].id) if len(listed) > limit else None
        response = JsonAnswer[DeliveriesView]({"deliveries": list(map(_view, page)), "next": following})
        return next_page(response, cursor=following)


def _add_sending(resource: Blueprint, context: WebhookContext) -> None:
    @resource.route("/<webhook_id:webhook>/test", methods=["POST"])
    @resource.answers(202, DeliveryView, example=webhook_schemas.WAITING_EXAMPLE | {"event": "test"})
    @resource.bearer(KEY, scopes=_WRITING)
    def send_test(webhook: str) -> JsonAnswer[DeliveryView]:
        """Send a test message

        The message is sent even if the webhook is disabled. The list of deliveries shows the result.
        """
        own = _own(context, webhook, KeyScope.PLAY)
        seed = idempotency.seed(idempotency.bearer()).hex()

        def write() -> JsonAnswer[DeliveryView]:
            delivery = Delivery.test(own.id, seed, context.clock())
            context.keep_origin(delivery.id)
            context.delivery_queue.add(GameId(own.id), delivery.id, delivery.written())
            return _sent(context, own, delivery.id)

        return idempotency.idempotent(write)

    @resource.route("/<webhook_id:webhook>/deliveries/<message_id:delivery>/redeliver", methods=["POST"])
    @resource.answers(202, DeliveryView, example=webhook_schemas.WAITING_EXAMPLE)
    @resource.bearer(KEY, scopes=_WRITING)
    @resource.problems("webhook_disabled")
    def redeliver(webhook: str, delivery: str) -> JsonAnswer[DeliveryView]:
        """Send a message again

        The message is sent at once, under the same `webhook-id`. The webhook must be enabled.
        """
        own = _own(context, webhook, KeyScope.PLAY)

        def write() -> JsonAnswer[DeliveryView]:
            stored = context.delivery_queue.get(GameId(own.id), delivery)
            if stored is None:
                raise Problem("not_found")
            if not own.enabled:
                raise Problem("webhook_disabled")
            again = Delivery.parse(stored.record).again().written()
            context.keep_origin(delivery)
            context.delivery_queue.settle(GameId(own.id), delivery, again, 0)
            return _sent(context, own, delivery)

        return idempotency.idempotent(write)


def _own(context: WebhookContext, webhook: str, scope: KeyScope) -> Webhook:
    with _refusals():
        return context.webhooks.own(context.access.player(scope).id, webhook)


def _record(owner: str) -> IdempotencyKey | None:
    return idempotency.record(idempotency.endpoint(owner), idempotency.key_of(owner))


@contextmanager
def _refusals() -> Iterator[None]:
    try:
        yield
    except NoSuchWebhook:
        raise Problem("not_found") from None
    except TooManyWebhooks:
        detail = Message("Delete a webhook first: you have as many as are allowed.")
        raise Problem("quota_exceeded", detail) from None
    except TooManyChanges:
        raise Problem("webhook_changes") from None


def _check_scopes(caller: Caller, webhook: Webhook) -> None:
    """Raise Problem scope_missing if the key may not see what the webhook would receive."""
    seeing = {str(scope) for scope in (KeyScope.VIEW, KeyScope.ORGANISE, KeyScope.AUDIT)}
    wider = seeing.intersection(webhook.scopes, caller.player.scopes)
    lacking = wider.difference(caller.player.allowed(caller.key))
    if lacking:
        raise scope_missing(*(scope for scope in KeyScope if scope in lacking))


def _check(context: WebhookContext, url: str, draft: Webhook) -> None:
    """Raise Problem unless messages may go to `url` and the owner may see the games of `draft`."""
    try:
        target(url, context.networks)
    except BadTarget as problem:
        raise Problem("webhook_url", errors=(FieldError("webhook_url", problem.reason, "/url"),)) from None
    wrong = [at for at, game in enumerate(draft.games or ()) if not _visible(context, draft, GameId(game))]
    if wrong:
        sentence = Message(CODES["webhook_games"].remedy)
        raise Problem(
            "webhook_games",
            errors=[FieldError("webhook_games", sentence, f"/games/{at}") for at in wrong],
        )


def _visible(context: WebhookContext, draft: Webhook, game: GameId) -> bool:
    try:
        return viewer_of(context.find, draft, context.games.current(game).table) is not None
    except NoSuchGame:
        return False


def _draft(new: RegisterWebhook) -> Webhook:
    """The webhook that is asked for, before it exists."""
    return Webhook(
        new.webhook, new.owner, new.url, new.events, new.games, new.description, new.scopes, made=0, since=0
    )


def _in_order(events: Iterable[str]) -> tuple[str, ...]:
    return tuple(str(event) for event in EventType if event in set(events))


def _unique(games: Iterable[str] | None) -> tuple[str, ...] | None:
    return None if games is None else tuple(dict.fromkeys(games))


def _with_secret(
    context: WebhookContext, done: Accepted[AggregateState[Webhook]]
) -> JsonAnswer[NewWebhookView]:
    made: NewWebhookView = {**_made(done), "secret": context.webhooks.secret(done.position)}
    return idempotency.replayed(JsonAnswer(made, 201), done.replayed)


def _made(done: Accepted[AggregateState[Webhook]]) -> WebhookView:
    """Return the webhook as it was right after the entry, whenever that is asked."""
    return _shown(done.position.state, done.position.time)


def _sent(context: WebhookContext, webhook: Webhook, delivery: str) -> JsonAnswer[DeliveryView]:
    stored = context.delivery_queue.get(GameId(webhook.id), delivery)
    if stored is None:
        raise Problem("not_found")
    return JsonAnswer(_view(stored), 202)


def _shown(webhook: Webhook, now: int) -> WebhookView:
    """Return a webhook as its owner sees it."""
    retired = [at + OVERLAP_MS for _, at in webhook.retired if now < at + OVERLAP_MS]
    return {
        "webhook": webhook.id,
        "url": webhook.url,
        "events": list(webhook.events),
        "games": None if webhook.games is None else list(webhook.games),
        "description": webhook.description,
        "enabled": webhook.enabled,
        "disabled_for": webhook.disabled_for,
        "made": webhook.made,
        "old_secret_until": max(retired, default=None),
    }


def _view(stored: StoredDelivery) -> DeliveryView:
    """Return a delivery as in the log, the newest try last."""
    delivery = Delivery.parse(stored.record)
    return {
        "delivery": delivery.id,
        "event": delivery.event,
        "game": delivery.game or None,
        "ply": delivery.ply or None,
        "made": stored.made,
        "state": str(delivery.state),
        "reason": delivery.reason,
        "next_try": stored.next,
        "tries": [_tried(attempt) for attempt in delivery.tries],
    }


def _tried(attempt: Try) -> TryView:
    return {
        "at": attempt.at,
        "status": attempt.status,
        "latency_ms": attempt.latency_ms,
        "error": attempt.error,
        "answer": attempt.answer,
        "command": attempt.command,
        "refusal": attempt.refusal,
    }
