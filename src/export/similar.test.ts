import { describe, expect, test } from 'vitest'
import { addDays } from '../domain/day.ts'
import { DAY, fact } from '../score/fixtures/record.ts'
import { anEntry, type EntryFields } from './fixtures/catalogue.ts'
import { similarProtocols } from './similar.ts'

function similarTo(id: string, ...entries: EntryFields[]): string[] {
  const all = similarProtocols(entries.map(anEntry), DAY)
  return (all.get(id) ?? []).map(({ record }) => record.id)
}

describe('similar protocols', () => {
  test('are of the same category, and never the protocol itself', () => {
    expect(
      similarTo(
        '1',
        { id: '1', category: 'Lending' },
        { id: '2', category: 'CDP' },
        { id: '3', category: 'Lending' },
      ),
    ).toEqual(['3'])
  })

  test('are active; one that has ended has similar ones itself', () => {
    const end = { status: 'dead' as const, reason: 'It has ended.', day: '2024-03-01', source: 'x' }
    const [first, second] = [{ id: '1' }, { id: '2' }].map(anEntry)
    if (!first || !second) throw new Error('two entries')
    const similar = similarProtocols([first, { ...second, inactive: end }], DAY)
    expect(similar.get('1')).toEqual([])
    expect(similar.get('2')).toEqual([first])
  })

  test('have a TVL of at most 180 days ago', () => {
    const old = { ...fact([]), asOf: addDays(DAY, -181) }
    expect(similarTo('1', { id: '1' }, { id: '2', tvl: old }, { id: '3' })).toEqual(['3'])
    expect(similarTo('2', { id: '1' }, { id: '2', tvl: old })).toEqual(['1'])
  })

  test('come nearest first: by chains in common', () => {
    expect(
      similarTo(
        '1',
        { id: '1', chains: ['Base', 'Ethereum'], composite: 3 },
        { id: '2', chains: ['Solana'], composite: 3 },
        { id: '3', chains: ['Base'], composite: 3 },
        { id: '4', chains: ['Ethereum', 'Base'], composite: 3 },
      ),
    ).toEqual(['4', '3', '2'])
  })

  test('by size, counted in decades', () => {
    expect(
      similarTo(
        '1',
        { id: '1', tvlUsd: 1e6, composite: 3 },
        { id: '2', tvlUsd: 1e9, composite: 3 },
        { id: '3', tvlUsd: 2e6, composite: 3 },
        { id: '4', tvlUsd: 1e5, composite: 3 },
        { id: '5', tvlUsd: null, composite: 3 },
      ),
    ).toEqual(['3', '4', '2', '5'])
  })

  test('by risk, and one without a score counts as three points away', () => {
    expect(
      similarTo(
        '1',
        { id: '1', composite: 3 },
        { id: '2', composite: 7 },
        { id: '3', facts: {} },
        { id: '4', composite: 5 },
        { id: '5', composite: 2 },
      ),
    ).toEqual(['5', '4', '3', '2'])
  })

  test('are five at most, equals by id as a number', () => {
    const entries = ['10', '9', '8', '7', '6', '5', '4', '3'].map((id) => ({ id, composite: 3 }))
    expect(similarTo('5', ...entries)).toEqual(['3', '4', '6', '7', '8'])
  })

  test('weigh a decade of size as half of all chains, and three points of risk as all of them', () => {
    const here = { chains: ['Base', 'Ethereum'], tvlUsd: 1e6, composite: 4 }
    expect(
      similarTo(
        '1',
        { ...here, id: '1' },
        { ...here, id: '2', tvlUsd: 1e6 * 10 ** 1.1 },
        { ...here, id: '3', chains: ['Base'] },
        { ...here, id: '4', composite: 2.6 },
        { ...here, id: '5', tvlUsd: 1e6 / 10 ** 0.9 },
      ),
    ).toEqual(['5', '4', '3', '2'])
    expect(
      similarTo(
        '1',
        { ...here, id: '1' },
        { ...here, id: '2', tvlUsd: 1e6 * 10 ** 2.1 },
        { ...here, id: '3', composite: undefined, facts: {} },
        { ...here, id: '4', tvlUsd: 1e6 * 10 ** 1.9 },
        { ...here, id: '5', chains: ['Base', 'Polygon'] },
      ),
    ).toEqual(['5', '4', '3', '2'])
  })

  test('of one without a score are not ordered by score', () => {
    const entries = ['2', '3', '4'].map((id) => ({ id, composite: 9 - Number(id) }))
    expect(similarTo('1', { id: '1', facts: {} }, ...entries)).toEqual(['2', '3', '4'])
  })

  describe('are looked for among the 24 next larger and the 24 next smaller', () => {
    /** Sixty protocols from the largest to the smallest, of which two have the same low risk. */
    const fleet = (one: number, two: number, sizeOf: (place: number) => number | null) =>
      Array.from({ length: 60 }, (_, place) => ({
        id: String(place + 1),
        tvlUsd: sizeOf(place),
        composite: place === one || place === two ? 3 : 9,
      })).toReversed()

    test.each([
      ['by falling TVL', (place: number) => 1e6 - place],
      ['by id where the TVL is the same', () => 1e6],
      ['the unknown last', (place: number) => (place < 20 ? 20 - place : null)],
    ])('%s', (_, sizeOf) => {
      expect(similarTo('1', ...fleet(0, 24, sizeOf))[0]).toBe('25')
      expect(similarTo('1', ...fleet(0, 25, sizeOf))[0]).not.toBe('26')
      expect(similarTo('60', ...fleet(59, 35, sizeOf))[0]).toBe('36')
      expect(similarTo('60', ...fleet(59, 34, sizeOf))[0]).not.toBe('35')
    })
  })

  test('are none for a protocol without a category, or alone in its own', () => {
    const entries = [{ id: '1', category: null }, { id: '2', category: null }, { id: '3' }]
    expect(similarTo('1', ...entries)).toEqual([])
    expect(similarTo('3', ...entries)).toEqual([])
  })

  test('do not depend on the order of the entries', () => {
    const entries = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => ({ id: String(n), tvlUsd: 10 ** (n % 4) }))
    for (const { id } of entries) {
      expect(similarTo(id, ...entries.toReversed())).toEqual(similarTo(id, ...entries))
    }
  })
})
