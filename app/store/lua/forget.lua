#!lua
-- Removes every key of a game whose time here is over, if its head is the one that was archived.
-- The records of requests that made it stay for another day, so that they can be repeated.
--
-- KEYS  log, head, idempotency records, due marks, live games, ended games, kept games: all of one bucket
-- ARGV  game, archived ply, archived digest
-- Answers 1 if nothing of the game is left, 0 if it is not archived as it stands here, or not yet due.

local game = ARGV[1]
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local mark = redis.call('ZSCORE', KEYS[7], game)
if not mark or now < tonumber(mark) then return 0 end
local head = redis.call('HMGET', KEYS[2], 'n', 'd')
if head[1] and (head[1] ~= ARGV[2] or head[2] ~= ARGV[3]) then return 0 end
local made = {}
for _, field in ipairs(redis.call('HKEYS', KEYS[3])) do
  local scope = string.match(field, '^[^\n]*')
  if scope == 'create' or scope == 'rematch' then
    made[#made + 1] = field
    made[#made + 1] = redis.call('HGET', KEYS[3], field)
  end
end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
if #made > 0 then
  redis.call('HSET', KEYS[3], unpack(made))
  redis.call('PEXPIRE', KEYS[3], 86400000)
end
for set = 4, 7 do redis.call('ZREM', KEYS[set], game) end
return 1
