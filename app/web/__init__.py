"""Web pages: templates, texts and static files. Their scripts use the public API for data."""
