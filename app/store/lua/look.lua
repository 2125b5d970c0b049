#!lua flags=no-writes
-- What a refusal must be checked against, in one round trip; writes nothing.
--
-- KEYS  log, head, idempotency records
-- ARGV  ply after which entries are wanted, idempotency field ('' for none), most entries
-- Answers {record or nil, {ply, digest, status, deadline}, entries, the server's time in ms, the log's own key or nil}

local time = redis.call('TIME')
local record = false
if ARGV[2] ~= '' then record = redis.call('HGET', KEYS[3], ARGV[2]) end
local first = string.format('%.0f', tonumber(ARGV[1]) + 1)
return {
  record,
  redis.call('HMGET', KEYS[2], 'n', 'd', 's', 't'),
  redis.call('XRANGE', KEYS[1], first, '+', 'COUNT', ARGV[3]),
  string.format('%.0f', tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)),
  redis.call('HGET', KEYS[2], 'k'),
}
