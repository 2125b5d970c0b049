"""Writes the typed client anew from the document that this service would serve: `make client`."""

from tests.client.document import document
from tests.client.generate import TARGET, generate

TARGET.write_text(generate(document()))
