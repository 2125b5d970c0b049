#!lua
-- Moves the head of the log of all games that is about to be signed. Run twice it does the same.
--
-- KEYS  the head
-- ARGV  the head that the caller knows, empty for none; the new one
-- Answers 1 if the new one stands there, 0 if somebody else has moved it.

local now = redis.call('GET', KEYS[1]) or ''
if now ~= ARGV[1] and now ~= ARGV[2] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
return 1
