import { type Batch, noRowCounts } from '../../domain/batch.ts'
import { type Day, newestDay, UNDATED } from '../../domain/day.ts'
import { SOURCE_OF_ROLE, SOURCES, type SourceId } from '../../domain/sources.ts'
import { PlimsollError } from '../../errors.ts'
import { listChains } from '../chain-table.ts'
import type { Source } from '../source.ts'
import { readSeed } from './read.ts'

export interface Seed {
  /** Day of the newest fact. */
  asOf: Day
  /** The given sources, reading from the folder instead of upstream. */
  sources: Source[]
}

/** Opens a seed folder as sources. A source that the folder does not contain rejects with `NOT_RECORDED`. */
export function openSeed(dir: string, sources: Source[]): Seed {
  const batches: Map<SourceId, Batch> = readSeed(dir)
  const asOf = newestDay([...batches.values()].map((batch) => batch.asOf)) ?? UNDATED
  const chains = listChains()
  const rowCounts = { ...noRowCounts(), rows: chains.length, accepted: chains.length }
  batches.set(SOURCE_OF_ROLE.chains, { asOf, rowCounts, chains })
  return {
    asOf,
    sources: sources.map((source) => ({
      ...source,
      read: () => {
        const batch = batches.get(source.id)
        if (batch) return Promise.resolve(batch)
        return Promise.reject(
          new PlimsollError(
            'NOT_RECORDED',
            `The sample does not contain ${SOURCES[source.id].title}.`,
          ),
        )
      },
    })),
  }
}
