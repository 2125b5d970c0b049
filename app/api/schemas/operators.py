"""Schemas of the requests of operators."""

from app.http.fields import Boolean, Name, StrictSchema


class PlayerChangeSchema(StrictSchema):
    """Changes of a player; what is left out stays."""

    name = Name(metadata={"description": "For people to read", "example": "Lupe"})
    banned = Boolean(metadata={"description": "Whether its keys, seats and new games are refused"})
    closed = Boolean(metadata={"description": "True: its keys and its name end for good"})
