"""One page a language from nothing to a finished game, pages on bots and webhooks; tests run them."""
