"""The catalogues of translations, and tests that they are complete."""
