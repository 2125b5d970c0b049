"""Nothing hidden leaves: twin games that differ only in cards a reader may not know look the same to it."""
