import { createHmac, randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Finding } from '../model/finding.ts'
import type { ChainReading } from './read-chain.ts'

/** On which chains the scans of this process found something. It keeps no address, but a digest that only this process can make. */
export interface FoundBefore {
  has(owner: string, chain: string, nowMs: number): boolean
  keep(owner: string, chain: string, nowMs: number): void
  forget(owner: string, chain: string): void
}

const DEFAULTS = { maxEntries: 20_000, maxAgeMs: 3_600_000 }

export function createFoundBefore({ maxEntries, maxAgeMs } = DEFAULTS): FoundBefore {
  const secret = randomBytes(32)
  const kept = new LRUCache<string, number>({ max: maxEntries })
  const keyOf = (owner: string, chain: string) =>
    createHmac('sha256', secret).update(`${chain} ${owner}`).digest('base64')
  return {
    has(owner, chain, nowMs) {
      const atMs = kept.peek(keyOf(owner, chain))
      return atMs !== undefined && Math.abs(nowMs - atMs) <= maxAgeMs
    },
    keep: (owner, chain, nowMs) => void kept.set(keyOf(owner, chain), nowMs),
    forget: (owner, chain) => void kept.delete(keyOf(owner, chain)),
  }
}

interface Asked {
  owner: string
  chain: { name: string; urls: readonly string[] }
  foundBefore: FoundBefore | undefined
  now: () => number
  /** Takes the node that found nothing. */
  onEmpty?: ((url: string) => void) | undefined
}

/**
 * What was read of a chain. Where nothing was found and an earlier scan found something, the other nodes are asked too: the first one may lie, or
 * may have lost its state. When they find nothing either, it is gone. Ordinary scans send no request more.
 */
export async function withSecondWitness(
  read: (urls: readonly string[], turn: 'first' | 'second') => Promise<ChainReading>,
  { owner, chain: { name, urls }, foundBefore, now, onEmpty }: Asked,
): Promise<ChainReading> {
  const first = await read(urls, 'first')
  if (!foundBefore) return first
  if (holds(first)) foundBefore.keep(owner, name, now())
  const others = urls.filter((url) => url !== first.node)
  const isDoubted = isRead(first) && !holds(first) && foundBefore.has(owner, name, now())
  if (!isDoubted || others.length === 0) return first
  const second = await read(others, 'second')
  if (!isRead(second)) return first
  if (!holds(second)) {
    foundBefore.forget(owner, name)
    return first
  }
  if (first.node !== null) onEmpty?.(first.node)
  return second
}

function isRead({ status }: ChainReading): boolean {
  return status === 'ok' || status === 'partial'
}

function holds({ findings }: ChainReading): boolean {
  return [...findings.values()].flat().some(isHeld)
}

function isHeld({ legs, perp }: Finding): boolean {
  return perp !== null || legs.some(({ amount }) => amount > 0n)
}
