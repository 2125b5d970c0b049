"""The commands `conquian replay`, `record`, `audit` and `import`."""
