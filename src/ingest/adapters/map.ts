import type { AdapterChanges } from '../../domain/adapter-changes.ts'
import { type Batch, count, noRowCounts, type ProtocolReading } from '../../domain/batch.ts'
import type { Day } from '../../domain/day.ts'
import { PlimsollError } from '../../domain/errors.ts'
import { known } from '../../domain/reading.ts'
import { type AdapterChange, moduleActivity, newestChange } from './history.ts'
import { isShared, moduleOf } from './module.ts'

export const SOURCE_ID = 'defillama-adapters'

/**
 * The readings of every adapter, as of the newest commit up to the day of the run. A row is a module. One that only large commits
 * touched has no reading: when it really changed is not known. Throws `UPSTREAM_INVALID` when no module has a reading.
 */
export function adapterBatch(changes: readonly AdapterChange[], runDay: Day): Batch {
  const asOf = newestChange(changes, runDay) ?? runDay
  const rowCounts = noRowCounts()
  const rows: ProtocolReading[] = []
  const activity = moduleActivity(changes, asOf)
  for (const module of modulesUntil(changes, runDay)) {
    rowCounts.rows += 1
    const found = activity.get(module)
    if (isShared(module)) count(rowCounts.outOfScope, 'shared-code')
    else if (!found) count(rowCounts.outOfScope, 'large-commits-only')
    else {
      rowCounts.accepted += 1
      const { name, lastChangedOn, authors } = found
      const value: AdapterChanges = { module: name, lastChangedOn, authors }
      rows.push({
        key: { module },
        name: 'adapterChanges',
        reading: known(value, asOf, SOURCE_ID),
      })
    }
  }
  if (rows.length === 0) {
    throw new PlimsollError(
      'UPSTREAM_INVALID',
      `The history of the DefiLlama adapters has no change of an adapter up to ${runDay}.`,
    )
  }
  return { asOf, rowCounts, readings: { names: ['adapterChanges'], rows } }
}

function modulesUntil(changes: readonly AdapterChange[], day: Day): Set<string> {
  return new Set(changes.flatMap((change) => (change.day <= day ? moduleOf(change.name) : [])))
}
