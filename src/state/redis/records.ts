import type { RecordStore, RecordWrite, WriteOptions } from '../records/record-store.ts'
import {
  commandWithStateErrors,
  PREFIX,
  type RedisCommand,
  scriptRunner,
  textsOf,
  unexpectedReply,
} from './command.ts'

/** All names of records in their order: a set whose members have the same score. */
const NAMES = `${PREFIX}names`
/** Names of the records that expire, by the time of their end. */
const ENDS = `${PREFIX}ends`

/** Kept longer than asked, in case the clock of Redis is ahead. */
const SLACK_MS = 60_000

/** Records that are read with one command. */
const BATCH = 500

/** Sorts after every other letter of a name. */
const LAST = '\uffff'

const ARGUMENTS = 6

/**
 * KEYS: names, ends, then the records. ARGV: of each record its name, the condition (`any`, `new` or `same`), the text it has in that case, `put` or
 * `delete`, its new text, and its milliseconds to live or an empty text. Returns 0 and writes nothing when a condition does not hold. Names of records
 * that expired are removed, a few at a time.
 */
const WRITE = `local names, ends = KEYS[1], KEYS[2]
for n = 3, #KEYS do
  local at = (n - 3) * ${ARGUMENTS}
  local found = redis.call('GET', KEYS[n])
  if ARGV[at + 2] == 'new' and found then return 0 end
  if ARGV[at + 2] == 'same' and found ~= ARGV[at + 3] then return 0 end
end
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
for _, name in ipairs(redis.call('ZRANGEBYSCORE', ends, '-inf', now, 'LIMIT', 0, 100)) do
  redis.call('ZREM', names, name)
  redis.call('ZREM', ends, name)
end
for n = 3, #KEYS do
  local at = (n - 3) * ${ARGUMENTS}
  local name, life = ARGV[at + 1], ARGV[at + 6]
  redis.call('ZREM', ends, name)
  if ARGV[at + 4] == 'delete' then
    redis.call('DEL', KEYS[n])
    redis.call('ZREM', names, name)
  else
    redis.call('SET', KEYS[n], ARGV[at + 5])
    redis.call('ZADD', names, 0, name)
    if life ~= '' then
      redis.call('PEXPIRE', KEYS[n], life)
      redis.call('ZADD', ends, now + life, name)
    end
  end
end
return 1`

/** Records in Redis: each write is one atomic script. */
export function redisRecords(command: RedisCommand): RecordStore {
  const send = commandWithStateErrors(command)
  const runWrite = scriptRunner(WRITE, command)
  return {
    async read(names) {
      const found: unknown[] = []
      for (let at = 0; at < names.length; at += BATCH) {
        const keys = names.slice(at, at + BATCH).map((name) => `${PREFIX}${name}`)
        const texts: unknown = await send(['MGET', ...keys])
        if (!Array.isArray(texts)) throw unexpectedReply()
        found.push(...texts)
      }
      // The text of a record is its version.
      return found.map((text) => (typeof text === 'string' ? { text, version: text } : null))
    },
    async list(prefix, page) {
      const limit = page ? ['LIMIT', 0, page.most] : []
      const from = `(${page?.after ?? prefix}`
      return textsOf(await send(['ZRANGEBYLEX', NAMES, from, `(${prefix}${LAST}`, ...limit]))
    },
    async write(writes, { now }: WriteOptions = {}) {
      if (writes.length === 0) return true
      const keys = writes.map(({ name }) => `${PREFIX}${name}`)
      const values = writes.flatMap((write) => argumentsOf(write, now))
      return Number(await runWrite([NAMES, ENDS, ...keys], values)) === 1
    },
  }
}

function argumentsOf({ name, text, version, until }: RecordWrite, now = 0): (string | number)[] {
  const condition = version === undefined ? 'any' : version === null ? 'new' : 'same'
  const life = until === undefined ? '' : Math.ceil(Math.max(0, until - now) + SLACK_MS)
  return [name, condition, version ?? '', text === null ? 'delete' : 'put', text ?? '', life]
}
