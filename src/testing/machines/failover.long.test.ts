import { testFailover } from './failover.ts'
import { startRedisSet } from './redis-set.ts'

testFailover('Sentinel', startRedisSet)
