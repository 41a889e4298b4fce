import type { FullState } from '../full-state.ts'
import { createRecords } from '../records/records.ts'
import { PREFIX, type RedisCommand, scriptRunner } from './command.ts'
import { withMovedRecords } from './move-records.ts'
import { redisRecords } from './records.ts'
import { withReplicas } from './replicas.ts'
import { createRedisState } from './store.ts'

/** KEYS: the lease. ARGV: who asks, and for how many milliseconds. It ends by the clock of Redis. */
const LEASE = `local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`

/** State, accounts and webhooks in Redis. `hasReplicas`: a change of records is confirmed by one of them. */
export function createRedisFullState(
  command: RedisCommand,
  end: () => Promise<void>,
  now: () => number,
  hasReplicas = false,
): FullState {
  const { forgetUsage, ...state } = createRedisState(command, end)
  const records = redisRecords(command)
  const safe = hasReplicas ? withReplicas(records, command, now) : records
  const runLease = scriptRunner(LEASE, command)
  return {
    ...state,
    ...createRecords(withMovedRecords(command, safe, now), forgetUsage),
    leaseSending: async (holder, _, ms) =>
      Number(await runLease([`${PREFIX}sending`], [holder, ms])) === 1,
  }
}
