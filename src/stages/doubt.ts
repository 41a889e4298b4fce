import { type Account, type Batch, total } from '../domain/batch.ts'
import { type Day, daysBetween } from '../domain/day.ts'
import { PlimsollError } from '../errors.ts'
import type { Source } from '../ingest/source.ts'
import type { Store } from '../store/open.ts'
import { countWithTvl } from '../store/registry-size.ts'
import { findLastGoodRun, type LastRun } from '../store/source-runs.ts'

/** A registry that shrinks by more than this share from one run to the next is not believed. */
const MAX_REGISTRY_LOSS = 0.2

/** Shorter lists move more: a source other than the registry may lose this share. */
const MAX_LOSS = 0.5

/**
 * Why a batch is not believed, as `SNAPSHOT_REFUSED`, or null. A source that lost much of itself overnight is a fault
 * of the upstream, not a truth about the world: fewer incidents would read as less risk. Other sources than the
 * registry are believed again once the last good readings are past their limit.
 */
export function doubt(
  source: Source,
  batch: Batch,
  { store, origin, asOf }: { store: Store; origin: string; asOf: Day },
): PlimsollError | null {
  const last = findLastGoodRun(store, source.id, asOf)
  if (!last?.account || last.origin !== origin) return null
  const isRegistry = source.id === 'defillama-protocols'
  if (!isRegistry && daysBetween(last.asOf, batch.asOf) > source.maxAgeDays) return null
  const now = usable(batch.account)
  const before = usable(last.account)
  if (now < before * (1 - (isRegistry ? MAX_REGISTRY_LOSS : MAX_LOSS))) {
    return unbelievable(`${source.title} sent ${now} usable rows where it sent ${before}`, last)
  }
  return isRegistry ? doubtTvl(source, batch, last, store) : null
}

/** Amounts that vanish, turn to text or to zero for many protocols at once are a fault as well. */
function doubtTvl(source: Source, batch: Batch, last: LastRun, store: Store): PlimsollError | null {
  const before = countWithTvl(store, last.asOf)
  const now = (batch.protocols ?? []).filter(
    ({ outOfScope, tvl }) =>
      outOfScope === null && tvl.known && tvl.value.some(({ usd }) => usd > 0),
  ).length
  if (now >= before * (1 - MAX_REGISTRY_LOSS)) return null
  return unbelievable(`${source.title} gave TVL for ${now} protocols where it gave ${before}`, last)
}

function usable({ rows, refused }: Account): number {
  return rows - total(refused)
}

function unbelievable(what: string, last: LastRun): PlimsollError {
  return new PlimsollError('SNAPSHOT_REFUSED', `${what} on ${last.asOf}; that is not believed.`)
}
