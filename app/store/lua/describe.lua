#!lua
-- Writes the summary of a game that has none of its last entry, or changes nothing.
--
-- KEYS  head
-- ARGV  ply, digest, summary
-- Answers 1 if it is written, 0 if another entry is the last one.

local head = redis.call('HMGET', KEYS[1], 'n', 'd')
if head[1] ~= ARGV[1] or head[2] ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], 'l', ARGV[1] .. ' ' .. ARGV[3])
return 1
