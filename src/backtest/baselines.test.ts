import { describe, expect, test } from 'vitest'
import { baselinesOf, crossFitted } from './baselines.ts'
import { aJudgedRow } from './fixtures/judged-row.ts'

const rows = Array.from({ length: 60 }, (_, index) =>
  aJudgedRow({
    id: String(index),
    family: `family-${index % 30}`,
    cohort: index < 30 ? '2022-01-01' : '2023-01-01',
  }),
)

describe(crossFitted, () => {
  test('with several cohorts no fit sees the cohort or the family of the row', () => {
    crossFitted(rows, (training) => (row) => {
      expect(training.length).toBeGreaterThan(10)
      expect(training.filter(({ family }) => family === row.family)).toEqual([])
      expect(training.filter(({ cohort }) => cohort === row.cohort)).toEqual([])
      return 0
    })
    expect.hasAssertions()
  })

  test('with one cohort no fit sees the family of the row, and most others', () => {
    const one = rows.map((row) => ({ ...row, cohort: '2022-01-01' }))
    crossFitted(one, (training) => (row) => {
      expect(training.filter(({ family }) => family === row.family)).toEqual([])
      expect(training.length).toBeGreaterThan(30)
      return 0
    })
    expect.hasAssertions()
  })

  test('the own event of a row does not move what the fit says of it', () => {
    const values = (hit: boolean) =>
      baselinesOf(rows.map((row, index) => (index === 5 && hit ? { ...row, ...HIT } : row)))
    for (const id of ['category', 'logistic']) {
      const of = (hit: boolean) => values(hit).find((baseline) => baseline.id === id)?.values
      expect(of(true)?.[5]).toBe(of(false)?.[5])
      expect(of(true)).not.toEqual(of(false))
    }
  })
})

describe(baselinesOf, () => {
  test('younger, fewer audits, larger: each is the riskier', () => {
    const [a, b] = [
      aJudgedRow({ id: '1', ageDays: 10, audits: 0, size: 5 }),
      aJudgedRow({ id: '2', ageDays: 900, audits: 3, size: 7 }),
    ]
    const values = Object.fromEntries(baselinesOf([a, b]).map(({ id, values }) => [id, values]))
    for (const id of ['age', 'audits', 'common-sense']) {
      expect(values[id]?.[0]).toBeGreaterThan(values[id]?.[1] ?? Number.NaN)
    }
    expect(values.tvl).toEqual([5, 7])
  })

  test('a listing that is not noted is older than any that is', () => {
    const unknown = aJudgedRow({ id: '1', ageDays: null })
    const old = aJudgedRow({ id: '2', ageDays: 2_000 })
    const ages = baselinesOf([unknown, old]).find(({ id }) => id === 'age')?.values
    expect(ages?.[0]).toBeLessThan(ages?.[1] ?? Number.NaN)
  })

  test('are there without any row', () => {
    expect(baselinesOf([]).map(({ values }) => values.length)).toEqual(Array(7).fill(0))
  })
})

const HIT = {
  event: { day: '2022-05-01', lossUsd: 1, cause: 'contract' as const, names: ['x'], incidents: [] },
}
