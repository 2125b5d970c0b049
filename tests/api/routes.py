"""The routes of the service, compiled once for all applications of a test process.

Compiling them takes half of the time in which an application is made, and most tests make one. Routes are
rules of addresses and names of views; the views themselves stand in the application.
"""

from typing import Any

from flask import Flask
from werkzeug.routing import Map, Rule
from werkzeug.routing.rules import RuleFactory


class SharedMap(Map):
    """URL map of every application; a rule that an earlier one has added is not added again."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._known: set[tuple[object, ...]] = set()

    def add(self, rulefactory: RuleFactory) -> None:
        """Add the rules of the factory that are not known."""
        if isinstance(rulefactory, Rule):
            methods = frozenset(rulefactory.methods or ())
            key = (rulefactory.rule, rulefactory.endpoint, methods)
            if key in self._known:
                return
            self._known.add(key)
        super().add(rulefactory)


def share(application: type[Flask]) -> None:
    """Let all applications of this class have one URL map."""
    shared = SharedMap()
    made: Any = staticmethod(lambda **_options: shared)
    application.url_map_class = made
