import type { Batch, ProtocolReading } from '../../domain/batch.ts'
import { count } from '../../domain/batch.ts'
import type { ContractControl } from '../../domain/control.ts'
import { type Day, daysBetween, oldestDay } from '../../domain/day.ts'
import type { Market } from '../../domain/market.ts'
import { known } from '../../domain/reading.ts'
import { SOURCES } from '../../domain/sources.ts'
import { controlsByProtocol } from './control-rows.ts'
import type { OfProtocol } from './keys.ts'
import { marketsByProtocol } from './market-rows.ts'
import type { ChainOutcome, RunOutcome } from './outcome.ts'

const ID = 'onchain'

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
  const gaps = [...outcome.markets.values()].flat().flatMap(({ gap }) => gap ?? [])
  if (gaps.length === 0) return []
  const tally: Record<string, number> = {}
  for (const { why } of gaps) count(tally, why)
  const reasons = Object.entries(tally).map(([why, number]) => `${why} ${number}`)
  const markets = gaps.length === 1 ? 'One market' : `${gaps.length} markets`
  return [`${markets} of ${chain} could not be read in full (${reasons.join(', ')}).`]
}
