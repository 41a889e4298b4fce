import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { riskAt } from '../anchors.ts'
import { lending } from '../fixtures/control.ts'
import { judge } from '../fixtures/judgement.ts'
import { METHODOLOGY } from '../methodology.ts'
import { availableShare } from './available-share.ts'

const { anchors } = METHODOLOGY.signals.availableShare
const TYPICAL = { value: METHODOLOGY.activities.lending?.exitRoute, source: 'methodology' }

test.each([
  [1, 1],
  [0.5, 1],
  [0.3, 2.5],
  [0.2, 4],
  [0.1, 6],
  [0.05, 8],
  [0.01, 10],
  [0, 10],
])('a share of %d has %d risk points', (share, risk) => {
  expect(riskAt(anchors, share)).toBe(risk)
})

describe('the share that could be withdrawn', () => {
  test('is weighted by what is supplied', () => {
    const markets = [
      { suppliedUsd: 3e6, availableShare: 0.1, day: '2024-02-02' },
      { suppliedUsd: 1e6, availableShare: 0.5, day: '2024-03-03' },
    ]
    expect(judge(availableShare, lending(markets))).toEqual({
      value: expect.closeTo(0.2, 12),
      sentence: '20 % of the deposits in 2 markets could be withdrawn at once.',
      asOf: '2024-03-03',
      source: 'test',
    })
  })

  test('is that of the worst market of unknown size', () => {
    const markets = [{ suppliedUsd: 3e6, availableShare: 0.5 }, { availableShare: 0.1 }]
    expect(judge(availableShare, lending(markets))).toMatchObject({
      value: 0.1,
      sentence:
        'At worst: 10 % of the deposits in 2 markets could be withdrawn at once. The size of 1 of 2 markets is not known; the worst of these counts if it is worse than the rest.',
    })
  })

  test('counts as the worst in a market that could not be read', () => {
    const gap = { why: 'reverted' as const, facts: ['availableShare' as const] }
    const read = { suppliedUsd: 1e6, availableShare: 0.5 }
    expect(judge(availableShare, lending([read, { gap }]))).toMatchObject({
      value: 0.01,
      sentence:
        'At worst: 1 % of the deposits in 2 markets could be withdrawn at once. 1 of 2 markets could not be read and counts as the worst.',
    })
    expect(judge(availableShare, lending([read, { suppliedUsd: 1e6, gap }]))).toMatchObject({
      value: 0.255,
    })
  })

  test('leaves out the markets whose share is not known, and zero is a share', () => {
    const markets = [{ availableShare: 0 }, { availableShare: null }]
    expect(judge(availableShare, lending(markets))).toMatchObject({
      value: 0,
      sentence: '0 % of the deposits in its market could be withdrawn at once.',
    })
  })

  test('is typical of the activity where no share was read', () => {
    expect(judge(availableShare, lending([{}]))).toMatchObject(TYPICAL)
    expect(judge(availableShare, lending([]))).toMatchObject(TYPICAL)
  })

  test('never raises the risk when one market has more to withdraw', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    const market = fc.record({
      suppliedUsd: fc.option(fc.double({ min: 0, max: 1e9, noNaN: true }), { freq: 9 }),
      availableShare: share,
    })
    fc.assert(
      fc.property(fc.array(market, { minLength: 1, maxLength: 4 }), share, (markets, more) => {
        const [first, ...others] = markets
        if (!first) return
        const of = (availableShare: number) =>
          riskOf(lending([{ ...first, availableShare }, ...others]))
        const [low, high] = [
          Math.min(first.availableShare, more),
          Math.max(first.availableShare, more),
        ]
        expect(of(high)).toBeLessThanOrEqual(of(low) + 1e-9)
      }),
    )
  })
})

function riskOf(record: ReturnType<typeof lending>): number {
  const judged = judge(availableShare, record)
  if (typeof judged === 'string' || judged.value === undefined) throw new Error('no value')
  return riskAt(anchors, judged.value)
}
