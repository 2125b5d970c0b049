#!lua
-- Lets go of a lock that is still held under this name, or holds it on for so many ms ('0' lets go).
--
-- KEYS  the lock
-- ARGV  name, ms
-- Answers 1, or 0 if it is somebody else's or nobody's.

if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[2] == '0' then redis.call('DEL', KEYS[1]) else redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 1
