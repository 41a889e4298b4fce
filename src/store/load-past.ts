import { dayFromNumber } from '../domain/day.ts'
import { DIMENSIONS, type DimensionKey, mapDimensions } from '../domain/dimension.ts'
import type { Past, PastNumbers } from '../domain/past.ts'
import { chooseComparisons } from './comparison-days.ts'
import type { Store } from './open.ts'
import { loadSignalParts } from './signal-parts.ts'
import { listPublished } from './snapshots.ts'

/** The most snapshots that a history gives: three years of daily ones. The store keeps all of them. */
const MAX_SNAPSHOTS = 1_100

/** Column of the store for each dimension, in the order of `SELECT`. */
const COLUMNS = {
  smartContract: 'smart_contract',
  counterparty: 'counterparty',
  credit: 'credit',
  liquidity: 'liquidity',
  oracle: 'oracle',
  liquidityTrap: 'liquidity_trap',
} as const satisfies Record<DimensionKey, string>

type Amount = number | null

type Row = [
  id: number,
  ...composite: [Amount, low: Amount, high: Amount],
  tvl: Amount,
  day: Amount,
  ...Amount[],
]

/** The snapshots of an origin, and the numbers of every protocol in each of them. */
export function loadPast(store: Store, origin: string): Past {
  const all = listPublished(store, origin).slice(-MAX_SNAPSHOTS)
  const numbers = new Map<string, PastNumbers>()
  const read = store
    .prepare<[number], Row>(
      `SELECT protocol_id, composite, composite_low, composite_high, tvl_usd, tvl_day, ${DIMENSIONS.map((key) => COLUMNS[key]).join(', ')} FROM score_numbers
       WHERE snapshot_id = ?`,
    )
    .raw()
  for (const [at, { id }] of all.entries()) {
    for (const [protocolId, composite, low, high, tvlUsd, tvlDay, ...points] of read.iterate(id)) {
      const own = numbers.get(String(protocolId)) ?? emptyNumbers(all.length)
      numbers.set(String(protocolId), own)
      own.listed[at] = 1
      own.composite[at] = inUnits(composite, 1e6)
      own.low[at] = inUnits(low, 10)
      own.high[at] = inUnits(high, 10)
      own.tvlUsd[at] = inUnits(tvlUsd, 1)
      if (tvlDay !== null) own.tvlDays.set(at, dayFromNumber(tvlDay))
      for (const [index, key] of DIMENSIONS.entries()) {
        own.dimensions[key][at] = inUnits(points[index] ?? null, 1e4)
      }
    }
  }
  const newest = all.at(-1)
  const compared = newest ? chooseComparisons(all.slice(0, -1), newest.day) : []
  return {
    snapshots: all.map(({ publicId, day, methodology }) => ({ publicId, day, methodology })),
    numbers,
    comparisons: compared.map((snapshot) => ({
      at: all.indexOf(snapshot),
      parts: loadSignalParts(store, snapshot.id),
    })),
    // The snapshots of a sample and of recordings were made together, afterwards.
    ...(newest && origin !== 'live' && { publishedFrom: newest.day }),
  }
}

/** An amount of the store, which keeps whole parts; NaN when it is not known. */
function inUnits(amount: Amount, parts: number): number {
  return amount === null ? Number.NaN : amount / parts
}

function emptyNumbers(length: number): PastNumbers {
  const unknown = () => new Float64Array(length).fill(Number.NaN)
  return {
    listed: new Uint8Array(length),
    composite: unknown(),
    low: unknown(),
    high: unknown(),
    tvlUsd: unknown(),
    tvlDays: new Map(),
    dimensions: mapDimensions(unknown),
  }
}
