import type { Batch, ProtocolReading } from '../domain/batch.ts'
import { count } from '../domain/batch.ts'
import type { ContractControl } from '../domain/control.ts'
import { type Day, daysBetween, oldestDay } from '../domain/day.ts'
import type { Market } from '../domain/market.ts'
import type { NodeAnswers } from '../domain/node-answers.ts'
import { known } from '../domain/reading.ts'
import { SOURCES } from '../domain/sources.ts'
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
    notes: [...failedChains(outcomes), ...outcomes.flatMap(notesOn)],
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

/** A line for each reason for which chains could not be read. */
function failedChains(outcomes: readonly ChainOutcome[]): string[] {
  const failed = outcomes.flatMap((outcome) => ('failed' in outcome ? [outcome] : []))
  return [...Map.groupBy(failed, (outcome) => outcome.failed)].map(
    ([why, chains]) =>
      `${chains.map(({ chain }) => chain).join(', ')} could not be read (${why}); ${chains.length === 1 ? 'its' : 'their'} last readings stay.`,
  )
}

function notesOn(outcome: ChainOutcome): string[] {
  if ('failed' in outcome) return []
  const { chain, controls } = outcome
  const markets = [...outcome.markets.values()].flat()
  return [...gapNotes(chain, markets), ...doubtNotes(chain, [...controls, ...markets])]
}

function gapNotes(chain: string, markets: readonly Market[]): string[] {
  const gaps = markets.flatMap(({ gap, unconfirmed }) => (gap && !unconfirmed ? gap : []))
  if (gaps.length === 0) return []
  const tally: Record<string, number> = {}
  for (const { why } of gaps) count(tally, why)
  const reasons = Object.entries(tally).map(([why, number]) => `${why} ${number}`)
  const number = gaps.length === 1 ? 'One market' : `${gaps.length} markets`
  return [`${number} of ${chain} could not be read in full (${reasons.join(', ')}).`]
}

/** How many contracts and markets no two nodes agree on, and on how many some node differs from two others. */
function doubtNotes(chain: string, all: readonly NodeAnswers[]): string[] {
  const counts = {
    'answered by one node only': all.filter((one) => one.unconfirmed === 'one-node').length,
    'with no two equal answers': all.filter((one) => one.unconfirmed === 'disagreement').length,
    'with one other answer than two nodes give': all.filter(
      (one) => !one.unconfirmed && one.disagreements?.length,
    ).length,
  }
  const parts = Object.entries(counts).flatMap(([what, number]) =>
    number > 0 ? [`${number} ${what}`] : [],
  )
  return parts.length === 0 ? [] : [`${chain}, contracts and markets: ${parts.join(', ')}.`]
}
