import type { Batch, ProtocolReading, StoredFact } from '../../domain/batch.ts'
import { count } from '../../domain/batch.ts'
import type { ContractControl } from '../../domain/control.ts'
import { type Day, daysBetween, oldestDay } from '../../domain/day.ts'
import type { Market } from '../../domain/market.ts'
import { known } from '../../domain/reading.ts'
import { SOURCES } from '../../domain/sources.ts'
import { controlsByProtocol } from './control-rows.ts'
import type { OfProtocol } from './keys.ts'
import { marketsByProtocol } from './market-rows.ts'
import type { MarketsRead } from './markets/read-markets.ts'
import type { ContractRow } from './source.ts'

const ID = 'onchain'

/** What was read of one chain, or why nothing was. */
export type ChainOutcome = {
  /** Canonical chain name. */
  chain: string
  /** Slugs of the protocols of its contract list. */
  protocols: ReadonlySet<string>
} & (
  | { failed: 'stale' | 'node-failed' }
  | {
      controls: readonly ContractControl[]
      /** Contracts about which some answer is missing. */
      partial: ReadonlySet<string>
      /** By slug. */
      markets: MarketsRead['markets']
      /** Markets that were left out. */
      gaps: MarketsRead['failed']
    }
)

/** Everything that one run read, and what the store has from earlier ones. */
export interface RunOutcome {
  contracts: readonly ContractRow[]
  outcomes: readonly ChainOutcome[]
  last: { control: readonly StoredFact<'control'>[]; markets: readonly StoredFact<'markets'>[] }
  asOf: Day
}

/**
 * The readings of every protocol: what was read, and the last readings of what was not, while they are young enough. The store replaces
 * all readings of these names, so what is left out here is gone. A row is a contract.
 */
export function toBatch(run: RunOutcome): Batch {
  const { asOf, outcomes } = run
  const isUsable = ({ day }: { day: Day }) => daysBetween(day, asOf) <= SOURCES[ID].maxAgeDays
  const control = controlsByProtocol(run, isUsable)
  const markets = marketsByProtocol(run, isUsable)
  const rows = [
    ...control.rows.map((row) => readingOf('control', row, asOf)),
    ...markets.map((row) => readingOf('markets', row, asOf)),
  ]
  return {
    asOf,
    rowCounts: control.rowCounts,
    readings: { names: ['control', 'markets'], rows },
    notes: outcomes.flatMap(notesOn),
  }
}

/** A reading is as old as its oldest part. */
function readingOf(
  name: 'control' | 'markets',
  { key, items }: OfProtocol<ContractControl | Market>,
  asOf: Day,
): ProtocolReading {
  const day = oldestDay(items.map((item) => item.day)) ?? asOf
  return { key, name, reading: known(items, day, ID) }
}

function notesOn(outcome: ChainOutcome): string[] {
  const { chain } = outcome
  if ('failed' in outcome) {
    return [`${chain} could not be read (${outcome.failed}); its last readings stay.`]
  }
  const { gaps } = outcome
  if (gaps.length === 0) return []
  const tally: Record<string, number> = {}
  for (const { why } of gaps) count(tally, why)
  const reasons = Object.entries(tally).map(([why, number]) => `${why} ${number}`)
  const markets = gaps.length === 1 ? 'One market' : `${gaps.length} markets`
  return [`${markets} of ${chain} could not be read (${reasons.join(', ')}).`]
}
