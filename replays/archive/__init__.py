"""The archive: records of finished games in durable files, indexed by the catalogue."""
