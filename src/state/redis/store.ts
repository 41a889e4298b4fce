import { toHex } from '../../domain/hex.ts'
import { byCreation, parseKeyRecord } from '../key-record.ts'
import {
  type Counter,
  type Hit,
  type HitResult,
  type KeyRecord,
  type StateStore,
  standing,
} from '../state-store.ts'
import { DAY_MS, dayOf, MINUTE_MS, monthOf, windowNumber } from '../time-window.ts'
import { unusable } from '../unusable.ts'
import { type MeterEntry, meterName, parseDays, REFUSED } from '../usage-counts.ts'

/**
 * Sends one command and returns its reply. Rejects with `STATE_UNUSABLE` within the transport's deadline, and with
 * `RedisReplyError` when Redis itself answers with an error.
 */
export type RedisCommand = (args: (string | number)[]) => Promise<unknown>

/** An error reply from Redis. Only its first word is kept, because the rest may repeat what was sent. */
export class RedisReplyError extends Error {
  readonly reply: string

  constructor(message: string) {
    const reply = /^[A-Z]+/.exec(message)?.[0] ?? 'ERR'
    super(`Redis answered ${reply}.`)
    this.name = 'RedisReplyError'
    this.reply = reply
  }
}

/** Windows expire later than they end, so that a host whose clock is slightly behind still finds them. */
const MINUTE_TTL_S = 600
const DAY_TTL_S = 2 * 86_400

/** Meters, one hash a month, are kept for thirteen months after the month's first request. */
const METER_TTL_S = 400 * 86_400

/** The common hash tag keeps all keys in one slot: a cluster requires that for a script. */
export const PREFIX = '{plimsoll}:'
export const IDS = `${PREFIX}ids`
const FIELDS = [
  'id',
  'digest',
  'hint',
  'environment',
  'plan',
  'accountId',
  'name',
  'createdAt',
  'revokedAt',
] as const

/**
 * KEYS: the minute and day of the caller, then those of each other counter, then the meter and the set of its owner's meters if usage is
 * counted. ARGV: the number of counters, the limit of each window, the cost of each counter, the field of the meter for an admitted
 * request and the one for a refused one.
 */
const HIT = `local counters = tonumber(ARGV[1])
local windows = 2 * counters
local used = {}
local function cost(at)
  return tonumber(ARGV[windows + 1 + math.ceil(at / 2)])
end
local function count(field)
  local meter = KEYS[windows + 1]
  if not meter then return end
  redis.call('HINCRBY', meter, field, 1)
  if redis.call('TTL', meter) < 0 then
    redis.call('EXPIRE', meter, ${METER_TTL_S})
    redis.call('SADD', KEYS[windows + 2], meter)
    redis.call('EXPIRE', KEYS[windows + 2], ${METER_TTL_S})
  end
end
for at = 1, windows do
  used[at] = tonumber(redis.call('GET', KEYS[at]) or '0')
end
for at = 1, windows do
  if used[at] + cost(at) > tonumber(ARGV[at + 1]) then
    count(ARGV[windows + counters + 3])
    return {0, unpack(used)}
  end
end
for at = 1, windows do
  used[at] = redis.call('INCRBY', KEYS[at], cost(at))
  if used[at] == cost(at) then redis.call('EXPIRE', KEYS[at], at % 2 == 1 and ${MINUTE_TTL_S} or ${DAY_TTL_S}) end
end
count(ARGV[windows + counters + 2])
return {1, unpack(used)}`

/** KEYS: ids, record. ARGV: id, digest, then the record's fields and values. Refuses a known id or digest. */
const INSERT = `if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 or redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
redis.call('HSET', KEYS[2], unpack(ARGV, 3))
return 1`

/** KEYS: record, then the working keys of its account if it stops working. ARGV: id, then fields and values. */
const UPDATE = `if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
if KEYS[2] then redis.call('SREM', KEYS[2], ARGV[1]) end
return redis.call('HSET', KEYS[1], unpack(ARGV, 2))`

/** State in Redis, exact: every hit is one atomic script. A hit that missed its deadline may still count. */
export function createRedisState(command: RedisCommand, end: () => Promise<void>): StateStore {
  const send = commandWithStateErrors(command)
  const runHit = scriptRunner(HIT, command)
  const runInsert = scriptRunner(INSERT, command)
  const runUpdate = scriptRunner(UPDATE, command)
  const read = (digest: string) => readKey(send, digest)
  return {
    async hit({
      caller,
      limits,
      cost = 1,
      group,
      meter,
      others = [],
      now,
    }: Hit): Promise<HitResult> {
      const counters: Counter[] = [{ caller, limits, cost }, ...others]
      const keys = counters.flatMap((counter) => windowKeys(counter.caller, now))
      if (meter) keys.push(meterKey(meter.owner, monthOf(now)), metersKey(meter.owner))
      const fields = meter ? [meterName(group, meter.keyId), REFUSED] : []
      const day = dayOf(now).slice(-2)
      const reply = numbersOf(
        await runHit(keys, [
          counters.length,
          ...counters.flatMap(({ limits: { burst, daily } }) => [burst, daily]),
          ...counters.map((counter) => counter.cost ?? 1),
          ...fields.map((name) => `${day}|${name}`),
        ]),
      )
      if (reply.length !== 1 + 2 * counters.length) {
        throw unusable('the reply of Redis has an unexpected form')
      }
      const used = counters.map((counter, at) => {
        const [burstUsed = 0, dailyUsed = 0] = reply.slice(1 + 2 * at)
        return { ...counter, used: { burstUsed, dailyUsed } }
      })
      const [own, ...rest] = used
      if (!own) throw unusable('a request without a counter')
      return standing(reply[0] === 1, own, rest)
    },
    findKey: read,
    async insertKey(record) {
      const { id, digest } = record
      const values = [id, digest, ...pairsOf(record)]
      const inserted = await runInsert([IDS, recordKey(digest)], values)
      if (inserted !== 1) throw unusable('it already holds a key with this id or digest')
    },
    async listKeys() {
      const records = await Promise.all(textsOf(await send(['HVALS', IDS])).map(read))
      return records.flatMap((record) => record ?? []).sort(byCreation)
    },
    async updateKey(id, { plan, revokedAt }) {
      const digest = await send(['HGET', IDS, id])
      if (typeof digest !== 'string') return null
      const pairs = [
        ...(plan ? ['plan', plan] : []),
        ...(revokedAt ? ['revokedAt', revokedAt] : []),
      ]
      const record = await read(digest)
      if (!record || pairs.length === 0) return record
      const working = record.accountId && revokedAt ? [workingKey(record.accountId)] : []
      await runUpdate([recordKey(digest), ...working], [id, ...pairs])
      return read(digest)
    },
    async usage(owner, month) {
      const reply = textsOf(await send(['HGETALL', meterKey(owner, month)]))
      const entries: MeterEntry[] = []
      for (let at = 0; at + 1 < reply.length; at += 2) {
        // A field without a day is from before days were kept.
        const [name = '', day] = (reply[at] ?? '').split('|').reverse()
        entries.push([day === undefined ? null : `${month}-${day}`, name, reply[at + 1]])
      }
      const days = parseDays(entries)
      if (!days) throw unusable('a meter in it is damaged')
      return days
    },
    close: end,
  }
}

type ScriptRunner = (keys: string[], values: (string | number)[]) => Promise<unknown>

/** The command, with an error reply of Redis as `STATE_UNUSABLE`. */
export function commandWithStateErrors(command: RedisCommand): RedisCommand {
  return async (args) => {
    try {
      return await command(args)
    } catch (error) {
      if (error instanceof RedisReplyError) throw unusable(`Redis answered ${error.reply}`, error)
      throw error
    }
  }
}

/** Runs the script by its SHA-1, and sends its text when Redis does not know it. */
export function scriptRunner(script: string, command: RedisCommand): ScriptRunner {
  const send = commandWithStateErrors(command)
  let name: Promise<string> | null = null
  return async (keys, values) => {
    name ??= sha1(script)
    const rest = [keys.length, ...keys, ...values]
    try {
      return await command(['EVALSHA', await name, ...rest])
    } catch (error) {
      if (!(error instanceof RedisReplyError)) throw error
      if (error.reply !== 'NOSCRIPT') throw unusable(`Redis answered ${error.reply}`, error)
      return send(['EVAL', script, ...rest])
    }
  }
}

async function sha1(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text))
  return toHex(new Uint8Array(hash))
}

function windowKeys(caller: string, now: number): string[] {
  return [
    `${PREFIX}${caller}:m${windowNumber(now, MINUTE_MS)}`,
    `${PREFIX}${caller}:d${windowNumber(now, DAY_MS)}`,
  ]
}

export function recordKey(digest: string): string {
  return `${PREFIX}key:${digest}`
}

function meterKey(owner: string, month: string): string {
  return `${PREFIX}usage:${month}:${owner}`
}

/** The set of an owner's meters. */
export function metersKey(owner: string): string {
  return `${PREFIX}meters:${owner}`
}

/** Ids of an account's keys that are not revoked. */
export function workingKey(accountId: string): string {
  return `${PREFIX}working:${accountId}`
}

/** Fields and values of a record, one after the other. */
export function pairsOf(record: KeyRecord): string[] {
  return FIELDS.flatMap((field) => [field, record[field] ?? ''])
}

export async function readKey(send: RedisCommand, digest: string): Promise<KeyRecord | null> {
  return recordOf(await send(['HMGET', recordKey(digest), ...FIELDS]))
}

function recordOf(reply: unknown): KeyRecord | null {
  const values = textsOf(reply)
  if (values.every((value) => value === '')) return null
  const fields = Object.fromEntries(FIELDS.map((field, at) => [field, values[at]]))
  const record = parseKeyRecord({
    ...fields,
    accountId: fields.accountId === '' ? null : fields.accountId,
    revokedAt: fields.revokedAt === '' ? null : fields.revokedAt,
  })
  if (!record) throw unusable('a key record in it is damaged')
  return record
}

/** A list of texts; an absent value becomes an empty text. */
export function textsOf(reply: unknown): string[] {
  if (!Array.isArray(reply)) throw unusable('the reply of Redis has an unexpected form')
  return reply.map((item: unknown) => (item === null || item === undefined ? '' : String(item)))
}

function numbersOf(reply: unknown): number[] {
  return textsOf(reply).map(Number).filter(Number.isSafeInteger)
}
