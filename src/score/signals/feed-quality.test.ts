import { describe, expect, test } from 'vitest'
import type { Oracle } from '../../domain/protocol.ts'
import { missing } from '../../domain/reading.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord, fact } from '../fixtures/record.ts'
import { feedQuality } from './feed-quality.ts'

function aRecordWith(category: string | null, ...names: string[]) {
  const oracles = names.map((name): Oracle => ({ name, type: 'Primary', proof: [] }))
  return aRecord({ category, facts: { oracles: fact(oracles) } })
}

describe('without a feed that was read, the declared price sources count', () => {
  test.each([
    [1, 7, '1 price source is declared.'],
    [2, 4, '2 price sources are declared.'],
    [3, 2, '3 price sources are declared.'],
    [9, 2, '9 price sources are declared.'],
  ])('%i of them at %d risk points', (count, value, sentence) => {
    const names = Array.from({ length: count }, (_, index) => `Feed ${index}`)
    expect(judge(feedQuality, aRecordWith('Lending', ...names))).toEqual({
      value,
      sentence,
      asOf: '2024-03-11',
      source: 'test',
    })
  })

  test('none is missing, not zero: nobody runs a lending market without prices', () => {
    const expected = { missing: 'not-covered', source: 'test' }
    expect(judge(feedQuality, aRecordWith('Lending'))).toEqual(expected)
    expect(judge(feedQuality, aRecord({ category: 'Lending' }))).toEqual(expected)
    const facts = { oracles: missing('refused', 'registry') }
    expect(judge(feedQuality, aRecord({ category: 'Lending', facts }))).toEqual({
      missing: 'refused',
      source: 'registry',
    })
  })

  test('is asked of an activity that needs no prices only when it declares a source', () => {
    expect(judge(feedQuality, aRecordWith('Dexs'))).toBe('not applicable')
    expect(judge(feedQuality, aRecordWith('Dexs', 'TWAP'))).toMatchObject({ value: 7 })
    expect(judge(feedQuality, aRecordWith(null))).toMatchObject({ missing: 'not-covered' })
  })
})
