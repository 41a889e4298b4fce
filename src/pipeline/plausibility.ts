import { type Batch, type RowCounts, usableRows } from '../domain/batch.ts'
import { type Day, daysBetween } from '../domain/day.ts'
import { sumTvl } from '../domain/protocol.ts'
import { SOURCES } from '../domain/sources.ts'
import { jumpOf, MAX_LEVEL_DAYS } from '../domain/tvl-jump.ts'
import type { Source } from '../ingest/source.ts'
import type { Store } from '../store/open.ts'
import { findLastGoodRun } from '../store/source-runs.ts'
import { loadSnapshotTotals, loadTvlInScope } from '../store/tvl-in-scope.ts'
import { type DataLoss, lossName } from './accept-loss.ts'
import type { HeldRows } from './hold-rows.ts'

/**
 * A registry is implausible when more than this share of its protocols in scope, or of their TVL, is gone, or when the TVL of more
 * than this share of its protocols jumped on one day.
 */
const MAX_REGISTRY_LOSS = 0.2

/** In a shorter list than this many jumps, each is judged by itself. */
const MIN_JUMPS = 5

/** Total TVL also moves with prices, but prices neither halve nor double within days. */
const MAX_TVL_FALL = 0.5
const MAX_TVL_RISE = 2

/** A total is compared with the median of this many snapshots, so that one bad day is not the measure of the next. */
const COMPARED_SNAPSHOTS = 7

/** The other sources are shorter lists and change more: they may lose this share of their rows. */
const MAX_LOSS = 0.5

/**
 * The loss that makes a batch implausible, or null. A source that shrinks by that much overnight has a fault upstream, and
 * accepting it would be unsafe: fewer incidents would read as less risk. A source other than the registry is accepted again
 * once its last good readings are past their age limit. `held`: the rows of the registry with what is held of them; null without any.
 */
export function findImplausibleLoss(
  source: Source,
  batch: Batch,
  held: HeldRows | null,
  { store, asOf }: { store: Store; asOf: Day },
): DataLoss | null {
  const last = findLastGoodRun(store, source.id, asOf)
  if (!last?.rowCounts) return null
  const { title, role, maxAgeDays } = SOURCES[source.id]
  // Its rows are our own list of contracts: one that no node answers about keeps its last reading until that is too old.
  if (role === 'control') return null
  const isRegistry = role === 'registry'
  if (!isRegistry && daysBetween(last.asOf, batch.asOf) > maxAgeDays) return null
  const what = isRegistry
    ? registryLoss(
        loadTvlInScope(store, last.asOf),
        held ?? { protocols: batch.protocols ?? [], held: [] },
        // After a month away the total may be any other.
        daysBetween(last.asOf, batch.asOf) > MAX_LEVEL_DAYS
          ? null
          : loadSnapshotTotals(store, asOf, COMPARED_SNAPSHOTS),
      )
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

/** Compares protocols in scope, by id: thousands of rows out of scope come and go. `totals`: TVL of recent snapshots; null: not compared. */
function registryLoss(
  before: ReadonlyMap<string, number>,
  { protocols, held }: Pick<HeldRows, 'protocols' | 'held'>,
  totals: readonly number[] | null,
): string | null {
  const now = new Map(
    protocols.flatMap(({ id, outOfScope, tvl }) =>
      outOfScope ? [] : [[id, tvl.known ? sumTvl(tvl.value) : 0] as const],
    ),
  )
  const kept = [...before.keys()].filter((id) => now.has(id)).length
  if (kept < before.size * (1 - MAX_REGISTRY_LOSS)) {
    return `lists ${kept} of the ${before.size} protocols in scope that it listed`
  }
  const valued = [...before].filter(([, usd]) => usd > 0)
  const jumped = new Set(held.filter(({ name }) => name === 'tvl').map(({ id }) => id)).size
  if (jumped >= MIN_JUMPS && jumped > valued.length * MAX_REGISTRY_LOSS) {
    return `gives ${jumped} of ${valued.length} protocols no TVL, a fifth or less, or five times as much or more, compared with what they had`
  }
  const all = sum(valued)
  const still = sum(valued.filter(([id]) => now.has(id)))
  if (still < all * (1 - MAX_REGISTRY_LOSS)) {
    return `no longer gives the protocols that held ${percent(1 - still / all)} of all TVL`
  }
  if (totals === null) return null
  // A jump is judged row by row: one that is taken over has lasted, and is no reason to doubt the total.
  const steady = [...now].map(([id, usd]) => {
    const last = before.get(id) ?? usd
    return [id, jumpOf(last, usd) === null ? usd : last] as const
  })
  return totalJump(all, totals, sum(steady))
}

/**
 * Judges the total against that of the last list and the median of recent snapshots. It is implausible when it is far from both: a
 * right list is near the median after a wrong one, and near the last one in a long fall.
 */
function totalJump(last: number, totals: readonly number[], now: number): string | null {
  const recent = median(totals) ?? last
  if (now < Math.min(last, recent) * (1 - MAX_TVL_FALL)) {
    return `gives ${percent(1 - now / last)} less TVL in all than it gave`
  }
  return last > 0 && now > Math.max(last, recent) * MAX_TVL_RISE
    ? `gives ${(now / last).toFixed(1)} times the TVL in all that it gave`
    : null
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

function sum(amounts: (readonly [string, number])[]): number {
  return amounts.reduce((usdInAll, [, usd]) => usdInAll + usd, 0)
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
