import { describe, expect, test } from 'vitest'
import { missing } from '../../domain/reading.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord, fact } from '../fixtures/record.ts'
import { chainSecurity } from './chain-security.ts'

function aRecordOn(amounts: Record<string, number>) {
  const points = Object.entries(amounts).map(
    ([chain, usd]) => ({ chain, section: 'tvl', usd }) as const,
  )
  return aRecord({ tvl: fact(points) })
}

describe('chain security', () => {
  test.each([
    [{ Ethereum: 5 }, 0, 'TVL is 100 % on chains with their own validators.'],
    [{ Arbitrum: 5 }, 1, 'TVL is 100 % on rollups.'],
    [{ Polygon: 5 }, 2, 'TVL is 100 % on sidechains with few validators.'],
    [
      { Ethereum: 5, Polygon: 5 },
      1,
      'TVL is 50 % on chains with their own validators, 50 % on sidechains with few validators.',
    ],
    [
      { Ethereum: 3, Arbitrum: 1 },
      0.25,
      'TVL is 75 % on chains with their own validators, 25 % on rollups.',
    ],
    [{ Ethereum: 1e6, Arbitrum: 1 }, 1e-6, 'TVL is 100 % on chains with their own validators.'],
  ])('%j', (amounts, value, sentence) => {
    const judged = judge(chainSecurity, aRecordOn(amounts))
    expect(judged).toMatchObject({ sentence, asOf: '2024-03-11', source: 'test' })
    expect(judged).toHaveProperty('value', expect.closeTo(value, 9))
  })

  test('up to half of the TVL may be on chains that are not classed, and counts as on sidechains', () => {
    expect(judge(chainSecurity, aRecordOn({ Ethereum: 5, Newland: 5 }))).toMatchObject({
      value: 1,
      sentence:
        'TVL is 50 % on chains with their own validators, 50 % on chains we have not classified.',
    })
  })

  test('more than half on such chains is missing, and so is a chain that no list holds', () => {
    const expected = { missing: 'not-covered', source: 'test' }
    expect(judge(chainSecurity, aRecordOn({ Ethereum: 49, Newland: 51 }))).toEqual(expected)
    expect(judge(chainSecurity, aRecordOn({ Ethereum: 49, Nowhere: 51 }))).toEqual(expected)
  })

  test('a TVL of zero or none at all is missing', () => {
    expect(judge(chainSecurity, aRecordOn({ Ethereum: 0 }))).toMatchObject({
      missing: 'not-covered',
    })
    const tvl = missing('refused', 'registry')
    expect(judge(chainSecurity, aRecord({ tvl }))).toEqual({
      missing: 'refused',
      source: 'registry',
    })
  })
})
