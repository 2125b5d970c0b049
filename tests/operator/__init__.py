"""The service on separate parts, set up as an operator would, and the effects of wrong settings."""
