import { expect, test } from 'vitest'
import { DIMENSIONS, type DimensionKey } from '../domain/dimension.ts'
import { seedUniverse } from './fixtures/recorded.ts'
import { METHODOLOGY } from './methodology.ts'
import { scoreUniverse } from './score.ts'
import { subjectsOf } from './subject.ts'

const KINDS = 5
const LARGEST = 40
const DISTINCT = 12
/** Where fewer are drawn as read there is nothing to compare. */
const MIN_READ = 5

/**
 * What a dimension says of protocols of one kind has to differ, by a hundredth at least: it is published with four decimals. Half of the
 * liquid stakings run one of three programs on Solana that two multisigs can change, and are rightly equal.
 */
test('of the 40 largest of each of the five largest kinds, a dimension that is drawn as read of enough has 12 different values', async () => {
  const universe = await seedUniverse()
  const subjects = subjectsOf(universe, METHODOLOGY)
  const rows = scoreUniverse(universe).flatMap((score, index) => {
    const subject = subjects[index]
    if (!subject?.activityId || score.composite === null) return []
    const { sections, activityId } = subject
    return [{ kind: activityId, score, tvl: sections.known ? sections.value.tvl : 0 }]
  })
  const kinds = [...Map.groupBy(rows, ({ kind }) => kind)]
    .sort(([, a], [, b]) => b.length - a.length)
    .slice(0, KINDS)
  const equal = kinds.flatMap(([kind, all]) => {
    const largest = all.toSorted((a, b) => b.tvl - a.tvl).slice(0, LARGEST)
    const valuesOf = (key: DimensionKey) =>
      largest.flatMap(({ score }) => {
        const { status, isAssumed, score: value } = score.dimensions[key]
        return status === 'scored' && !isAssumed && value !== null ? [value.toFixed(2)] : []
      })
    return DIMENSIONS.filter((key) => {
      const values = valuesOf(key)
      return values.length >= MIN_READ && new Set(values).size < DISTINCT
    }).map((key) => `${kind} ${key}`)
  })
  expect(equal).toEqual([])
})
