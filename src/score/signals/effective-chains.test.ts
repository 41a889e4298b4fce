import { describe, expect, test } from 'vitest'
import type { AuditFlag } from '../../domain/protocol.ts'
import { known, missing } from '../../domain/reading.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord, fact } from '../fixtures/record.ts'
import { effectiveChains } from './effective-chains.ts'

function aRecordOn(...amounts: number[]) {
  const points = amounts.map((usd, index) => ({ chain: `C${index}`, section: 'tvl', usd }) as const)
  return aRecord({ tvl: fact(points) })
}

describe('effective chains', () => {
  test.each([
    [[7], 1, 'All TVL is on C0.'],
    [[5, 5], 2, '50 % of TVL is on C0; the spread is equivalent to 2.0 equally large chains.'],
    [[1, 3], 1.6, '75 % of TVL is on C1; the spread is equivalent to 1.6 equally large chains.'],
    [
      [1, 1, 1, 1],
      4,
      '25 % of TVL is on C0; the spread is equivalent to 4.0 equally large chains.',
    ],
    [
      Array<number>(30).fill(1),
      30,
      '3 % of TVL is on C0; the spread is equivalent to 30.0 equally large chains.',
    ],
    [
      [1e6, 1],
      1.000002,
      '99 % of TVL is on C0; the spread is equivalent to 1.0 equally large chains.',
    ],
  ])('%j', (amounts, value, sentence) => {
    const judged = judge(effectiveChains, aRecordOn(...amounts))
    expect(judged).toMatchObject({ sentence, asOf: '2024-03-11', source: 'test' })
    expect(judged).toHaveProperty('value', expect.closeTo(value, 6))
  })

  test('a chain without TVL does not count, nor does what is borrowed or staked', () => {
    const tvl = fact([
      { chain: 'Ethereum', section: 'tvl', usd: 5 },
      { chain: 'Polygon', section: 'tvl', usd: 0 },
      { chain: 'Arbitrum', section: 'borrowed', usd: 5 },
      { chain: 'Arbitrum', section: 'staking', usd: 5 },
    ] as const)
    expect(
      judge(effectiveChains, aRecord({ tvl: { ...tvl, value: [...tvl.value] } })),
    ).toMatchObject({ value: 1, sentence: 'All TVL is on Ethereum.' })
  })

  test.each([
    [['Ethereum', 'Arbitrum', 'Polygon', 'Base'], 2, 'It is listed on 4 chains; '],
    [['Ethereum'], 1, 'It is listed on one chain; '],
    [[], 1, 'It is listed on one chain; '],
  ])('without a TVL to share out, %j counts as %d', (chains, value, start) => {
    const facts = {
      auditFlag: known<AuditFlag>('none', '2024-01-01', 'registry'),
      contract: known('0xabc', '2024-02-02', 'registry'),
    }
    const record = { ...aRecordOn(0), chains, facts }
    expect(judge(effectiveChains, record)).toEqual({
      value,
      sentence: `${start}how its TVL is spread is not known.`,
      asOf: '2024-02-02',
      source: 'test',
    })
  })

  test('without a day or with a TVL that could not be read it is missing', () => {
    expect(judge(effectiveChains, aRecordOn(0))).toEqual({ missing: 'not-covered', source: 'test' })
    const facts = { contract: fact('0xabc') }
    const tvl = missing('stale', 'registry')
    expect(judge(effectiveChains, aRecord({ tvl, facts }))).toEqual({
      missing: 'stale',
      source: 'registry',
    })
  })
})
