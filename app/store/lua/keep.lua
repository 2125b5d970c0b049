#!lua
-- An archived game waits no longer to be archived: its keys may go so many ms from now, its summary at once, unless it is
-- a tournament, which goes on being listed.
--
-- KEYS  log, head, idempotency records, due marks, live games, ended games, kept games: all of one bucket
-- ARGV  game, ms from now

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
redis.call('ZREM', KEYS[6], ARGV[1])
if string.sub(ARGV[1], 1, 2) ~= 't-' then redis.call('HDEL', KEYS[2], 'l') end
redis.call('ZADD', KEYS[7], string.format('%.0f', now + tonumber(ARGV[2])), ARGV[1])
return 1
