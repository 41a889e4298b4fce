import { byGroup, meanRanks } from '../statistics/metrics.ts'
import { hashOf } from '../statistics/random.ts'
import { fitLogistic, predictLogistic } from './logistic.ts'
import type { JudgedRow, RankableRow } from './rows.ts'

/** A simple ranking that the score has to beat; a larger value is riskier. */
export interface Baseline {
  id: string
  label: string
  values: number[]
}

const FOLDS = 5

/** The rate of a category is averaged with this many rows of the overall rate, so that small categories stay near it. */
const CATEGORY_SHRINKAGE = 20

/** Rankings that read what the registry says of a protocol besides its TVL and category. */
export const OF_REGISTRY = ['age', 'audits', 'common-sense', 'logistic'] as const

/** One value for each row. */
export type OfRegistry = Record<(typeof OF_REGISTRY)[number], number[]>

/** Every baseline over the rows of one universe, in the same order. Fitted ones are not trained on the row's cohort or family. */
export function baselinesOf(rows: readonly RankableRow[]): Baseline[] {
  return baselinesWith(rows, ofRegistry(rows))
}

/** The rankings of `OF_REGISTRY` over the rows of one universe. */
export function ofRegistry(rows: readonly RankableRow[]): OfRegistry {
  const ages = agesOf(rows)
  return {
    age: ages.map((days) => -days),
    audits: rows.map(({ audits }) => -audits),
    'common-sense': commonSense(rows, ages),
    logistic: logistic(rows, ages),
  }
}

/** Every baseline, some of them given: the others read the rows. */
export function baselinesWith(rows: readonly JudgedRow[], given: OfRegistry): Baseline[] {
  return [
    {
      id: 'random',
      label: 'random (hash of the id)',
      values: rows.map(({ id }) => hashOf(id)),
    },
    { id: 'tvl', label: 'TVL (larger)', values: rows.map(({ size }) => size) },
    { id: 'age', label: 'age (younger)', values: given.age },
    { id: 'audits', label: 'audit links (fewer)', values: given.audits },
    { id: 'category', label: 'category rate (cross-fitted)', values: categoryRates(rows) },
    {
      id: 'common-sense',
      label: 'common sense (few audits, young, fork, small)',
      values: given['common-sense'],
    },
    {
      id: 'logistic',
      label: 'logistic fit of those (cross-fitted)',
      values: given.logistic,
    },
  ]
}

/** Age in days. A protocol without a listing date is older than all others: DefiLlama began to note dates late in 2021. */
function agesOf(rows: readonly RankableRow[]): number[] {
  const oldest = new Map<string, number>()
  for (const { cohort, ageDays } of rows) {
    oldest.set(cohort, Math.max(oldest.get(cohort) ?? 0, ageDays ?? 0))
  }
  return rows.map(({ cohort, ageDays }) => ageDays ?? (oldest.get(cohort) ?? 0) + 1)
}

/** The mean of four ranks within the cohort. */
function commonSense(rows: readonly RankableRow[], ages: readonly number[]): number[] {
  const values = new Array<number>(rows.length).fill(0)
  for (const group of byGroup(rows.map(({ cohort }) => cohort)).values()) {
    const parts = [
      group.map((row) => -(rows[row]?.audits ?? 0)),
      group.map((row) => -(ages[row] ?? 0)),
      group.map((row) => (rows[row]?.isFork ? 1 : 0)),
      group.map((row) => -(rows[row]?.size ?? 0)),
    ].map(meanRanks)
    for (const [place, row] of group.entries()) {
      values[row] = parts.reduce((sum, ranks) => sum + (ranks[place] ?? 0), 0) / (4 * group.length)
    }
  }
  return values
}

function categoryRates(rows: readonly JudgedRow[]): number[] {
  return crossFitted(rows, (training) => {
    const rate = categoryRate(training)
    return (row) => rate(row.category)
  })
}

function logistic(rows: readonly RankableRow[], ages: readonly number[]): number[] {
  const ageOf = new Map(rows.map((row, index) => [row, ages[index] ?? 0]))
  return crossFitted(rows, (training) => {
    const rate = categoryRate(training)
    const features = (row: RankableRow) => [
      Math.log1p(ageOf.get(row) ?? 0),
      Math.log1p(row.audits),
      Math.log10(Math.max(1, row.size)),
      row.isFork ? 1 : 0,
      Math.log(rate(row.category) + 1e-4),
    ]
    const model = fitLogistic(
      training.map(features),
      training.map(({ event }) => (event ? 1 : 0)),
    )
    return (row) => predictLogistic(model, features(row))
  })
}

/** Share of exploited rows by category, shrunk toward the overall share. */
function categoryRate(rows: readonly JudgedRow[]): (category: string) => number {
  const all = rows.filter(({ event }) => event).length / Math.max(1, rows.length)
  const counts = new Map<string, { rows: number; events: number }>()
  for (const { category, event } of rows) {
    const count = counts.get(category) ?? { rows: 0, events: 0 }
    count.rows += 1
    if (event) count.events += 1
    counts.set(category, count)
  }
  return (category) => {
    const { rows: n, events } = counts.get(category) ?? { rows: 0, events: 0 }
    return (events + CATEGORY_SHRINKAGE * all) / (n + CATEGORY_SHRINKAGE)
  }
}

/**
 * Values that a model gives to rows it was not trained on. With several cohorts it is trained on the other cohorts without
 * the families of the row's fold, with one cohort on the other folds. A fold holds whole families, by a hash of their id.
 */
export function crossFitted<Row extends JudgedRow>(
  rows: readonly Row[],
  train: (training: Row[]) => (row: Row) => number,
): number[] {
  const several = new Set(rows.map(({ cohort }) => cohort)).size > 1
  const values = new Array<number>(rows.length).fill(0)
  const keys = rows.map((row) => `${several ? row.cohort : ''}/${foldOf(row)}`)
  for (const group of byGroup(keys).values()) {
    const first = rows[group[0] ?? 0]
    if (!first) continue
    const training = rows.filter(
      (row) => foldOf(row) !== foldOf(first) && (!several || row.cohort !== first.cohort),
    )
    const predict = train(training)
    for (const index of group) {
      const row = rows[index]
      if (row) values[index] = predict(row)
    }
  }
  return values
}

function foldOf({ family }: JudgedRow): number {
  return Math.floor(hashOf(family) * FOLDS)
}
