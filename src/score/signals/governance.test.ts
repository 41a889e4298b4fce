import { describe, expect, test } from 'vitest'
import { missing } from '../../domain/reading.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord, fact } from '../fixtures/record.ts'
import { governance } from './governance.ts'

describe('governance', () => {
  test.each([
    [[], 0, 6, 'No place to vote is declared.'],
    [['snapshot:harbour.eth'], 1, 4, 'Votes are held off chain, on Snapshot.'],
    [['Snapshot:harbour.eth'], 1, 4, 'Votes are held off chain, on Snapshot.'],
    [['eip155:1:0xabc'], 2, 1, 'Votes are held on chain.'],
    [['snapshot:harbour.eth', 'compound:0xabc'], 2, 1, 'Votes are held on chain.'],
  ])('%j', (ids, value, risk, sentence) => {
    expect(judge(governance, aRecord({ facts: { governance: fact(ids) } }))).toEqual({
      value,
      risk,
      sentence,
      asOf: '2024-03-11',
      source: 'test',
    })
  })

  test('is missing when nobody says, and keeps the reason', () => {
    expect(judge(governance, aRecord())).toEqual({ missing: 'not-covered', source: 'test' })
    const facts = { governance: missing('refused', 'registry') }
    expect(judge(governance, aRecord({ facts }))).toEqual({
      missing: 'refused',
      source: 'registry',
    })
  })
})
