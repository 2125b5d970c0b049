"""Disputes about a hand: opened by a seat, judged by the machine first, settled or ruled on. A log each."""
