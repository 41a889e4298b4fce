import type { FullState } from '../full-state.ts'
import type { RecordStore } from '../records/record-store.ts'
import { createRecords } from '../records/records.ts'
import { unusable } from '../unusable.ts'
import { commandWithStateErrors, PREFIX, type RedisCommand, scriptRunner } from './command.ts'
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
    ...createRecords(refusingEarlier(command, safe), forgetUsage),
    leaseSending: async (holder, _, ms) =>
      Number(await runLease([`${PREFIX}sending`], [holder, ms])) === 1,
  }
}

/** The store, unless it holds keys of a time before version 0.1.0, which would be unknown: it is then refused at each use. */
function refusingEarlier(command: RedisCommand, store: RecordStore): RecordStore {
  const send = commandWithStateErrors(command)
  let isChecked = false
  const check = async () => {
    isChecked ||= Number(await send(['EXISTS', `${PREFIX}ids`, `${PREFIX}secret`])) === 0
    if (!isChecked) throw unusable('it is of a time before version 0.1.0. Open it once with 0.1.0')
  }
  return {
    read: (names) => check().then(() => store.read(names)),
    list: (prefix, page) => check().then(() => store.list(prefix, page)),
    write: (writes, options) => check().then(() => store.write(writes, options)),
  }
}
