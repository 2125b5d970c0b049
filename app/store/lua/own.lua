#!lua
-- Puts a game among those that an owner has made, or nothing where there are as many as may be.
--
-- KEYS  the set of the owner
-- Answers 1 where the game is among them now, 0 where there is no room

local game, most, seconds = ARGV[1], tonumber(ARGV[2]), ARGV[3]

if redis.call('SISMEMBER', KEYS[1], game) == 1 then return 1 end
if redis.call('SCARD', KEYS[1]) >= most then return 0 end
redis.call('SADD', KEYS[1], game)
redis.call('EXPIRE', KEYS[1], seconds)
return 1
