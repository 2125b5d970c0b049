#!lua
-- Adds a generation of the signing key to the list, if it is still as long as the caller knows it.
--
-- KEYS  generations
-- ARGV  how many the caller knows, the caller's time in ms, how many ms ahead the new one begins, when the
--       last one begins
-- Answers the ms from which it signs; -1 if somebody else has added one, 0 if it would not be the last.

if redis.call('LLEN', KEYS[1]) ~= tonumber(ARGV[1]) then return '-1' end
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local from = math.max(now, tonumber(ARGV[2])) + tonumber(ARGV[3])
if from <= tonumber(ARGV[4]) then return '0' end
local text = string.format('%.0f', from)
redis.call('RPUSH', KEYS[1], text)
return text
