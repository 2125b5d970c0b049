#!lua
-- Gives an idempotency key free again that was taken for something that was refused.
--
-- KEYS  the record
-- ARGV  16 bytes that stand for what was asked

if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1
