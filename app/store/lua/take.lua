#!lua
-- Takes an amount of what there is in a window of time, or nothing where there is not enough left.
--
-- KEYS  the count of the window, which goes with it
-- Answers {1 or 0, what is taken by now, ms until the window ends}

local amount, most, window = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]

local used = tonumber(redis.call('GET', KEYS[1]) or '0')
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  used, left = 0, tonumber(window)
end
if used + amount > most then return {0, used, left} end
if used == 0 then
  redis.call('SET', KEYS[1], ARGV[1], 'PX', left)
else
  redis.call('INCRBY', KEYS[1], ARGV[1])
end
return {1, used + amount, left}
