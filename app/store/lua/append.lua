#!lua
-- Appends one entry to the log of one game, or changes nothing.
-- Every check comes before the first write, because a script is not rolled back.
--
-- KEYS  log, head, idempotency records, outbox, due marks, live games, ended games, turns, pace of the player
--       who answers: all of one bucket
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
local ended, turns, pace = KEYS[7], KEYS[8], KEYS[9]
local game, expected_ply, expected_digest = ARGV[1], ARGV[2], ARGV[3]
local public, digest, hidden = ARGV[4], ARGV[5], ARGV[6]     -- hidden '' for none
local field, fingerprint = ARGV[7], ARGV[8]                  -- field '' for no idempotency key
local status, is_live, hint = ARGV[9], ARGV[10], ARGV[11]    -- is_live '1' or '0'
local due_in, deadline, enforce = ARGV[12], ARGV[13], ARGV[14]
-- due_in: '' or ms; deadline: 'keep', 'none' or ms from now
-- enforce: '1' only before the deadline, '2' only after it, '0' at any time
local page = ARGV[15]
local asked = ARGV[16]
-- asked: '' or the ply and the players who are asked, `player:0` for one for whom a seat is kept
local answers = ARGV[17]                                     -- '' or the player whose answer this is
local request = ARGV[18]                                     -- '' or the id of the request that writes
local summary = ARGV[19]                                     -- '' or what lists show of the game
local signals = ARGV[20]                                     -- '1' in a cluster, where readers wait for signals

local own = ARGV[21]
-- own: '' for hidden parts under the key of the service, else what becomes of the log's own key: 'keep', 'drop', or
-- the new one (32 bytes)

-- tostring would write large numbers with an exponent.
local function text(number) return string.format('%.0f', number) end

-- What stands in the turns for `text`, which is like `asked`.
local function members(text)
  local found, at = {}, string.match(text, '^%d+')
  for player, own in string.gmatch(text, ' ([^ :]+):?(%d*)') do
    found[#found + 1] = player .. ' ' .. game .. ' ' .. (own ~= '' and own or at)
  end
  return found
end

-- The players in `text`, which is like `asked`, each after a blank.
local function players(text) return (string.gsub(string.gsub(text, '^%d+', ''), ':%d+', '')) end

-- Whether `player` is one of those in `text`, which is like `asked`.
local function names(text, player) return string.find(text .. ' ', ' ' .. player .. ' ', 1, true) end

if field ~= '' then
  local record = redis.call('HGET', idem, field)
  if record then
    if string.sub(record, 1, 16) ~= fingerprint then return {'MISMATCH'} end
    return {'REPLAY', string.sub(record, 17)}
  end
end

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local known = redis.call('HMGET', st, 'n', 'd', 's', 't', 'w', 'a')
local head, was, since = {known[1], known[2], known[3], known[4]}, known[5] or '', known[6]
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
  redis.call('XADD', log, next_ply .. '-0', 'z', public, 'd', digest)
else
  local under = (own == '' or own == 'drop') and 'h' or 'o'
  redis.call('XADD', log, next_ply .. '-0', 'z', public, 'd', digest, under, hidden)
end
-- What the head becomes is written at once, and what it no longer has is taken away at once.
local fresh, gone = {'n', next_ply, 'd', digest, 's', status}, {}
local function set(name, value)
  fresh[#fresh + 1] = name
  fresh[#fresh + 1] = value
end
local ends = head[4]
if deadline == 'none' then
  if ends then gone[#gone + 1] = 't' end
  ends = false
elseif deadline ~= 'keep' then
  ends = text(now + tonumber(deadline))
  set('t', ends)
end
if summary ~= '' then set('l', next_ply .. ' ' .. summary) end
if field ~= '' then redis.call('HSET', idem, field, fingerprint .. next_ply) end
if own == 'drop' then
  -- The fingerprint of a request is a MAC of what was sent: with the key of the service a text can be tried.
  redis.call('DEL', idem)
  gone[#gone + 1] = 'k'
elseif own ~= '' and own ~= 'keep' then
  set('k', own)
end
local notice = {'g', game, 'n', next_ply, 'hint', hint}
if request ~= '' then
  notice[#notice + 1] = 'r'
  notice[#notice + 1] = request
end
if was ~= '' or asked ~= '' then
  for _, member in ipairs(members(was)) do redis.call('ZREM', turns, member) end
  for _, member in ipairs(members(asked)) do redis.call('ZADD', turns, 0, member) end
  local same = string.match(was, '^%d+') == string.match(asked, '^%d+')
  if answers ~= '' and since and names(was, answers) and not (same and names(asked, answers)) then
    redis.call('LPUSH', pace, text(now) .. ' ' .. text(now - tonumber(since)))
    redis.call('LTRIM', pace, 0, 49)
    redis.call('EXPIRE', pace, 86400)
  end
  if asked == '' then
    gone[#gone + 1] = 'w'
    gone[#gone + 1] = 'a'
  else
    set('w', asked)
    if not same then set('a', text(now)) end
  end
  notice[#notice + 1] = 'w'
  notice[#notice + 1] = players(was) .. players(asked)
end
redis.call('HSET', st, unpack(fresh))
if #gone > 0 then redis.call('HDEL', st, unpack(gone)) end
redis.call('XADD', ob, 'MAXLEN', '~', '10000', '*', unpack(notice))
-- Readers find the notice without a signal, too, only later: a user who may not publish is no reason to fail.
if signals == '1' then redis.pcall('SPUBLISH', ob, '') end
-- Somebody must look at the earlier of what the caller asks for and the moment after the deadline.
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
