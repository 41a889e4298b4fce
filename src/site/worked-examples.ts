import file from '../content/worked-examples.json' with { type: 'json' }
import type { Chain } from '../domain/chain.ts'
import { type Day, dayNumber } from '../domain/day.ts'
import type { Incident } from '../domain/protocol.ts'
import type { Known } from '../domain/reading.ts'
import type { DailyTotals, ProtocolRecord, Universe } from '../domain/record.ts'
import type { Score } from '../domain/score.ts'
import { scoreUniverse } from '../score/score.ts'

/** An invented protocol, what it shows, and its score by the production functions. */
export interface WorkedExample {
  name: string
  category: string
  story: string
  score: Score
}

/** The invented protocols as the file has them: a year of TVL is stated as a wave around a level. */
interface ExampleFile {
  asOf: Day
  chains: Chain[]
  incidents: Known<Incident[]>
  examples: {
    story: string
    tvl?: { level: number; swing: number }
    record: Omit<ProtocolRecord, 'history'>
  }[]
}

const HISTORY_DAYS = 400

// The compiler takes the words of the file for any text.
const FILE: ExampleFile = JSON.parse(JSON.stringify(file))

/** Four invented protocols in a world of their own, scored by the code that scores all others. */
export function workedExamples(): WorkedExample[] {
  const scores = scoreUniverse(exampleUniverse())
  return FILE.examples.flatMap(({ story, record: { name, category } }, index) => {
    const score = scores[index]
    return score ? [{ name, category: category ?? '', story, score }] : []
  })
}

/** The input of the examples. */
export function exampleUniverse(): Universe {
  const { asOf, chains, incidents, examples } = FILE
  const records = examples.map(({ record, tvl }) => ({ ...record, history: historyOf(asOf, tvl) }))
  const registry = records.map(({ id, name, slug, parentId }) => ({ id, name, slug, parentId }))
  return { asOf, records, incidents, registry, chains }
}

/** A slow wave around a level, one value a day up to the day of the examples. */
function historyOf(asOf: Day, wave: ExampleFile['examples'][number]['tvl']): DailyTotals {
  if (!wave) return { days: [], usd: [] }
  const first = dayNumber(asOf) - HISTORY_DAYS + 1
  const indexes = Array.from({ length: HISTORY_DAYS }, (_, index) => index)
  return {
    days: indexes.map((index) => first + index),
    usd: indexes.map((index) => Math.round(wave.level * (1 + wave.swing * Math.sin(index / 9)))),
  }
}
