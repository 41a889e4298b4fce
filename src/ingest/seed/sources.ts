import { type Batch, noRowCounts } from '../../domain/batch.ts'
import { type Day, newestDay, UNDATED } from '../../domain/day.ts'
import { SOURCE_IDS, SOURCE_OF_ROLE, type SourceId } from '../../domain/sources.ts'
import { listChains } from '../chain-table.ts'
import type { Source } from '../source.ts'
import { readPast, readSeed } from './read.ts'

export interface SeedSources {
  /** Day of the newest fact. */
  asOf: Day
  /** The given sources and every other one that the folder contains, reading from the folder instead of upstream. */
  sources: Source[]
}

/** Opens a seed folder as sources, in the order of `SOURCES`. A given source keeps the rest of its description. */
export function openSeed(dir: string, sources: Source[]): SeedSources {
  const batches = readSeed(dir)
  const asOf = newestDay([...batches.values()].map((batch) => batch.asOf)) ?? UNDATED
  return sourcesOf(asOf, batches, sources)
}

/** The same of each earlier day that the folder knows, oldest first. */
export function openPast(dir: string, sources: Source[]): SeedSources[] {
  return readPast(dir).map(({ asOf, batches }) => sourcesOf(asOf, batches, sources))
}

function sourcesOf(asOf: Day, batches: Map<SourceId, Batch>, sources: Source[]): SeedSources {
  const chains = listChains()
  const rowCounts = { ...noRowCounts(), rows: chains.length, accepted: chains.length }
  batches.set(SOURCE_OF_ROLE.chains, { asOf, rowCounts, chains })
  return {
    asOf,
    sources: SOURCE_IDS.flatMap((id) => {
      const batch = batches.get(id)
      const given = sources.find((source) => source.id === id)
      return batch ? [{ ...given, id, read: () => Promise.resolve(batch) }] : []
    }),
  }
}
