"""The guides are served as they are in the repository."""

import re

from app.api.guides import PAGES
from tests.api.helpers import Api, refused
from tests.docs.pages import ROOT


def test_every_page_is_served_and_its_links_lead_somewhere(api: Api) -> None:
    for page in PAGES:
        served = api.client.get(f"/docs/{page}")
        assert (served.status_code, served.mimetype) == (200, "text/plain")
        assert served.data == (ROOT / "app" / "docs" / f"{page}.md").read_bytes()
        links = re.findall(r"\]\((/[^)]*)\)", served.text)
        assert links
        assert {api.client.get(link).status_code for link in links} == {200}
    refused(api.client.get("/docs/cobol"), 404, "not_found")


def test_browsers_get_every_page_as_a_page(api: Api) -> None:
    for page in PAGES:
        served = api.client.get(f"/docs/{page}", headers={"Accept": "text/html,*/*;q=0.8"})
        assert (served.status_code, served.mimetype) == (200, "text/html")
        assert "Accept" in served.vary
        assert "<pre><code" in served.text
        assert "```" not in served.text
        assert not re.search(r"<script|style=|<img", served.text)
        anchors = re.findall(r'href="#([^"]*)"', served.text)
        assert all(f'id="{anchor}"' in served.text for anchor in anchors)
        links = re.findall(r'href="(/[^"]*)"', served.text)
        assert {api.client.get(link).status_code for link in links} == {200}


def test_the_docs_lead_to_every_page(api: Api) -> None:
    text = api.client.get("/docs").text
    assert [page for page in PAGES if f'href="/docs/{page}"' not in text] == []
