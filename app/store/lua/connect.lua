#!lua
-- Lists the seats of a game with an open event stream, after one stream is kept or closed, or none.
--
-- KEYS  presence of the game, outbox: both of one bucket
-- Answers the seats, each once, as text
--
-- If other seats have a stream than before, the outbox gets a notice.

local presence, ob = KEYS[1], KEYS[2]
local game, stream, lifetime = ARGV[1], ARGV[2], tonumber(ARGV[3])
-- stream: '' or `seat:name`; lifetime: ms for which it counts without being kept again
local keys_lifetime, hint, signals = ARGV[4], ARGV[5], ARGV[6]

local function text(number) return string.format('%.0f', number) end

local function seats()
  local listed, found = {}, {}
  for _, member in ipairs(redis.call('ZRANGE', presence, 0, -1)) do
    local seat = string.match(member, '^%d+')
    if not found[seat] then listed[#listed + 1] = seat end
    found[seat] = true
  end
  table.sort(listed)
  return listed
end

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local before = seats()
if stream ~= '' then
  redis.call('ZADD', presence, text(now + lifetime), stream)
  redis.call('PEXPIRE', presence, keys_lifetime)
end
redis.call('ZREMRANGEBYSCORE', presence, '-inf', text(now))
local after = seats()
if table.concat(before, ' ') ~= table.concat(after, ' ') then
  redis.call('XADD', ob, 'MAXLEN', '~', '10000', '*', 'g', game, 'n', 0, 'hint', hint)
  if signals == '1' then redis.pcall('SPUBLISH', ob, '') end
end
return after
