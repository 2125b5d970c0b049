#!lua
-- Puts a delivery into the post of a webhook, unless it is or was there.
--
-- KEYS  mail, order, todo of one webhook; post of its bucket
-- ARGV  webhook, delivery, what its log says, how many deliveries the log keeps
-- Answers 1 if it is new, 0 if it was known.

local mail, order, todo, post = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local webhook, delivery, record, keep = ARGV[1], ARGV[2], ARGV[3], tonumber(ARGV[4])

if redis.call('HSETNX', mail, delivery, record) == 0 then return 0 end
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
-- Those of one millisecond stand one after the other, and all of them are due at once.
local last = redis.call('ZRANGE', order, -1, -1, 'WITHSCORES')[2]
local place = math.max(now, tonumber(last or 0) + 1)
redis.call('ZADD', order, string.format('%.0f', place), delivery)
redis.call('ZADD', todo, string.format('%.3f', now + math.min(place - now, 999) / 1000), delivery)

-- The oldest goes where there are too many; one that still waits only where all do.
local extra = redis.call('ZCARD', order) - keep
if extra > 0 then
  local oldest = redis.call('ZRANGE', order, 0, extra + 20)
  local victims = {}
  for _, each in ipairs(oldest) do
    if #victims < extra and not redis.call('ZSCORE', todo, each) then victims[#victims + 1] = each end
  end
  for at = 1, extra - #victims do victims[#victims + 1] = oldest[at] end
  for _, each in ipairs(victims) do
    redis.call('HDEL', mail, each)
    redis.call('ZREM', order, each)
    redis.call('ZREM', todo, each)
  end
end
local first = redis.call('ZRANGE', todo, 0, 0, 'WITHSCORES')
redis.call('ZADD', post, string.format('%.0f', math.floor(tonumber(first[2]))), webhook)
return 1
