import { describe, expect, test } from 'vitest'
import type { Oracle } from '../../domain/protocol.ts'
import { missing } from '../../domain/reading.ts'
import { judge } from '../fixtures/judgement.ts'
import { aRecord, fact } from '../fixtures/record.ts'
import { METHODOLOGY } from '../methodology.ts'
import { oracleDependence } from './oracle-dependence.ts'

const POINTS = METHODOLOGY.activities.lending?.oracleDependence ?? Number.NaN
const UNDECLARED = POINTS + METHODOLOGY.undeclaredOracleAddend
const TABLE = { asOf: METHODOLOGY.publishedOn, source: 'methodology' }

function aRecordWith(category: string | null, ...names: string[]) {
  const oracles = names.map((name): Oracle => ({ name, type: 'Primary', proof: [] }))
  return aRecord({ category, facts: { oracles: fact(oracles) } })
}

describe('oracle dependence', () => {
  test.each([
    ['Lending', ['Chainlink'], POINTS, 'Lending market: it reads prices from Chainlink.'],
    [
      'Derivatives',
      ['Pyth', 'Chainlink'],
      METHODOLOGY.activities.derivatives?.oracleDependence,
      'Perpetuals and synthetics: it reads prices from Chainlink and Pyth.',
    ],
    [
      'CDP',
      ['C', 'A', 'B'],
      METHODOLOGY.activities.cdp?.oracleDependence,
      'Collateralised debt: it reads prices from A, B and C.',
    ],
    ['Dexs', ['TWAP'], METHODOLOGY.declaredOracleElsewhere, 'It reads prices from TWAP.'],
    [null, ['Chainlink'], METHODOLOGY.declaredOracleElsewhere, 'It reads prices from Chainlink.'],
  ])('of %s with %j', (category, names, points, sentence) => {
    expect(judge(oracleDependence, aRecordWith(category, ...names))).toEqual({
      value: points,
      sentence,
      asOf: '2024-03-11',
      source: 'test',
    })
  })

  test('an activity that needs prices and declares none is judged worse', () => {
    const expected = {
      value: UNDECLARED,
      sentence: 'Lending market: it needs prices, and no source is declared.',
      ...TABLE,
    }
    expect(judge(oracleDependence, aRecordWith('Lending'))).toEqual(expected)
    expect(judge(oracleDependence, aRecord({ category: 'Lending' }))).toEqual(expected)
  })

  test('what could not be read is not called undeclared', () => {
    const facts = { oracles: missing('stale', 'registry') }
    expect(judge(oracleDependence, aRecord({ category: 'Lending', facts }))).toMatchObject({
      value: UNDECLARED,
      sentence: 'Lending market: it needs prices, and its declared sources could not be read.',
    })
  })

  test('a category that the table does not hold and no declaration is missing', () => {
    const expected = { missing: 'not-covered', source: 'test' }
    expect(judge(oracleDependence, aRecord({ category: 'Time Travel' }))).toEqual(expected)
  })

  test('no activity is called independent because of a feed that it only falls back on', () => {
    const oracles = fact([{ name: 'Spare', type: 'Fallback', proof: [] }])
    expect(judge(oracleDependence, aRecord({ category: 'Dexs', facts: { oracles } }))).toBe(
      'not applicable',
    )
    expect(
      judge(oracleDependence, aRecord({ category: 'Lending', facts: { oracles } })),
    ).toMatchObject({ value: UNDECLARED })
  })
})

describe('oracle dependence applies', () => {
  test('to an activity that needs no prices only when it declares a source', () => {
    expect(judge(oracleDependence, aRecordWith('Dexs'))).toBe('not applicable')
    expect(judge(oracleDependence, aRecord({ category: 'Dexs' }))).toBe('not applicable')
    expect(judge(oracleDependence, aRecordWith('Dexs', 'TWAP'))).not.toBe('not applicable')
  })

  test('to a category that the table does not hold, since it may need prices', () => {
    expect(judge(oracleDependence, aRecord({ category: null }))).not.toBe('not applicable')
  })
})
