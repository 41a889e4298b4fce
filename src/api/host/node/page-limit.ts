import { LRUCache } from 'lru-cache'
import { networkOf } from '../../state/network.ts'
import { MINUTE_MS, secondsLeft, windowNumber } from '../../state/time-window.ts'

/** Files that one address may request in a minute: a reader needs dozens, a polite crawler twenty a second. */
const MOST_IN_MINUTE = 1_200

/** Most addresses that are counted at once; beyond them the least recent one is dropped. */
const MOST_ADDRESSES = 10_000

/** Counts pages by address, in memory, in whole minutes. Returns the seconds to wait; 0 when the page is allowed. */
export function createPageLimit(now: () => number): (ip: string) => number {
  const used = new LRUCache<string, number>({ max: MOST_ADDRESSES })
  let minute = Number.NaN
  return (ip) => {
    const present = now()
    const current = windowNumber(present, MINUTE_MS)
    if (current !== minute) used.clear()
    minute = current
    const network = networkOf(ip)
    const before = used.get(network) ?? 0
    if (before >= MOST_IN_MINUTE) return secondsLeft(present, MINUTE_MS)
    used.set(network, before + 1)
    return 0
  }
}
