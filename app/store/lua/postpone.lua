#!lua
-- Moves marks, due or ended, to so many ms from now, each if it still stands where it was seen.
--
-- KEYS  the marks
-- ARGV  ms from now, then for each game its name and the mark that was seen in ms ('' for any)
-- Answers how many moved: a game that has none, or another one by an append, is left.

local time = redis.call('TIME')
local later = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000) + tonumber(ARGV[1])
local moved = 0
for at = 2, #ARGV, 2 do
  local mark = redis.call('ZSCORE', KEYS[1], ARGV[at])
  if mark and (ARGV[at + 1] == '' or tonumber(mark) == tonumber(ARGV[at + 1])) then
    redis.call('ZADD', KEYS[1], string.format('%.0f', later), ARGV[at])
    moved = moved + 1
  end
end
return moved
