import type { Call } from './call.ts'

/** Bytes of calldata, calls, and bytes of creation code in one request. */
interface Limits {
  bytes: number
  calls: number
}

/** What curated contracts are asked in one request: 16 KB are about 450 balances. */
export const TRUSTED: Limits = { bytes: 16_384, calls: 400 }
/** Fewer for unreviewed contracts, because one can use up the gas of the others. */
export const UNTRUSTED: Limits = { bytes: 16_384, calls: 50 }
/** Without Multicall3 the question must fit creation code (49,152 bytes, EIP-3860) and the answer a contract (24,576, EIP-170). */
export const DEPLOYLESS: Limits = { bytes: 16_384, calls: 64 }

/** What calls like this one are asked with in one request. */
export function limitsOf({ untrusted }: Call): Limits {
  return untrusted ? UNTRUSTED : TRUSTED
}

/** The items in their order, in as few chunks as the limits allow. An item beyond the limit has a chunk of its own. */
export function chunkCalls<T>(
  items: readonly T[],
  callOf: (item: T) => Call,
  limits: Limits,
): T[][] {
  const chunks: T[][] = []
  let chunk: T[] = []
  let bytes = 0
  for (const item of items) {
    const size = (callOf(item).data.length - 2) / 2
    if (chunk.length > 0 && (bytes + size > limits.bytes || chunk.length === limits.calls)) {
      chunks.push(chunk)
      chunk = []
      bytes = 0
    }
    chunk.push(item)
    bytes += size
  }
  if (chunk.length > 0) chunks.push(chunk)
  return chunks
}

/** Two halves, dealt out in turn, since neighbours often fail together; one item stays whole. */
export function halves<T>(items: readonly T[]): T[][] {
  const hands = [0, 1].map((hand) => items.filter((_, index) => index % 2 === hand))
  return hands.filter((half) => half.length > 0)
}

/** The items in their order, so many in each part. */
export function chunksOf<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size)
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size))
}
