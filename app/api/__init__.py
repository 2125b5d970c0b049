"""The HTTP resources of games and variants: schemas, views and refusals, nothing that decides."""
