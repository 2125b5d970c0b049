"""Parts of an installation outside of its processes: their addresses, and the causes of their outages."""
