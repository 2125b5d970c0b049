"""Guides in Markdown, served at /docs."""
