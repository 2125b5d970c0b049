#!lua
-- Whoever looks after games looks at this one now, if it waits for anything but its deadline; it counts as readable.
--
-- KEYS  head, due marks, ended games, unreadable games: all of one bucket
-- ARGV  game
-- Answers 1 if somebody looks at it now, 0 if nothing in it is due.

local game = ARGV[1]
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local function text(number) return string.format('%.0f', number) end
redis.call('ZREM', KEYS[4], game)
local ends = redis.call('HGET', KEYS[1], 't')
redis.call('HDEL', KEYS[1], 'u')
local woken = 0
local due = redis.call('ZSCORE', KEYS[2], game)
local timed = ends and now <= tonumber(ends)
if due and not (timed and tonumber(due) == tonumber(ends) + 1) then
  redis.call('ZADD', KEYS[2], text(math.min(now, tonumber(due))), game)
  woken = 1
end
local ended = redis.call('ZSCORE', KEYS[3], game)
if ended then
  redis.call('ZADD', KEYS[3], text(math.min(now, tonumber(ended))), game)
  woken = 1
end
return woken
