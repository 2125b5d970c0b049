"""Conquián: an event-sourced REST service for the Conquián family of card games."""
