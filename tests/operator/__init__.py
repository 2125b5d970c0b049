"""The service on separate parts, set up as an operator would, and what wrong settings do to it."""
