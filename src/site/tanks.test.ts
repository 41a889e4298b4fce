import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detail, unscored } from './fixtures/documents.ts'
import { type Ledger, ledgerOf } from './ledger.ts'
import { tanksOf } from './tanks.ts'

const ledger = ledgerOf(detail) ?? expect.fail('the fixture has a score')

describe('the tanks of a score', () => {
  test('are as wide as the weight and filled to the score, and a dimension without a score has none', () => {
    const { tanks, level } = tanksOf(ledger) ?? expect.fail('no tanks')
    expect(tanks.map(({ label, x, width, y, height }) => [label, x, width, y, height])).toEqual([
      ['Smart Contract', 0, 60, 60, 40],
      ['Liquidity', 60, 40, 70, 30],
    ])
    expect(level).toEqual({ score: 3.6, y: 64 })
  })

  test('are hatched up to the levelled line, and the figure is above it', () => {
    const [full, low] = tanksOf(ledger)?.tanks ?? []
    expect(full).toMatchObject({ hatch: null, textY: 60 })
    expect(low).toMatchObject({ hatch: { y: 64, height: 6 }, textY: 64 })
  })

  test('say which part of their weight was measured and which is typical', () => {
    expect(tanksOf(ledger)?.tanks.map(({ measured, typical }) => [measured, typical])).toEqual([
      [50, 0],
      [0, 100],
    ])
  })

  test('are not drawn without a score', () => {
    expect(tanksOf(ledgerOf(unscored) ?? expect.fail('no ledger'))).toBeNull()
  })

  test('fill the picture from side to side, whichever dimensions have a score', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 100 })), {
          minLength: 1,
          maxLength: 6,
        }),
        (parts) => {
          const sum = parts.reduce((all, [weight]) => all + weight, 0)
          const [base] = ledger.dimensions
          if (!base) return expect.fail('no dimension')
          const dimensions = parts.map(([weight, tenths]) => ({
            ...base,
            weight: weight / sum,
            score: tenths / 10,
          }))
          const drawn: Ledger = { ...ledger, dimensions, total: 5 }
          const tanks = tanksOf(drawn)?.tanks ?? []
          let edge = 0
          for (const { x, width, y, height } of tanks) {
            expect(x).toBeCloseTo(edge, 6)
            expect(y + height).toBeCloseTo(100, 6)
            edge = x + width
          }
          expect(edge).toBeCloseTo(100, 6)
        },
      ),
    )
  })
})
