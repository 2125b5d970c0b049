"""Hidden cards stay hidden: twin games that differ only in cards hidden from a reader look the same to it."""
