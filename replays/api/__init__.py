"""The HTTP resources of records, audits, disputes, imports and the transparency log."""
