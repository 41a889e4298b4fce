import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { historyColumns } from '../contract/history.ts'
import { aPast, numbersOf } from './fixtures/past.ts'
import { createHistory } from './history.ts'

const subject = { id: '7', slug: 'harbour', name: 'Harbour', retired: null }

describe(createHistory, () => {
  test('names the first day whose scores were published on it, where there are earlier ones', () => {
    const past = aPast([['2026-01-01', '1']], { 7: numbersOf([2]) })
    expect(createHistory(subject, past)).not.toHaveProperty('publishedFrom')
    const publishedFrom = '2026-01-05'
    expect(createHistory(subject, { ...past, publishedFrom })).toMatchObject({ publishedFrom })
  })

  test('gives the published scores of every snapshot that had the protocol, by column', () => {
    const past = aPast(
      [
        ['2026-01-01', '1'],
        ['2026-01-05', '1'],
        ['2026-01-09', '2'],
        ['2026-01-13', '2'],
      ],
      {
        7: numbersOf([2.04, null, undefined, 3.05], {
          tvlUsd: [10, 20, undefined, null],
          low: [1.96, 1, undefined, 2.2],
          high: [2.55, 3, undefined, null],
          oracle: 4.26,
          tvlDays: [[1, '2025-12-30']],
        }),
        8: numbersOf([9, 9, 9, 9]),
      },
    )
    const history = createHistory(subject, past)
    expect(historyColumns.parse(history)).toEqual({
      id: 'harbour',
      name: 'Harbour',
      retired: null,
      days: ['2026-01-01', '2026-01-05', '2026-01-13'],
      methodologies: [
        { version: '1', from: '2026-01-01' },
        { version: '2', from: '2026-01-13' },
      ],
      composite: [2, null, 3.1],
      range: { low: [2, null, null], high: [2.6, null, null] },
      dimensions: {
        credit: [null, null, null],
        counterparty: [null, null, null],
        liquidity: [null, null, null],
        oracle: [4.3, null, 4.3],
        smartContract: [null, null, null],
        liquidityTrap: [null, null, null],
      },
      tvlUsd: [10, 20, null],
      tvlAsOf: [null, '2025-12-30', null],
      // The first score by a methodology is compared with nothing.
      announced: [],
    })
  })

  test('keeps each published score between its published bounds', () => {
    const micro = fc.integer({ min: 0, max: 10_000_000 }).map((parts) => parts / 1e6)
    fc.assert(
      fc.property(micro, micro, micro, (...three) => {
        const [low = 0, score = 0, high = 0] = three.toSorted((a, b) => a - b)
        const own = numbersOf([score], { low: [low], high: [high] })
        const { composite, range } = createHistory(
          subject,
          aPast([['2026-01-01', '1']], { 7: own }),
        )
        expect(Number(range.low[0])).toBeLessThanOrEqual(Number(composite[0]))
        expect(Number(range.high[0])).toBeGreaterThanOrEqual(Number(composite[0]))
      }),
    )
  })

  test('of a protocol that no snapshot knows is empty', () => {
    expect(createHistory(subject, aPast([['2026-01-01', '1']], {}))).toMatchObject({
      days: [],
      composite: [],
      methodologies: [],
    })
  })
})
