import { NO_REDIS } from '../../testing/api/local-redis.ts'
import { describeState } from '../../testing/api/state-contract.ts'
import { startCluster } from '../../testing/machines/redis-cluster.ts'
import { createRedisFullState } from './full-state.ts'
import { parseRedisServers } from './servers.ts'
import { connectRedis } from './tcp.ts'

const PATIENT_MS = 20_000

/** All slots are on another server than the one that is named, which redirects. */
describeState(
  'state in a cluster of Redis',
  async () => {
    const cluster = await startCluster()
    const open = async () => {
      const servers = parseRedisServers(cluster.url)
      if (servers === null) throw new Error('The address of the cluster is wrong.')
      const { command, end } = await connectRedis(servers, PATIENT_MS)
      return createRedisFullState(command, end, Date.now, true)
    }
    return { open, contents: cluster.dump, stop: cluster.stop }
  },
  { isExact: true, skip: NO_REDIS },
)
