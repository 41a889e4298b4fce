import { describe, expect, test } from 'vitest'
import type { Composites } from './composites.ts'
import { compareEarlier } from './earlier.ts'
import { aJudgedRow } from './fixtures/judged-row.ts'
import { outcomeOf } from './labels.ts'
import type { RankableRow } from './rows.ts'

const OPTIONS = { resamples: 60, seed: 2 }
const COHORT = '2023-01-01'

const hit = outcomeOf([
  {
    name: 'x',
    day: '2023-05-01',
    lossUsd: 500_000,
    cause: 'contract',
  },
])

/** Every tenth row is hit, and has the highest score of its ten. */
const rows: RankableRow[] = Array.from({ length: 100 }, (_, index) => {
  const isHit = index % 10 === 9
  return aJudgedRow({
    id: String(index + 1),
    composite: (index % 10) / 2,
    size: 1_000_000 + index,
    activity: index % 2 ? 'dex' : 'lending',
    event: isHit ? hit : null,
    isSevere: isHit,
    lossShare: isHit ? 0.5 : 0,
  })
})

function file(
  published: Record<string, number>,
  unpublished: Record<string, number> = {},
): Composites {
  return {
    format: 1,
    methodology: { version: '0.0.1', sha256: 'x' },
    minimumTvlUsd: 0,
    cohorts: { [COHORT]: { published, unpublished } },
  }
}

const own = Object.fromEntries(rows.map(({ id, composite }) => [id, composite]))
const flat = Object.fromEntries(rows.map(({ id }) => [id, 5]))

describe(compareEarlier, () => {
  test('a methodology compared with itself differs in nothing', () => {
    const earlier = compareEarlier({ rows, others: [] }, file(own), OPTIONS)
    expect(earlier.before).toEqual(earlier.now)
    for (const figure of Object.values(earlier.differences)) {
      expect(figure).toEqual({ value: 0, low: 0, high: 0 })
    }
  })

  test('one that ranked at random is behind, with an interval above 0', () => {
    const { before, now, differences } = compareEarlier({ rows, others: [] }, file(flat), OPTIONS)
    expect(before.any.value).toBe(0.5)
    expect(now.any.value).toBe(1)
    expect(differences.any).toMatchObject({ value: 0.5 })
    expect(differences.any.low).toBeGreaterThan(0)
    expect(before.activityShare.value).toBeNull()
    expect(differences.activityShare.value).toBeNull()
  })

  test('rows that the file does not list are left out of both, and counted', () => {
    const { 10: _, 11: __, ...known } = own
    const earlier = compareEarlier({ rows, others: [] }, file(known), OPTIONS)
    expect(earlier).toMatchObject({ rows: 98, events: 9, unknown: { rows: 2, events: 1 } })
  })

  test('says which rows only one of the two would have published', () => {
    const { 10: now, ...known } = own
    const gone = aJudgedRow({ id: '999', isPublished: false })
    const compared = { rows, others: [gone, aJudgedRow({ id: '998', isPublished: false })] }
    const earlier = compareEarlier(
      compared,
      file({ ...known, 999: 4 }, { 10: now ?? 0, 998: 3 }),
      OPTIONS,
    )
    expect(earlier).toMatchObject({
      rows: 100,
      onlyNow: { rows: 1, events: 1 },
      onlyBefore: { rows: 1, events: 0 },
    })
  })
})
