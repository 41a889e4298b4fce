import { expect, test } from 'vitest'
import { compiledLens, fingerprintOf, LENS_NAMES } from '../../../testing/onchain/lens-sources.ts'
import fingerprints from './fingerprints.json' with { type: 'json' }

test('there are lenses', () => {
  expect(LENS_NAMES).toEqual(expect.arrayContaining(['Balances', 'Lens', 'Pools']))
  expect(Object.keys(fingerprints)).toEqual(LENS_NAMES)
})

// Compiled again in lens.long.test.ts.
test.each(LENS_NAMES)('the code of %s was compiled from this very source', (name) => {
  const hint = 'run: node scripts/contracts/lens.ts'
  expect(fingerprintOf(name), hint).toBe(fingerprints[name as keyof typeof fingerprints])
})

test.each(LENS_NAMES)(
  'the code of %s fits what a chain takes as creation code, with room for the arguments',
  (name) => {
    expect(compiledLens(name).bytecode.length / 2).toBeLessThan(16_384)
  },
)
