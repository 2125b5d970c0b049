#!lua
-- The first answer to what is asked under an idempotency key; without one the key is taken for what is asked now.
--
-- KEYS  the record
-- ARGV  16 bytes that stand for what is asked, ms for which the record is kept
-- Answers
--   {MISMATCH}         the key was taken for something else
--   {SEEN, answer}     it was taken for the same; '' while there is no answer yet

local found = redis.call('GET', KEYS[1])
if not found then
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  return {'SEEN', ''}
end
if string.sub(found, 1, 16) ~= ARGV[1] then return {'MISMATCH'} end
return {'SEEN', string.sub(found, 17)}
