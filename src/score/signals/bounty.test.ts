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
    ['a thousandth', 100_000, 100_000_000, 0.001, 4],
    ['a hundredth', 1_000_000, 100_000_000, 0.01, 1],
    ['a tenth', 50_000, 500_000, 0.1, 0],
    ['all', 50_000, 50_000, 1, 0],
    ['more than all', 50_000, 1_000, 1, 0],
    ['something of nothing', 50_000, 0, 1, 0],
  ])('%s of the TVL', (_, maxUsd, tvlUsd, value, risk) => {
    const judged = judge(bounty, aRecordThatPays(maxUsd, tvlUsd))
    expect(judged).toMatchObject({ value, asOf: '2024-02-01', source: 'immunefi' })
    expect(judged).toHaveProperty('risk', expect.closeTo(risk, 9))
  })

  test('the sentence names the reward in dollars', () => {
    expect(judge(bounty, aRecordThatPays(1_499_999.6, 1e9))).toHaveProperty(
      'sentence',
      'Immunefi lists up to $1,500,000.',
    )
  })

  test('a list that was read and names no programme is knowledge, even without a TVL', () => {
    const record = { ...aRecordThatPays(0, 1e6), tvl: missing('refused', 'registry') }
    expect(judge(bounty, record)).toMatchObject({
      value: 0,
      risk: 7,
      sentence: 'No programme is listed on Immunefi.',
    })
  })

  test('a reward is missing as long as nobody knows what it protects', () => {
    const record = { ...aRecordThatPays(50_000, 1e6), tvl: missing('refused', 'registry') }
    expect(judge(bounty, record)).toEqual({ missing: 'refused', source: 'registry' })
  })

  test('a list that was not read is missing', () => {
    const stale = aRecord({ facts: { bounty: missing('stale', 'immunefi') } })
    expect(judge(bounty, stale)).toEqual({ missing: 'stale', source: 'immunefi' })
    expect(judge(bounty, aRecord())).toEqual({ missing: 'not-covered', source: 'immunefi' })
  })
})
