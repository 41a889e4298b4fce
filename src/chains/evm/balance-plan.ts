import type { Address, Hex } from '../address.ts'
import { type Call, tryDecode } from './call.ts'
import { chunkCalls, chunksOf, limitsOf } from './chunks.ts'
import { MAX_BALANCES } from './lens/balances.ts'
import { encodeCall } from './viem.ts'

const BALANCE = 'function balanceOf(address) view returns (uint256)'
const OWNER = 'function owner() view returns (address)'
const SELECTOR = encodeCall(BALANCE, [`0x${'0'.repeat(40)}`]).slice(0, 10)
/** Fewer are not worth a request that some nodes refuse. */
const MIN_BALANCES = 16
/** So many are worth one more request, because a bundle takes ten times the bytes. */
const MANY_BALANCES = 100

/** Calls for one owner's balances, by their indexes, that are read in one request. */
export interface BalanceGroup {
  owner: Address
  places: number[]
}

/**
 * The calls among these that ask for an owner's balances, in groups of one request each. Left out are those that would cost more
 * requests so than in bundles with the other calls, unless they are many.
 */
export function planBalances(calls: readonly Call[]): BalanceGroup[] {
  const kinds = { trusted: new Map<Hex, number[]>(), untrusted: new Map<Hex, number[]>() }
  for (const [at, call] of calls.entries()) {
    if (call.code !== undefined || call.from || !call.data.startsWith(SELECTOR)) continue
    const kind = call.untrusted ? kinds.untrusted : kinds.trusted
    const places = kind.get(call.data)
    if (places) places.push(at)
    else kind.set(call.data, [at])
  }
  return [...kinds.trusted.values(), ...kinds.untrusted.values()].flatMap((places) => {
    const [first] = places.flatMap((at) => calls[at] ?? [])
    const owner = first && ownerIn(first)
    const parts = Math.ceil(places.length / MAX_BALANCES)
    if (!owner || places.length < MIN_BALANCES) return []
    if (places.length < MANY_BALANCES && parts > requestsSaved(calls, first)) return []
    return chunksOf(places, MAX_BALANCES).map((part) => ({ owner, places: part }))
  })
}

/** How many requests fewer the bundles are without the calls of one kind. */
function requestsSaved(calls: readonly Call[], kind: Call): number {
  const limits = limitsOf(kind)
  const own = calls.filter((call) => !call.code && !call.from && limitsOf(call) === limits)
  const others = own.filter(({ data }) => data !== kind.data)
  const requestsFor = (each: Call[]) => chunkCalls(each, (call) => call, limits).length
  return requestsFor(own) - requestsFor(others)
}

function ownerIn({ data }: Call): Address | null {
  return tryDecode({ ok: true, data: `0x${data.slice(SELECTOR.length)}` }, OWNER)
}
