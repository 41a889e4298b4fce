import { type Batch, type ProtocolRow, type RowCounts, usableRows } from '../domain/batch.ts'
import { type Day, daysBetween } from '../domain/day.ts'
import { sumTvl } from '../domain/protocol.ts'
import { SOURCES } from '../domain/sources.ts'
import type { Source } from '../ingest/source.ts'
import type { Store } from '../store/open.ts'
import { findLastGoodRun } from '../store/source-runs.ts'
import { loadTvlInScope } from '../store/tvl-in-scope.ts'
import { type Loss, lossName } from './accept-loss.ts'

/** A registry that loses more than this share of its protocols in scope, or of their TVL, is implausible. */
const MAX_REGISTRY_LOSS = 0.2

/** Total TVL also falls with prices, so it may lose more; but prices do not halve within days. */
const MAX_TVL_FALL = 0.5

/** The other sources are shorter lists and change more: they may lose this share of their rows. */
const MAX_LOSS = 0.5

/**
 * The loss that makes a batch implausible, or null. A source that shrinks by that much overnight has a fault upstream, and
 * accepting it would be unsafe: fewer incidents would read as less risk. A source other than the registry is accepted again
 * once its last good readings are past their age limit.
 */
export function findImplausibleLoss(
  source: Source,
  batch: Batch,
  { store, asOf }: { store: Store; asOf: Day },
): Loss | null {
  const last = findLastGoodRun(store, source.id, asOf)
  if (!last?.rowCounts) return null
  const { title, role, maxAgeDays } = SOURCES[source.id]
  // Its rows are our own list of contracts: one that no node answers about keeps its last reading until that is too old.
  if (role === 'control') return null
  const isRegistry = role === 'registry'
  if (!isRegistry && daysBetween(last.asOf, batch.asOf) > maxAgeDays) return null
  const what = isRegistry
    ? registryLoss(loadTvlInScope(store, last.asOf), batch.protocols ?? [])
    : listLoss(last.rowCounts, batch.rowCounts)
  if (what === null) return null
  const name = lossName(source.id, last.asOf, last.fingerprint)
  return { name, what: `${title} ${what} on ${last.asOf}` }
}

function listLoss(last: RowCounts, rowCounts: RowCounts): string | null {
  const before = usableRows(last)
  const now = usableRows(rowCounts)
  return now < before * (1 - MAX_LOSS) ? `sent ${now} usable rows where it sent ${before}` : null
}

/** Compares protocols in scope, by id: thousands of rows out of scope come and go. */
function registryLoss(before: ReadonlyMap<string, number>, rows: ProtocolRow[]): string | null {
  const now = new Map(
    rows.flatMap(({ id, outOfScope, tvl }) =>
      outOfScope ? [] : [[id, tvl.known ? sumTvl(tvl.value) : 0] as const],
    ),
  )
  const kept = [...before.keys()].filter((id) => now.has(id)).length
  if (kept < before.size * (1 - MAX_REGISTRY_LOSS)) {
    return `lists ${kept} of the ${before.size} protocols in scope that it listed`
  }
  const valued = [...before].filter(([, usd]) => usd > 0)
  const still = valued.filter(([id]) => (now.get(id) ?? 0) > 0)
  if (still.length < valued.length * (1 - MAX_REGISTRY_LOSS)) {
    return `gives TVL for ${still.length} of the ${valued.length} protocols that had some`
  }
  const all = sum(valued)
  if (sum(still) < all * (1 - MAX_REGISTRY_LOSS)) {
    return `no longer gives the protocols that held ${percent(1 - sum(still) / all)} of all TVL`
  }
  const left = sum([...now])
  return left < all * (1 - MAX_TVL_FALL)
    ? `gives ${percent(1 - left / all)} less TVL in all than it gave`
    : null
}

function sum(amounts: (readonly [string, number])[]): number {
  return amounts.reduce((usdInAll, [, usd]) => usdInAll + usd, 0)
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
