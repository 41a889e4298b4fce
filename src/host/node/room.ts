import { networkOf, widerNetworkOf } from '../../state/network.ts'
import type { ConnectionLimits } from './connection-limits.ts'

/** What decides which connection is closed to make room. */
export interface Occupant {
  ip: string
  /** A proxy, whose address is that of many clients: limited in total only. */
  isExempt: boolean
  /** A request of it is being answered. */
  isBusy: boolean
  /** When it was opened, or its last response ended. */
  idleSince: number
}

type Limits = Pick<ConnectionLimits, 'most' | 'mostOfAddress' | 'mostOfNetwork' | 'idleMs'>

export interface Room<Key> {
  /** Lets a connection in. Returns the one to close for it: null when there is room, and itself when it must go. It stays counted until `leave`. */
  enter(key: Key, occupant: Occupant, now: number): Key | null
  leave(key: Key): void
}

/**
 * Decides who holds the connections of a server. At the limit of an address or its network, the one of it that has waited longest for a
 * request gives way. At the limit of all, an idle one gives way, of the network that holds most; without an idle one, any of the network that
 * holds most. A new connection goes itself only when all others of its network are busy, or no network holds more than its own.
 */
export function createRoom<Key>({ most, mostOfAddress, mostOfNetwork, idleMs }: Limits): Room<Key> {
  const inside = new Map<Key, Counted>()
  const counts = new Map<string, number>()
  const countOf = (network: string) => counts.get(network) ?? 0

  function add({ address, wider }: Counted, change: 1 | -1): void {
    for (const network of new Set([address, wider])) {
      const count = countOf(network) + change
      if (count > 0) counts.set(network, count)
      else counts.delete(network)
    }
  }

  /** The first of those that may give way. */
  function first(mayGiveWay: (one: Counted) => boolean, compare: Compare): Key | null {
    let found: [Key, Counted] | null = null
    for (const entry of inside) {
      if (mayGiveWay(entry[1]) && (!found || compare(entry[1], found[1]) < 0)) found = entry
    }
    return found?.[0] ?? null
  }

  const byWait: Compare = (one, other) => one.idleSince - other.idleSince
  const byNetwork: Compare = (one, other) => countOf(other.wider) - countOf(one.wider)
  const byWork: Compare = (one, other) => Number(one.isBusy) - Number(other.isBusy)

  function forOwnNetwork(own: Counted, network: 'address' | 'wider'): Key | null {
    const isOwn = (one: Counted) => one[network] === own[network] && one !== own
    return first((one) => isOwn(one) && !one.isBusy, byWait)
  }

  function forAll(own: Counted, now: number): Key | null {
    const isIdle = (one: Counted) => one !== own && !one.isBusy && now - one.idleSince >= idleMs
    const idle = first(isIdle, (a, b) => byNetwork(a, b) || byWait(a, b))
    if (idle !== null) return idle
    const holdsMore = (one: Counted) => !one.isExempt && countOf(one.wider) > countOf(own.wider)
    return first(holdsMore, (a, b) => byNetwork(a, b) || byWork(a, b) || byWait(a, b))
  }

  return {
    enter(key, occupant, now) {
      const own = Object.assign(occupant, networksOf(occupant.ip))
      inside.set(key, own)
      add(own, 1)
      if (!own.isExempt && countOf(own.address) > mostOfAddress) {
        return forOwnNetwork(own, 'address') ?? key
      }
      if (!own.isExempt && own.wider !== own.address && countOf(own.wider) > mostOfNetwork) {
        return forOwnNetwork(own, 'wider') ?? key
      }
      return inside.size > most ? (forAll(own, now) ?? key) : null
    },
    leave(key) {
      const one = inside.get(key)
      if (one && inside.delete(key)) add(one, -1)
    },
  }
}

type Counted = Occupant & Networks
type Compare = (one: Counted, other: Counted) => number

interface Networks {
  /** IPv4 address or IPv6 /64. */
  address: string
  /** IPv4 /24 or IPv6 /48. */
  wider: string
}

function networksOf(ip: string): Networks {
  const address = networkOf(ip)
  return { address, wider: widerNetworkOf(ip)?.name ?? address }
}
