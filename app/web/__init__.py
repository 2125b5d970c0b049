"""The pages for people: templates, words and static files; everything else they ask the API for."""
