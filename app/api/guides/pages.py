"""The pages from nothing to a finished game, on bots, tournaments, webhooks: as they stand, or as pages."""

import re
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Final

from flask import Response, render_template, request
from markdown_it import MarkdownIt
from markupsafe import Markup

from app.api import absent
from app.http.blueprint import Blueprint, produces
from app.http.caching import FOR_NOW
from app.http.headers import HTML, TEXT, negotiate

PAGES: Final = ("tasks", "curl", "python", "javascript", "bots", "tournaments", "webhooks")


def blueprint() -> Blueprint:
    """/docs/curl and the other PAGES."""
    found = Blueprint("guides", __name__, url_prefix="/docs", description="From nothing to a finished game")

    @found.route("/<string:page>")
    @produces(TEXT, HTML)
    @found.response(200, {"type": "string"}, content_type=TEXT, example="# A whole game with curl\n...")
    @found.alt_response(200, schema={"type": "string"}, content_type=HTML, example="<!doctype html>...")
    @found.problems("not_found")
    def guide(page: str) -> Response:
        """Read a guide

        A guide explains a whole game with curl, Python or JavaScript, or bots, tournaments or webhooks. The
        answer is Markdown for programs, and a page for browsers, which accept `text/html`.
        """
        if page not in PAGES:
            raise absent.named(PAGES)
        kind = negotiate(request, TEXT, HTML)
        body = _shown(page) if kind == HTML else _text(page)
        response = Response(body, content_type=f"{kind}; charset=utf-8")
        response.headers["Cache-Control"] = FOR_NOW
        response.vary.add("Accept")
        return response

    return found


def _text(page: str) -> str:
    return files(__package__).joinpath(f"{page}.md").read_text(encoding="utf-8")


@cache
def _shown(page: str) -> str:
    text = _text(page)
    # CommonMark with tables, and no HTML of its own, so that the policy for contents holds.
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(text)
    for opening, words in pairwise(tokens):
        if opening.type == "heading_open":
            opening.attrSet("id", _anchor(words.content))
    body = markdown.renderer.render(tokens, markdown.options, {})
    title = text.partition("\n")[0].lstrip("# ")
    return render_template("guide.html", title=title, body=Markup(body), pages=PAGES, page=page)  # noqa: S704


def _anchor(heading: str) -> str:
    """What a link in a page calls a heading, as where Markdown is shown elsewhere.

    >>> _anchor("Without HTTP")
    'without-http'
    """
    return re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-")
