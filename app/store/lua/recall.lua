#!lua
-- Adds a generation of the signing key as it was kept elsewhere, if the list is as long as the caller knows it.
--
-- KEYS  generations
-- ARGV  how many the caller knows, the ms from which the next one signs
-- Answers 1 if it was added, 0 if somebody else has added one.

if redis.call('LLEN', KEYS[1]) ~= tonumber(ARGV[1]) then return 0 end
redis.call('RPUSH', KEYS[1], ARGV[2])
return 1
