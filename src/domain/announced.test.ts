import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { announcedOf, MOVE_STEP } from './announced.ts'
import { riskLevel, roundScore } from './risk-level.ts'

/** What was announced after each composite of one methodology, as `composite level`; a dot where nothing new was. */
function announced(...composites: number[]): string[] {
  const all = announcedOf(
    composites,
    composites.map(() => '1'),
  )
  return all.map((one, at) =>
    one === (all[at - 1] ?? null) ? '.' : `${one?.composite} ${one?.level}`,
  )
}

describe(announcedOf, () => {
  test('a score that crosses a rounding limit is not announced, one that moved by a tenth is', () => {
    expect(announced(4.149, 4.151, 4.149, 4.2, 4.249)).toEqual([
      '4.149 moderate',
      '.',
      '.',
      '.',
      '4.249 moderate',
    ])
  })

  test('a slow drift is announced when it has added up', () => {
    expect(announced(4, 4.03, 4.06, 4.09, 4.12, 4.15)).toEqual([
      '4 moderate',
      '.',
      '.',
      '.',
      '4.12 moderate',
      '.',
    ])
  })

  test('a level that flips every other day is announced never', () => {
    const flips = [4.54, 4.56, 4.54, 4.56, 4.56, 4.56, 4.56, 4.54]
    expect(announced(...flips)).toEqual(['4.54 moderate', ...Array(7).fill('.')])
  })

  test('a level is announced at once far beyond its limit, and after three snapshots near it', () => {
    expect(announced(4.5, 4.75)).toEqual(['4.5 moderate', '4.75 elevated'])
    expect(announced(4.549, 4.6, 4.61, 4.6, 4.6)).toEqual([
      '4.549 moderate',
      '.',
      '.',
      '4.6 elevated',
      '.',
    ])
    expect(announced(4.6, 4.5, 4.5, 4.5)).toEqual([
      '4.6 elevated',
      '4.5 elevated',
      '.',
      '4.5 moderate',
    ])
  })

  test('a move across a limit is announced as a move, and the level stays until it has settled', () => {
    expect(announced(4.5, 4.62, 4.62, 4.62)).toEqual([
      '4.5 moderate',
      '4.62 moderate',
      '.',
      '4.62 elevated',
    ])
  })

  test('a day without a score hides nothing, and a new methodology starts anew', () => {
    expect(announced(4, Number.NaN, 4.5)).toEqual(['4 moderate', '.', '4.5 moderate'])
    const [first, second, third] = announcedOf([4, 4.01, 4.02], ['1', '2', '2'])
    expect([first?.at, second?.at, third]).toEqual([0, 1, second])
    expect(announcedOf([Number.NaN], ['1'])).toEqual([null])
  })

  test('the last announced score is always less than a step away, and each announced one is published as another', () => {
    const scores = fc.array(fc.integer({ min: 3_000_000, max: 6_500_000 }), { minLength: 1 })
    fc.assert(
      fc.property(scores, (micro) => {
        const composites = micro.map((parts) => parts / 1e6)
        const all = announcedOf(
          composites,
          composites.map(() => '1'),
        )
        for (const [at, one] of all.entries()) {
          const before = all[at - 1]
          expect(Math.abs((composites[at] ?? 0) - (one?.composite ?? 99))).toBeLessThan(MOVE_STEP)
          if (!one || !before || one === before || one.level !== before.level) continue
          expect(roundScore(one.composite)).not.toBe(roundScore(before.composite))
        }
      }),
    )
  })

  test('a level is only announced when it is the published one', () => {
    const scores = fc.array(fc.integer({ min: 40, max: 50 }).map((tenths) => tenths / 10 + 0.02))
    fc.assert(
      fc.property(scores, (composites) => {
        const all = announcedOf(
          composites,
          composites.map(() => '1'),
        )
        for (const [at, one] of all.entries()) {
          if (one && one.level !== all[at - 1]?.level) {
            expect(one.level).toBe(riskLevel(composites[at] ?? 0))
          }
        }
      }),
    )
  })
})
