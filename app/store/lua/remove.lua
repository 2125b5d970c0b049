#!lua
-- Removes whatever the store holds of a game, whatever state it is in; disputes about it stay linked.
--
-- KEYS  log, head, idempotency records, due marks, live games, ended games, kept games, unreadable games, turns,
--       webhooks that name the game, logs that webhooks are told of, mark of its removal: all of one bucket
-- ARGV  game, '1' to leave the mark of its removal, which no catalogue has
-- Answers 1 if there was anything of it.

local game = ARGV[1]
local found = redis.call('EXISTS', KEYS[1], KEYS[2], KEYS[3])
local was = redis.call('HGET', KEYS[2], 'w') or ''
local at = string.match(was, '^%d+')
for player, own in string.gmatch(was, ' ([^ :]+):?(%d*)') do
  redis.call('ZREM', KEYS[9], player .. ' ' .. game .. ' ' .. (own ~= '' and own or at))
end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3], KEYS[10])
for set = 4, 8 do redis.call('ZREM', KEYS[set], game) end
redis.call('HDEL', KEYS[11], game)
if ARGV[2] == '1' then
  local time = redis.call('TIME')
  redis.call('SET', KEYS[12], string.format('%.0f', tonumber(time[1]) * 1000), 'NX')
end
return found > 0 and 1 or 0
