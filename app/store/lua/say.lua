#!lua
-- Lists the phrases that were said at a table lately, after one more is said, or none.
--
-- KEYS  phrases of the game, outbox: both of one bucket
-- Answers {0 or the ms after which the seat may say something again, id, text, id, text, ...}
-- where a text is the ms since 1970, the seat and the phrase. A phrase of a known id is not said again.

local phrases, ob = KEYS[1], KEYS[2]
local game, id, seat, phrase = ARGV[1], ARGV[2], ARGV[3], ARGV[4]   -- id '' only lists
local kept, most, window = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
-- kept: ms for which a phrase is kept; most: phrases of a seat in a window, in ms
local hint, signals = ARGV[8], ARGV[9]

local function text(number) return string.format('%.0f', number) end

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local list, own, first, known = {}, 0, now, false
local rows = redis.call('HGETALL', phrases)
for at = 1, #rows, 2 do
  local said, by = string.match(rows[at + 1], '^(%d+) (%d+) ')
  said = tonumber(said)
  if said <= now - kept then
    redis.call('HDEL', phrases, rows[at])
  else
    list[#list + 1] = rows[at]
    list[#list + 1] = rows[at + 1]
    known = known or rows[at] == id
    if by == seat and said > now - window then
      own = own + 1
      if said < first then first = said end
    end
  end
end
if id == '' or known then return {0, unpack(list)} end
if own >= most then return {first + window - now, unpack(list)} end
local new = text(now) .. ' ' .. seat .. ' ' .. phrase
redis.call('HSET', phrases, id, new)
redis.call('PEXPIRE', phrases, ARGV[5])
redis.call('XADD', ob, 'MAXLEN', '~', '10000', '*', 'g', game, 'n', 0, 'hint', hint)
if signals == '1' then redis.pcall('SPUBLISH', ob, '') end
list[#list + 1] = id
list[#list + 1] = new
return {0, unpack(list)}
