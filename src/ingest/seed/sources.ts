import { type Batch, noRowCounts } from '../../domain/batch.ts'
import { type Day, newestDay, UNDATED } from '../../domain/day.ts'
import { SOURCE_IDS, SOURCE_OF_ROLE, SOURCES, type SourceId } from '../../domain/sources.ts'
import { PlimsollError } from '../../errors.ts'
import { listChains } from '../chain-table.ts'
import type { Source } from '../source.ts'
import { readSeed } from './read.ts'

export interface Seed {
  /** Day of the newest fact. */
  asOf: Day
  /** The given sources and every other one that the folder contains, reading from the folder instead of upstream. */
  sources: Source[]
}

/**
 * Opens a seed folder as sources, in the order of `SOURCES`. A given source that the folder does not contain rejects with
 * `NOT_RECORDED`.
 */
export function openSeed(dir: string, sources: Source[]): Seed {
  const batches: Map<SourceId, Batch> = readSeed(dir)
  const asOf = newestDay([...batches.values()].map((batch) => batch.asOf)) ?? UNDATED
  const chains = listChains()
  const rowCounts = { ...noRowCounts(), rows: chains.length, accepted: chains.length }
  batches.set(SOURCE_OF_ROLE.chains, { asOf, rowCounts, chains })
  return {
    asOf,
    sources: SOURCE_IDS.flatMap((id) => {
      const given = sources.find((source) => source.id === id)
      const batch = batches.get(id)
      return given || batch ? [{ ...given, id, read: () => answer(id, batch) }] : []
    }),
  }
}

function answer(id: SourceId, batch: Batch | undefined): Promise<Batch> {
  if (batch) return Promise.resolve(batch)
  const message = `The sample does not contain ${SOURCES[id].title}.`
  return Promise.reject(new PlimsollError('NOT_RECORDED', message))
}
