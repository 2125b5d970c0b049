#!lua
-- Writes parts of what is kept of a log, or changes nothing where somebody else has written since.
--
-- KEYS  parts
-- ARGV  the ply that the parts are of, 0 where there are none; the ply that they are of now; names and values
-- Answers 1 if they are written, 0 if they are of another ply.

if (redis.call('HGET', KEYS[1], 'n') or '0') ~= ARGV[1] then return 0 end
for at = 3, #ARGV, 2 do redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1]) end
redis.call('HSET', KEYS[1], 'n', ARGV[2])
return 1
