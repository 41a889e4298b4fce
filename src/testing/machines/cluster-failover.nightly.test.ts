import { testFailover } from './failover.ts'
import { startClusterSet } from './redis-cluster.ts'

testFailover('a cluster', startClusterSet)
