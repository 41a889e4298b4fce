import { describe, expect, test } from 'vitest'
import { known, missing } from '../../domain/reading.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord, fact } from '../fixtures/record.ts'
import { bounty } from './bounty.ts'

function aRecordThatPays(maxUsd: number, tvlUsd: number) {
  const reward = { maxUsd, programme: maxUsd > 0 ? 'harbour' : '', url: '' }
  return aRecord({
    facts: { bounty: known(reward, '2024-02-01', 'immunefi') },
    tvl: fact([{ chain: 'Ethereum', section: 'tvl', usd: tvlUsd }]),
  })
}

describe('bounty', () => {
  test.each([
    ['a thousandth of the TVL', 100_000, 100_000_000, 0.001, '$100,000'],
    ['all of it', 50_000, 50_000, 1, '$50,000'],
    ['more than all of it', 1_499_999.6, 1_000, 1, '$1,500,000'],
    ['something of nothing', 50_000, 0, 1, '$50,000'],
  ])('%s', (_, maxUsd, tvlUsd, value, dollars) => {
    expect(judge(bounty, aRecordThatPays(maxUsd, tvlUsd))).toEqual({
      value,
      sentence: `Immunefi lists up to ${dollars}.`,
      asOf: '2024-02-01',
      source: 'immunefi',
    })
  })

  test('a list that was read and names no programme is knowledge, even without a TVL', () => {
    const record = { ...aRecordThatPays(0, 1e6), tvl: missing('refused', 'registry') }
    expect(judge(bounty, record)).toMatchObject({
      value: 0,
      sentence: 'No programme is listed on Immunefi.',
    })
  })

  test('a reward is missing as long as it is not known what it protects', () => {
    const record = { ...aRecordThatPays(50_000, 1e6), tvl: missing('refused', 'registry') }
    expect(judge(bounty, record)).toEqual({ missing: 'refused', source: 'registry' })
  })

  test('a list that was not read is missing', () => {
    const stale = aRecord({ facts: { bounty: missing('stale', 'immunefi') } })
    expect(judge(bounty, stale)).toEqual({ missing: 'stale', source: 'immunefi' })
    expect(judge(bounty, aRecord())).toEqual({ missing: 'unmatched', source: 'immunefi' })
  })
})
