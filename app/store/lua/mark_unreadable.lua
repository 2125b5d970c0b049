#!lua
-- Counts one more time that the log of a game could not be read, and says when somebody may try again.
--
-- KEYS  head, due marks, unreadable games: all of one bucket
-- ARGV  game, ms of the first pause, ms of the longest one, ms for which its due mark rests
-- Answers how many times it failed in a row, 0 where the store has no such game.

local game = ARGV[1]
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local function text(number) return string.format('%.0f', number) end
local tries = redis.call('HINCRBY', KEYS[1], 'u', 1)
local pause = math.min(tonumber(ARGV[2]) * 2 ^ math.min(tries - 1, 32), tonumber(ARGV[3]))
redis.call('ZADD', KEYS[3], text(now + pause), game)
-- The due mark stays, later: it says that somebody waits for the game.
redis.call('ZADD', KEYS[2], 'XX', text(now + tonumber(ARGV[4])), game)
return tries
