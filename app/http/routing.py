"""An application that begins fast: its rules of addresses, and how it calls its views."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Flask, Request, Response
from flask.globals import _cv_app, _cv_request
from flask.sessions import NullSession, SessionInterface
from werkzeug.routing import Rule
from werkzeug.sansio.utils import get_host as checked_host
from werkzeug.wsgi import get_host

from app.http.asking import asked

Match = tuple[Rule, Mapping[str, Any]]
Hooks = tuple[Sequence[Callable[[], Any]], Sequence[Callable[[Response], Response]]]

_KNOWN: Final = 4096

PROBES: Final = frozenset({"/livez", "/readyz", "/metrics"})
"""The addresses that answer under any Host: who probes a process knows its address, not its name."""


class LazyRule(Rule):
    """A rule as it is matched; how its addresses are built, which nobody asks here, is worked out when asked.

    That is more than half of the time in which an application is put together.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        compile_builder, found = super()._compile_builder, list[Callable[..., tuple[str, str]]]()

        def build(rule: Rule, **values: object) -> tuple[str, str]:
            if not found:
                found.append(compile_builder(append_unknown))
            return found[0](rule, **values)

        return build


class NoSessions(SessionInterface):
    """Nobody's session: there are no cookies, so that it is not looked for."""

    def __init__(self) -> None:
        self._none = NullSession()

    def open_session(self, app: Flask, request: Request) -> NullSession:
        """The same for all; whoever writes into it is told that there are none."""
        return self._none


class App(Flask):
    """A Flask application with such rules, and without sessions, signals and views that are coroutines.

    Its hooks are those before and after every request, its own and its blueprints'.

    It knows the addresses that came lately, the oldest leaving first: whoever plays asks for the same again
    and again.
    """

    url_rule_class = LazyRule
    session_interface = NoSessions()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.hosts: Iterable[str] | None = None
        """The names in Host under which all but the probes answer; None: any. Flask's own setting knows no
        exception, so it stays unset."""
        self._around: dict[str | None, Hooks] = {}
        self._matched: OrderedDict[tuple[str, str], Match] = OrderedDict()

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Any:
        """As Flask's, but nobody is told that a request begins and ends: nobody asks to be."""
        if "werkzeug.debug.preserve_context" in environ:  # a test looks at the request afterwards
            return super().wsgi_app(environ, start_response)
        before_app = _cv_app.set(self.app_context())
        context = self.request_context(environ)
        context._session = self.session_interface.open_session(self, context.request)
        before_request = _cv_request.set(context)
        try:
            try:
                if context.url_adapter is not None:
                    context.match_request()
                answer = self.full_dispatch_request()
            except Exception as error:
                answer = self.handle_exception(error)
            return answer(environ, start_response)
        finally:
            _cv_request.reset(before_request)
            _cv_app.reset(before_app)
            environ["werkzeug.request"] = None  # else the two would hold each other

    def full_dispatch_request(self) -> Response:
        """The answer of the view, or of a hook before it, after all hooks."""
        self._got_first_request = True
        try:
            found = self.preprocess_request()
            if found is None:
                found = self.dispatch_request()
        except Exception as error:
            found = self.handle_user_exception(error)
        return self.process_response(self.make_response(found))

    def preprocess_request(self) -> Any:
        """What the first hook that answers by itself has answered, None if the view has to."""
        for hook in self._hooks(asked())[0]:
            answer = hook()
            if answer is not None:
                return answer
        return None

    def process_response(self, response: Response) -> Response:
        """The response after all hooks that look at answers."""
        for hook in self._hooks(asked())[1]:
            response = hook(response)
        return response

    def _hooks(self, request: Request) -> Hooks:
        """What is called before and after a request; Flask puts it together anew for each.

        A blueprint's own are called after the application's, and before them on the way back.
        """
        rule = request.url_rule
        endpoint = None if rule is None else rule.endpoint
        found = self._around.get(endpoint)
        if found is None:
            rooms, first, last = request.blueprints, self.before_request_funcs, self.after_request_funcs
            before = [hook for name in (None, *reversed(rooms)) for hook in first.get(name, ())]
            after = [hook for name in (*rooms, None) for hook in reversed(last.get(name, ()))]
            found = self._around[endpoint] = before, after
        return found

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """`func` itself: Flask would look anew at each view and each hook of each request."""
        return func

    def create_url_adapter(self, request: Request | None) -> Any:
        """What matches the address of a request; SecurityError for a host that is not one of `hosts`."""
        if request is None:
            return super().create_url_adapter(request)
        environ = request.environ
        request.host = _host_of(environ, None if environ["PATH_INFO"] in PROBES else self.hosts)
        if "HTTP_UPGRADE" in environ:
            return super().create_url_adapter(request)
        return _Address(self._matched, request, super().create_url_adapter)


class _Address:
    """The address of a request, which is matched where it is not known yet."""

    def __init__(
        self, known: OrderedDict[tuple[str, str], Match], request: Request, adapter: Callable[[Request], Any]
    ) -> None:
        self._known, self._request, self._adapter = known, request, adapter

    def match(self, *, return_rule: bool) -> Match:
        """The rule of the address and what it says; raises an HTTPException where there is none."""
        environ = self._request.environ
        key = environ["REQUEST_METHOD"], environ["PATH_INFO"]
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._adapter(self._request).match(return_rule=return_rule)
            if len(self._known) > _KNOWN:
                self._known.popitem(last=False)
        return found[0], dict(found[1])

    def __getattr__(self, name: str) -> Any:
        return getattr(self._adapter(self._request), name)


def _host_of(environ: dict[str, Any], trusted: Iterable[str] | None) -> str:
    """The host that a request is for; SecurityError where it is none of those `trusted`."""
    host = environ.get("HTTP_HOST")
    allowed = None if trusted is None else tuple(trusted)
    return get_host(environ, allowed) if host is None else _checked(environ["wsgi.url_scheme"], host, allowed)


@lru_cache(_KNOWN)
def _checked(scheme: str, host: str, trusted: tuple[str, ...] | None) -> str:
    return checked_host(scheme, host, None, trusted)
