import { ADMISSION, type AdmissionKind, SITE_SCANS_A_MINUTE } from '../contract/admission.ts'
import { DAY_MS } from '../domain/day.ts'
import { digestOf } from './api-key.ts'
import { memoryCounts } from './memory-counts.ts'
import { networkOf, widerNetworkOf } from './network.ts'
import {
  type Counter,
  type Hit,
  type HitResult,
  SITE,
  type StateStore,
  type WindowName,
} from './state-store.ts'
import { MINUTE_MS, secondsLeft } from './time-window.ts'

/** Whose limit it is. */
export type Scope = 'account' | 'address' | 'network' | 'site'

export interface ScopedCounter extends Counter {
  scope: Scope
}

/** The counters of one request, that of the caller first. */
export type Counters = readonly [ScopedCounter, ...ScopedCounter[]]

/** Ids of the counters of an address. */
export interface AddressIds {
  /** Of the IPv4 address or IPv6 /64. */
  address: string
  /** Of the IPv4 /24 or IPv6 /48; null when it is no address. */
  network: { kind: 'ipv4' | 'ipv6'; id: string } | null
}

/** Ids for a state store: HMACs, so that it holds no address. */
export async function addressIds(secret: string, ip: string): Promise<AddressIds> {
  const wider = widerNetworkOf(ip)
  const [address, id] = await Promise.all([
    digestOf(secret, `address ${networkOf(ip)}`),
    wider && digestOf(secret, `network ${wider.name}`),
  ])
  return { address, network: wider && id !== null ? { kind: wider.kind, id } : null }
}

/** Ids for counters in the memory of one process. */
export function localIds(ip: string): AddressIds {
  const wider = widerNetworkOf(ip)
  return { address: networkOf(ip), network: wider && { kind: wider.kind, id: wider.name } }
}

/** The counters of a kind of request: that of its address, then those that it shares. */
export function countersOf(kind: AdmissionKind, { address, network }: AddressIds): Counters {
  const limits = ADMISSION[kind]
  const suffix = kind === 'request' ? '' : `:${kind}`
  const ofNetwork = network && limits[network.kind]
  return [
    { scope: 'address', caller: `${address}${suffix}`, limits: limits.address },
    ...(network && ofNetwork
      ? [{ scope: 'network', caller: `${network.id}${suffix}`, limits: ofNetwork } as const]
      : []),
    ...(limits.site
      ? [{ scope: 'site', caller: `${SITE}${kind}`, limits: limits.site } as const]
      : []),
  ]
}

/** Shares of the site's kilobytes that one address and one network may download, so that a few do not lock out the rest. */
const DOWNLOAD_SHARES = { address: 1 / 4, network: 1 / 2 }

/** A share is at least this: the largest file, twice. */
const MIN_SHARE_KB = 50_000

/** The counter of the kilobytes that are downloaded from the site in a day. */
export function downloadBudget(kilobytesADay: number, cost: number): ScopedCounter {
  const limits = { burst: kilobytesADay, daily: kilobytesADay }
  return { scope: 'site', caller: `${SITE}kilobytes`, limits, cost, isQuiet: true, isStrict: true }
}

/** The same, and before it those of an address and of its network: for a host that does not limit their number of downloads. */
export function downloadBudgets(
  kilobytesADay: number,
  cost: number,
  { address, network }: AddressIds,
): Counters {
  const counter = (scope: 'address' | 'network', id: string): ScopedCounter => {
    const most = Math.max(MIN_SHARE_KB, Math.floor(kilobytesADay * DOWNLOAD_SHARES[scope]))
    const limits = { burst: most, daily: most }
    return { scope, caller: `${id}:kilobytes`, limits, cost, isQuiet: true }
  }
  return [
    counter('address', address),
    ...(network ? [counter('network', network.id)] : []),
    downloadBudget(kilobytesADay, cost),
  ]
}

/** The counter of the scans of the wallet page that all visitors have in a day. */
export function scanBudget(daily: number): ScopedCounter {
  const limits = { burst: Math.min(daily, SITE_SCANS_A_MINUTE), daily }
  return { scope: 'site', caller: `${SITE}scans`, limits, isStrict: true }
}

/** A limit that refused a request. */
export interface Refused {
  scope: Scope
  window: WindowName
  /** The limit, in its unit. */
  limit: number
  /** Seconds until it admits again. */
  seconds: number
}

/** Counts a request in all of its counters, or in none when one of them refuses it. Returns the limit that did, else null. */
export async function admit(
  state: Pick<StateStore, 'hit'>,
  counters: Counters,
  now: number,
): Promise<Refused | null> {
  const taken = await take(state, counters, now)
  return 'left' in taken ? null : taken
}

/** Counts like `admit`. Returns what is left of the caller's day, or of what narrows it, else the limit that refused. */
export async function take(
  state: Pick<StateStore, 'hit'>,
  counters: Counters,
  now: number,
): Promise<Refused | { left: number }> {
  const result = await state.hit(hitOf(counters, now))
  const left = Math.max(0, counters[0].limits.daily - result.dailyUsed)
  return refusedIn(counters, result, now) ?? { left }
}

/** Takes back what one counter counted at that time. */
export async function giveBack(
  state: Pick<StateStore, 'hit'>,
  counter: ScopedCounter,
  then: number,
): Promise<void> {
  await state.hit(hitOf([{ ...counter, cost: -(counter.cost ?? 1) }], then))
}

/** The same in the memory of one process. Several calls share what they count. */
export function localAdmission(): (counters: Counters, now: number) => Refused | null {
  const counts = memoryCounts()
  return (counters, now) => refusedIn(counters, counts.hit(hitOf(counters, now)), now)
}

function hitOf([own, ...others]: Counters, now: number): Hit {
  const { caller, limits, cost = 1 } = own
  return { caller, limits, cost, others, group: 'other', meter: null, now }
}

function refusedIn(
  counters: Counters,
  { admitted, dailyUsed, refusedBy }: HitResult,
  now: number,
): Refused | null {
  if (admitted) return null
  const [own] = counters
  const refuser = counters.find(({ caller }) => caller === refusedBy?.caller) ?? own
  const isDayFull = dailyUsed + (own.cost ?? 1) > own.limits.daily
  const window = refusedBy?.window ?? (isDayFull ? 'day' : 'minute')
  const isDay = window === 'day'
  return {
    ...{ scope: refuser.scope, window },
    limit: isDay ? refuser.limits.daily : refuser.limits.burst,
    seconds: secondsLeft(now, isDay ? DAY_MS : MINUTE_MS),
  }
}

const SUBJECTS: Record<Scope, string> = {
  account: 'You have',
  address: 'You have',
  network: 'The addresses of your network have together',
  site: 'All visitors of this site have together',
}

/** Which limit was reached and when it resets, as two sentences. `what` names what is counted, such as `new keys`. */
export function formatRefused({ scope, window, limit, seconds }: Refused, what: string): string {
  const reached = `${SUBJECTS[scope]} reached the limit of ${limit.toLocaleString('en-US')} ${what} a ${window}.`
  return window === 'day'
    ? `${reached} It resets at midnight UTC, in ${seconds} seconds.`
    : `${reached} Try again in ${seconds} seconds.`
}
