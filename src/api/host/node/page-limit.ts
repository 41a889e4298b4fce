import { networkOf } from '../../state/network.ts'
import { MINUTE_MS, secondsLeft, windowNumber } from '../../state/time-window.ts'

/** Pages and their parts that one address may ask for in a minute: a reader's dozens, or a patient crawler's twenty a second. */
const MOST_IN_MINUTE = 1_200

/** Addresses remembered; past them the one that has been known longest is forgotten. */
const MOST_ADDRESSES = 10_000

/** Counts pages by address, in memory, in whole minutes. Gives the seconds to wait, or 0 for a page that may be had. */
export function createPageLimit(now: () => number): (ip: string) => number {
  const used = new Map<string, number>()
  let minute = Number.NaN
  return (ip) => {
    const present = now()
    const current = windowNumber(present, MINUTE_MS)
    if (current !== minute) used.clear()
    minute = current
    const network = networkOf(ip)
    const before = used.get(network) ?? 0
    if (before >= MOST_IN_MINUTE) return secondsLeft(present, MINUTE_MS)
    const [oldest] = before === 0 && used.size >= MOST_ADDRESSES ? used.keys() : []
    if (oldest !== undefined) used.delete(oldest)
    used.set(network, before + 1)
    return 0
  }
}
