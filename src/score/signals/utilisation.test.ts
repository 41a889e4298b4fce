import { describe, expect, test } from 'vitest'
import { missing } from '../../domain/reading.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord, fact } from '../fixtures/record.ts'
import { utilisation } from './utilisation.ts'

function aLender(left: number, borrowed: number, category: string | null = 'Lending') {
  const tvl = fact([
    { chain: 'Ethereum', section: 'tvl' as const, usd: left },
    { chain: 'Ethereum', section: 'borrowed' as const, usd: borrowed },
  ])
  return aRecord({ category, tvl })
}

describe('utilisation', () => {
  test.each([
    [70, 30, 0.3, '30 % of deposits are lent out.'],
    [1, 2, 2 / 3, '67 % of deposits are lent out.'],
    [0, 1, 1, '100 % of deposits are lent out.'],
    [1e9, 1, 1e-9, '0 % of deposits are lent out.'],
  ])('%d left beside %d borrowed', (left, borrowed, value, sentence) => {
    const judged = judge(utilisation, aLender(left, borrowed))
    expect(judged).toMatchObject({ sentence, asOf: '2024-03-11', source: 'test' })
    expect(judged).toHaveProperty('value', expect.closeTo(value, 9))
  })

  test('a lender of whom nothing borrowed is known is missing, not idle', () => {
    const expected = { missing: 'not-covered', source: 'test' }
    expect(judge(utilisation, aRecord({ category: 'Lending' }))).toEqual(expected)
    expect(judge(utilisation, aLender(100, 0))).toEqual(expected)
    const tvl = missing('stale', 'registry')
    expect(judge(utilisation, aRecord({ category: 'Lending', tvl }))).toEqual({
      missing: 'stale',
      source: 'registry',
    })
  })

  test('is not asked of an activity that lends nothing, but of an unknown one', () => {
    expect(judge(utilisation, aLender(50, 50, 'Dexs'))).toBe('not applicable')
    expect(judge(utilisation, aLender(50, 50, null))).toMatchObject({ value: 0.5 })
  })
})
