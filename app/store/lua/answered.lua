#!lua
-- Keeps an answer unless one is kept already. Answers with that one, or nil.
--
-- KEYS  the record
-- ARGV  16 bytes that stand for what was asked, the answer, ms for which it is kept

local found = redis.call('GET', KEYS[1])
if found and string.sub(found, 1, 16) ~= ARGV[1] then return false end
if found and #found > 16 then return string.sub(found, 17) end
redis.call('SET', KEYS[1], ARGV[1] .. ARGV[2], 'PX', ARGV[3])
return false
