"""The editions of the rulebook."""
