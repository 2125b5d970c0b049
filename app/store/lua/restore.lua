#!lua
-- Writes the whole log of an archived game back, or changes nothing where the store has one of its own.
--
-- KEYS  log, head, idempotency records, due marks, live games, ended games, kept games: all of one bucket
-- ARGV  game, status, ms from now until its keys may go, then by entry: public part, digest, hidden or ''
-- Answers the head {ply, digest} that the store has afterwards.

local head = redis.call('HMGET', KEYS[2], 'n', 'd')
if head[1] or redis.call('EXISTS', KEYS[1]) == 1 then return head end
local ply = 0
for at = 4, #ARGV, 3 do
  ply = ply + 1
  local id = string.format('%.0f-0', ply)
  if ARGV[at + 2] == '' then
    redis.call('XADD', KEYS[1], id, 'z', ARGV[at], 'd', ARGV[at + 1])
  else
    redis.call('XADD', KEYS[1], id, 'z', ARGV[at], 'd', ARGV[at + 1], 'h', ARGV[at + 2])
  end
end
redis.call('HSET', KEYS[2], 'n', string.format('%.0f', ply), 'd', ARGV[#ARGV - 1], 's', ARGV[2])
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
redis.call('ZADD', KEYS[7], string.format('%.0f', now + tonumber(ARGV[3])), ARGV[1])
return redis.call('HMGET', KEYS[2], 'n', 'd')
