import { describe, expect, test } from 'vitest'
import type { TvlPoint, TvlSection } from '../../domain/protocol.ts'
import { missing } from '../../domain/reading.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord, fact } from '../fixtures/record.ts'
import { ownTokenShare } from './own-token-share.ts'

function aRecordOf(amounts: Partial<Record<TvlSection, number>>) {
  const points = Object.entries(amounts).map(
    ([section, usd]) => ({ chain: 'Ethereum', section, usd }) as TvlPoint,
  )
  return aRecord({ tvl: fact(points) })
}

describe('own-token share', () => {
  test.each([
    [{ tvl: 1 }, 0, 'None of its value is counted as its own token, staked or paired.'],
    [{ tvl: 98, staking: 2 }, 0.02, '2.0 % of all value is its own token, staked or paired.'],
    [
      { tvl: 90, staking: 5, pool2: 5 },
      0.1,
      '10 % of all value is its own token, staked or paired.',
    ],
    [{ staking: 7 }, 1, '100 % of all value is its own token, staked or paired.'],
    [
      { tvl: 1, borrowed: 9, vesting: 9, treasury: 9, offers: 9 },
      0,
      'None of its value is counted as its own token, staked or paired.',
    ],
  ])('%j', (amounts, value, sentence) => {
    const expected = { value, sentence, asOf: '2024-03-11', source: 'test' }
    expect(judge(ownTokenShare, aRecordOf(amounts))).toEqual(expected)
  })

  test('of nothing is missing, and so is the share of a TVL that is not known', () => {
    const expected = { missing: 'not-covered', source: 'test' }
    expect(judge(ownTokenShare, aRecordOf({ tvl: 0 }))).toEqual(expected)
    expect(judge(ownTokenShare, aRecordOf({}))).toEqual(expected)
    const tvl = missing('refused', 'registry')
    expect(judge(ownTokenShare, aRecord({ tvl }))).toEqual({
      missing: 'refused',
      source: 'registry',
    })
  })
})
