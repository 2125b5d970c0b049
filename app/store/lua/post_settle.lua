#!lua
-- Writes what came of a try, and when the next one is due.
--
-- KEYS  mail, order, todo of one webhook; post of its bucket
-- ARGV  webhook, delivery, what its log says ('' leaves that), ms until the next try ('' for none)
-- Answers 1, or 0 if there is no such delivery (any more).

local mail, todo, post = KEYS[1], KEYS[3], KEYS[4]
local webhook, delivery, record, wait = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local known = redis.call('HEXISTS', mail, delivery)

if known == 1 and record ~= '' then redis.call('HSET', mail, delivery, record) end
if known == 1 and wait ~= '' then
  local time = redis.call('TIME')
  local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
  redis.call('ZADD', todo, string.format('%.0f', now + tonumber(wait)), delivery)
else
  redis.call('ZREM', todo, delivery)
end
local first = redis.call('ZRANGE', todo, 0, 0, 'WITHSCORES')
if first[2] then redis.call('ZADD', post, string.format('%.0f', math.floor(tonumber(first[2]))), webhook) else redis.call('ZREM', post, webhook) end
return known
