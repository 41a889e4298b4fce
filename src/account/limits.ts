import { callerOfAddress, networkOfAddress } from '../api/state/api-key.ts'
import type { StateStore } from '../api/state/state-store.ts'
import { DAY_MS, MINUTE_MS, secondsLeft } from '../api/state/time-window.ts'
import { type Limits, networkLimits } from '../contract/plans.ts'
import { Refusal } from './refusal.ts'

export type LimitName = 'sign-in' | 'account'

/** Requests of one address, or of one IPv6 /64 network. A sign-in needs two. */
const LIMITS: Record<LimitName, Limits> = {
  'sign-in': { burst: 20, daily: 200 },
  // No limit by day: as many as the minutes of a day allow.
  account: { burst: 120, daily: 120 * 1_440 },
}

/** Keys of an account that are not revoked. */
export const MOST_KEYS = 5

/** Keys that one account may make in a day, revoked ones included. */
const KEYS_A_DAY: Limits = { burst: 20, daily: 20 }

/** Webhooks that one account may make in a day, deleted ones included. */
const WEBHOOKS_A_DAY: Limits = { burst: 20, daily: 20 }

/** Tests that one account may send, and challenges: each is a request to a server that may not be its own. */
const TESTS: Limits = { burst: 5, daily: 50 }

/** Counts a request of an address. Throws a `Refusal` when a limit is reached; a refused request is not counted. */
export async function countRequest(
  state: StateStore,
  { name, ip, secret, now }: { name: LimitName; ip: string; secret: string; now: number },
): Promise<void> {
  const [caller, network] = await Promise.all([
    callerOfAddress(secret, ip),
    networkOfAddress(secret, ip),
  ])
  const limits = LIMITS[name]
  const second =
    network === null ? null : { caller: `${network}:${name}`, limits: networkLimits(limits) }
  const what = name === 'sign-in' ? 'attempts to sign in' : 'requests'
  await count(state, { caller: `${caller}:${name}`, limits, second, now }, what)
}

/** Counts a key that an account makes. Throws a `Refusal` when it made too many today. */
export async function countNewKey(
  state: StateStore,
  accountId: string,
  now: number,
): Promise<void> {
  const hit = { caller: `${accountId}:keys`, limits: KEYS_A_DAY, second: null, now }
  await count(state, hit, 'new keys')
}

/** Counts a webhook that an account makes. Throws a `Refusal` when it made too many today. */
export async function countNewWebhook(
  state: StateStore,
  accountId: string,
  now: number,
): Promise<void> {
  const hit = { caller: `${accountId}:webhooks`, limits: WEBHOOKS_A_DAY, second: null, now }
  await count(state, hit, 'new webhooks')
}

/** Counts a challenge that an account asks for. Throws a `Refusal` when it asked for too many. */
export async function countChallenge(
  state: StateStore,
  accountId: string,
  now: number,
): Promise<void> {
  const hit = { caller: `${accountId}:challenges`, limits: TESTS, second: null, now }
  await count(state, hit, 'challenges')
}

/** Counts a test that an account sends. Throws a `Refusal` when it sent too many. */
export async function countTest(state: StateStore, accountId: string, now: number): Promise<void> {
  const hit = { caller: `${accountId}:tests`, limits: TESTS, second: null, now }
  await count(state, hit, 'tests')
}

async function count(
  state: StateStore,
  hit: Pick<Parameters<StateStore['hit']>[0], 'caller' | 'limits' | 'second' | 'now'>,
  what: string,
): Promise<void> {
  const { admitted, dailyUsed } = await state.hit({ ...hit, group: 'other', meter: null })
  if (admitted) return
  const { limits, now } = hit
  const isDay = dailyUsed >= limits.daily
  const seconds = secondsLeft(now, isDay ? DAY_MS : MINUTE_MS)
  const message = isDay
    ? `You have reached the limit of ${limits.daily} ${what} a day. It resets at midnight UTC.`
    : `You have reached the limit of ${limits.burst} ${what} a minute. Try again in ${seconds} seconds.`
  throw new Refusal('limit', message, { 'Retry-After': String(seconds) })
}
