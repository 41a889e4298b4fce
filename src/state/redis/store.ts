import { DAY_MS } from '../../domain/day.ts'
import { decodeKey, keyName } from '../key-record.ts'
import {
  type Counter,
  type Hit,
  type HitResult,
  type StateStore,
  standing,
} from '../state-store.ts'
import { dayOf, MINUTE_MS, monthOf, windowNumber } from '../time-window.ts'
import { unusable } from '../unusable.ts'
import { type MeterEntry, meterName, parseDays, REFUSED } from '../usage-counts.ts'
import {
  commandWithStateErrors,
  PREFIX,
  type RedisCommand,
  scriptRunner,
  textsOf,
  unexpectedReply,
} from './command.ts'

/** Windows expire later than they end, so that a host whose clock is slightly behind still finds them. */
const MINUTE_TTL_S = 600
const DAY_TTL_S = 2 * 86_400

/** Meters, one hash a month, are kept for thirteen months after the month's first request. */
const METER_TTL_S = 400 * 86_400

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

/** State in Redis, exact: every hit is one atomic script. A hit that missed its deadline may still count. */
export function createRedisState(
  command: RedisCommand,
  end: () => Promise<void>,
): StateStore & { forgetUsage(owner: string): Promise<void> } {
  const send = commandWithStateErrors(command)
  const runHit = scriptRunner(HIT, command)
  return {
    hit: (hit) => countHit(runHit, hit),
    async findKey(digest) {
      const text = await send(['GET', `${PREFIX}${keyName(digest)}`])
      return typeof text === 'string' ? decodeKey(text) : null
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
    async forgetUsage(owner) {
      const meters = textsOf(await send(['SMEMBERS', metersKey(owner)]))
      await send(['DEL', metersKey(owner), ...meters])
    },
    close: end,
  }
}

type ScriptRun = ReturnType<typeof scriptRunner>

async function countHit(
  runHit: ScriptRun,
  { caller, limits, cost = 1, group, meter, others = [], now }: Hit,
): Promise<HitResult> {
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
  if (reply.length !== 1 + 2 * counters.length) throw unexpectedReply()
  const [own, ...rest] = counters.map((counter, at) => {
    const [burstUsed = 0, dailyUsed = 0] = reply.slice(1 + 2 * at)
    return { ...counter, used: { burstUsed, dailyUsed } }
  })
  if (!own) throw unusable('a request without a counter')
  return standing(reply[0] === 1, own, rest)
}

function windowKeys(caller: string, now: number): string[] {
  return [
    `${PREFIX}${caller}:m${windowNumber(now, MINUTE_MS)}`,
    `${PREFIX}${caller}:d${windowNumber(now, DAY_MS)}`,
  ]
}

function meterKey(owner: string, month: string): string {
  return `${PREFIX}usage:${month}:${owner}`
}

/** The set of an owner's meters. */
function metersKey(owner: string): string {
  return `${PREFIX}meters:${owner}`
}

function numbersOf(reply: unknown): number[] {
  return textsOf(reply).map(Number).filter(Number.isSafeInteger)
}
