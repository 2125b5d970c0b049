#!lua
-- Moves the mark of a game, due or ended, to so many ms from now, if it still stands where it was seen.
--
-- KEYS  the marks
-- ARGV  game, ms from now, the mark that was seen in ms ('' for any)
-- Answers 1 if it moved, 0 if there is none or an append has set another.

local mark = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not mark then return 0 end
if ARGV[3] ~= '' and tonumber(mark) ~= tonumber(ARGV[3]) then return 0 end
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
redis.call('ZADD', KEYS[1], string.format('%.0f', now + tonumber(ARGV[2])), ARGV[1])
return 1
