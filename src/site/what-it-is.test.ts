import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { whatItIs } from './what-it-is.ts'

const FACTS = {
  description: null,
  category: 'Lending',
  chains: ['Ethereum', 'Base', 'Scroll', 'Blast', 'Linea'],
  listedAt: '2022-04-01T00:00:00.000Z',
  parentSlug: 'tern',
}

describe('what a protocol is', () => {
  test('is its description where there is one', () => {
    expect(whatItIs({ ...FACTS, description: ' A market for loans. ' })).toBe('A market for loans.')
  })

  test('is made of the facts of the registry otherwise', () => {
    expect(whatItIs(FACTS)).toBe(
      'A protocol of the category Lending on Ethereum, Base, Scroll and 2 more chains, listed by DefiLlama since 1 Apr 2022, one of the protocols of tern.',
    )
    expect(
      whatItIs({ ...FACTS, chains: ['Base', 'Scroll'], parentSlug: null, listedAt: null }),
    ).toBe('A protocol of the category Lending on Base and Scroll.')
  })

  test('leaves out what is not known', () => {
    const nothing = {
      description: '  ',
      category: null,
      chains: [],
      listedAt: null,
      parentSlug: null,
    }
    expect(whatItIs(nothing)).toBe('A protocol without a category.')
    expect(whatItIs({ ...nothing, chains: ['Base'] })).toBe(
      'A protocol without a category on Base.',
    )
  })

  test('is never empty', () => {
    fc.assert(
      fc.property(
        fc.option(fc.string()),
        fc.option(fc.string()),
        fc.array(fc.string()),
        (description, category, chains) => {
          expect(whatItIs({ ...FACTS, description, category, chains }).trim()).not.toBe('')
        },
      ),
    )
  })
})
