#!lua
-- Writes nothing, but counts as a script that may write: a server that takes no writes refuses to run it.
--
-- KEYS  one of the keys that are written

return 1
