#!lua
-- Appends one entry to the log of one game, or changes nothing.
-- Every check comes before the first write, because a script is not rolled back.
--
-- KEYS  log, head, idempotency records, outbox, due marks, live games, ended games, turns: all of one bucket
-- Answers
--   {OK, deadline or nil}            appended
--   {REPLAY, ply}                    this idempotency key made that entry before
--   {MISMATCH}                       this idempotency key was used with another fingerprint
--   {LATE, head}                     the deadline has passed
--   {EARLY, head}                    the deadline has not passed
--   {BEHIND, head}                   the expected place is not in the log
--   {CONFLICT, head, entries}        the log has gone on; the first entries after the place
-- where head is {ply, digest, status, deadline}, nil where absent.

local log, st, idem, ob, due, live = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6]
local ended, turns = KEYS[7], KEYS[8]
local game, expected_ply, expected_digest = ARGV[1], ARGV[2], ARGV[3]
local public, digest, hidden = ARGV[4], ARGV[5], ARGV[6]     -- hidden '' for none
local field, fingerprint = ARGV[7], ARGV[8]                  -- field '' for no idempotency key
local status, is_live, hint = ARGV[9], ARGV[10], ARGV[11]    -- is_live '1' or '0'
local due_in, deadline, enforce = ARGV[12], ARGV[13], ARGV[14]
-- due_in: '' or ms; deadline: 'keep', 'none' or ms from now
-- enforce: '1' only before the deadline, '2' only after it, '0' at any time
local page = ARGV[15]
local asked = ARGV[16]                                       -- '' or the ply and the players who are asked

-- tostring would write large numbers with an exponent.
local function text(number) return string.format('%.0f', number) end

-- What stands in the turns for `text`, which is like `asked`.
local function members(text)
  local found, at = {}, string.match(text, '^%d+')
  for player in string.gmatch(text, ' (%S+)') do
    found[#found + 1] = player .. ' ' .. game .. ' ' .. at
  end
  return found
end

if field ~= '' then
  local record = redis.call('HGET', idem, field)
  if record then
    if string.sub(record, 1, 16) ~= fingerprint then return {'MISMATCH'} end
    return {'REPLAY', string.sub(record, 17)}
  end
end

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local head = redis.call('HMGET', st, 'n', 'd', 's', 't')
if enforce == '1' and head[4] and now > tonumber(head[4]) then return {'LATE', head} end

local ply = tonumber(head[1] or '0')
local expected = tonumber(expected_ply)
if ply < expected then return {'BEHIND', head} end
if ply > expected then
  return {'CONFLICT', head, redis.call('XRANGE', log, text(expected + 1), '+', 'COUNT', page)}
end
if (head[2] or string.rep('\0', 32)) ~= expected_digest then return {'BEHIND', head} end
if enforce == '2' and not (head[4] and now > tonumber(head[4])) then return {'EARLY', head} end

local next_ply = text(expected + 1)
if hidden == '' then
  redis.call('XADD', log, next_ply .. '-0', 'p', public, 'd', digest)
else
  redis.call('XADD', log, next_ply .. '-0', 'p', public, 'd', digest, 'h', hidden)
end
redis.call('HSET', st, 'n', next_ply, 'd', digest, 's', status)
if deadline == 'none' then
  redis.call('HDEL', st, 't')
elseif deadline ~= 'keep' then
  redis.call('HSET', st, 't', text(now + tonumber(deadline)))
end
if field ~= '' then redis.call('HSET', idem, field, fingerprint .. next_ply) end
local was = redis.call('HGET', st, 'w') or ''
if was == asked and was == '' then
  redis.call('XADD', ob, 'MAXLEN', '~', '10000', '*', 'g', game, 'n', next_ply, 'hint', hint)
else
  for _, member in ipairs(members(was)) do redis.call('ZREM', turns, member) end
  for _, member in ipairs(members(asked)) do redis.call('ZADD', turns, 0, member) end
  if asked == '' then redis.call('HDEL', st, 'w') else redis.call('HSET', st, 'w', asked) end
  local told = string.gsub(was, '^%d+', '') .. string.gsub(asked, '^%d+', '')
  redis.call('XADD', ob, 'MAXLEN', '~', '10000', '*', 'g', game, 'n', next_ply, 'hint', hint, 'w', told)
end
-- Somebody must look at the earlier of what the caller asks for and the moment after the deadline.
local ends = redis.call('HGET', st, 't')
local due_at = due_in ~= '' and now + tonumber(due_in)
if ends and not (due_at and due_at <= tonumber(ends)) then due_at = tonumber(ends) + 1 end
if due_at then
  redis.call('ZADD', due, text(due_at), game)
else
  redis.call('ZREM', due, game)
end
if is_live == '1' then
  redis.call('ZADD', live, 'NX', text(now), game)
else
  redis.call('ZREM', live, game)
end
-- The log has its last entry; the mark stays until it is archived.
if hint == 'end' then redis.call('ZADD', ended, text(now), game) end
return {'OK', ends}
