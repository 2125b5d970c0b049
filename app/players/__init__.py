"""Players: identities with API keys and scopes, each an event-sourced aggregate."""
