"""Guides over HTTP, as Markdown or as HTML pages."""

import re
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Final

from flask import Response, render_template, request
from markdown_it import MarkdownIt
from markupsafe import Markup

from app.api import not_found
from app.http.blueprint import Blueprint, produces
from app.http.headers import FOR_NOW, HTML, TEXT, negotiate

PAGES: Final = (
    "tasks",
    "curl",
    "python",
    "javascript",
    "holdem",
    "once",
    "bots",
    "strategies",
    "tournaments",
    "webhooks",
    "archive",
    "proofs",
    "disputes",
    "notation",
)
"""Names of the guides, in the order of their links."""


def blueprint() -> Blueprint:
    """Return the resource /docs/{page} for all PAGES."""
    resource = Blueprint(
        "guides", __name__, url_prefix="/docs", description="From nothing to a finished game"
    )

    @resource.route("/<string:page>")
    @produces(TEXT, HTML)
    @resource.response(200, {"type": "string"}, content_type=TEXT, example="# A whole game with curl\n...")
    @resource.response(200, schema={"type": "string"}, content_type=HTML, example="<!doctype html>...")
    @resource.problems("not_found")
    def guide(page: str) -> Response:
        """Read a guide

        A guide explains a whole game with curl, Python or JavaScript, or one subject, such as proofs. The
        answer is Markdown for programs, and a page for browsers, which accept `text/html`.
        """
        if page not in PAGES:
            raise not_found.named(PAGES)
        media_type = negotiate(request, TEXT, HTML)
        body = _shown(page) if media_type == HTML else _text(page)
        response = Response(body, content_type=f"{media_type}; charset=utf-8")
        response.headers["Cache-Control"] = FOR_NOW
        response.vary.add("Accept")
        return response

    return resource


def _text(page: str) -> str:
    return files("app.docs").joinpath(f"{page}.md").read_text(encoding="utf-8")


@cache
def _shown(page: str) -> str:
    text = _text(page)
    # CommonMark with tables and without HTML, as the content security policy requires.
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(text)
    for opening, words in pairwise(tokens):
        if opening.type == "heading_open":
            opening.attrSet("id", _anchor(words.content))
    body = markdown.renderer.render(tokens, markdown.options, {})
    title = text.partition("\n")[0].lstrip("# ")
    return render_template("guide.html", title=title, body=Markup(body), pages=PAGES, page=page)  # noqa: S704


def _anchor(heading: str) -> str:
    """Return the anchor of a heading, as other Markdown renderers make it.

    >>> _anchor("Without HTTP")
    'without-http'
    """
    return re.sub(r"[^a-z0-9 -]", "", heading.lower()).replace(" ", "-")
