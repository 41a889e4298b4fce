import { describe, expect, test } from 'vitest'
import { missing } from '../../domain/reading.ts'
import { aRecord, fact } from '../fixtures/record.ts'
import { priceSources } from './price-sources.ts'

function declaring(...types: string[]) {
  const oracles = types.map((type, index) => ({ name: `Feed ${index}`, type, proof: [] }))
  return priceSources(aRecord({ facts: { oracles: fact(oracles) } }))
}

describe('price sources', () => {
  test.each([['Primary'], ['Secondary'], ['Aggregator'], ['Declared']])(
    'a feed of the type %s is depended on',
    (type) => {
      expect(declaring(type)).toMatchObject({ known: true, value: ['Feed 0'] })
    },
  )

  test.each([['Fallback'], ['RNG'], ['Reference'], ['PoR'], ['primary'], ['']])(
    'a feed of the type %j is not',
    (type) => {
      expect(declaring(type)).toMatchObject({ known: true, value: [] })
    },
  )

  test('a name counts once, whatever its types, and names come in alphabetical order', () => {
    const oracles = fact([
      { name: 'Pyth', type: 'Secondary', proof: [] },
      { name: 'Chainlink', type: 'Primary', proof: [] },
      { name: 'Pyth', type: 'Primary', proof: ['https://example.com'] },
    ])
    expect(priceSources(aRecord({ facts: { oracles } }))).toMatchObject({
      value: ['Chainlink', 'Pyth'],
    })
  })

  test('without a list they are missing, with its reason when it has one', () => {
    expect(priceSources(aRecord())).toEqual(missing('not-covered', 'test'))
    const oracles = missing('refused', 'registry')
    expect(priceSources(aRecord({ facts: { oracles } }))).toEqual(oracles)
  })
})
