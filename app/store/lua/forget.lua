#!lua
-- Removes the log and the head of a game whose time here is over, if its head is the one that was archived.
-- The idempotency records stay for another day, so that its requests can be repeated.
--
-- KEYS  log, head, idempotency records, due marks, live games, ended games, kept games: all of one bucket
-- ARGV  game, archived ply, archived digest
-- Answers 1 if no log of the game is left, 0 if it is not archived as it stands here, or not yet due.

local game = ARGV[1]
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local mark = redis.call('ZSCORE', KEYS[7], game)
if not mark or now < tonumber(mark) then return 0 end
local head = redis.call('HMGET', KEYS[2], 'n', 'd')
if head[1] and (head[1] ~= ARGV[2] or head[2] ~= ARGV[3]) then return 0 end
redis.call('DEL', KEYS[1], KEYS[2])
redis.call('PEXPIRE', KEYS[3], 86400000)
for set = 4, 7 do redis.call('ZREM', KEYS[set], game) end
return 1
