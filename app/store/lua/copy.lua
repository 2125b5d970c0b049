#!lua flags=no-writes
-- Reads keys of one log and its marks at one moment; writes nothing. Of a stream there is only its type.
--
-- KEYS  keys to read, then sorted sets in which the log may have a mark, last the hash of watched logs: all of one
--       bucket
-- ARGV  number of keys to read, log
-- Answers {keys, scores, watched}: for each key {type, ms since 1970 at which it expires or -1, content}, for each
-- sorted set the score of the log, the value of the log in the hash; nil where absent.

local function content(key, kind)
  if kind == 'hash' then return redis.call('HGETALL', key) end
  if kind == 'set' then return redis.call('SMEMBERS', key) end
  if kind == 'zset' then return redis.call('ZRANGE', key, 0, -1, 'WITHSCORES') end
  if kind == 'list' then return redis.call('LRANGE', key, 0, -1) end
  if kind == 'string' then return {redis.call('GET', key)} end
  return {}
end

local number = tonumber(ARGV[1])
local keys, scores = {}, {}
for at = 1, number do
  local kind = redis.call('TYPE', KEYS[at]).ok
  keys[at] = kind ~= 'none' and {kind, redis.call('PEXPIRETIME', KEYS[at]), content(KEYS[at], kind)}
end
for at = number + 1, #KEYS - 1 do scores[at - number] = redis.call('ZSCORE', KEYS[at], ARGV[2]) end
return {keys, scores, #KEYS > number and redis.call('HGET', KEYS[#KEYS], ARGV[2])}
