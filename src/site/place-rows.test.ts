import { expect, test } from 'vitest'
import type { ScreenerIndex } from '../contract/screener-index.ts'
import { screener } from './fixtures/documents.ts'
import { placeLinks } from './place-links.ts'
import { placeRows } from './place-rows.ts'
import { plainListPath, plainLists } from './plain-lists.ts'

const named = (name: string, aliases: string[] = []) => ({
  name,
  aliases,
  protocolCount: 1,
  tvlUsd: null,
})

const places = [
  ...placeLinks('chain', [named('BNB Chain', ['BSC']), named('Base')]),
  ...placeLinks('category', [named('Lending')]),
]

/** `Skua` on two spellings of a chain and on Base, and the second of the fixture on Base alone. */
const index: ScreenerIndex = {
  ...screener,
  chains: ['BNB Chain', 'BSC', 'Base'],
  columns: {
    ...screener.columns,
    tvlUsd: [100, 50],
    chains: [[0, 1, 2], [2]],
    chainTvlUsd: [[60, 30, null], []],
  },
}

const { all, byPath, asOf } = placeRows(index, places)
const at = (path: string) => byPath.get(path)?.map(({ id, tvlUsd }) => [id, tvlUsd])

test('a chain has the TVL there: spellings add up, and what is not known is not zero', () => {
  expect(at('/chain/bnb-chain/')).toEqual([['404', 90]])
  expect(at('/chain/base/')).toEqual([
    ['tern-lend', 50],
    ['404', null],
  ])
})

test('a category has all of the TVL, and no protocol without a category', () => {
  expect(at('/category/lending/')).toEqual([['tern-lend', 50]])
})

test('the list of all is in order of TVL, with level and day', () => {
  expect(all.map(({ id, riskLevel }) => [id, riskLevel])).toEqual([
    ['404', null],
    ['tern-lend', 'moderate'],
  ])
  expect(asOf).toBe('2026-11-21')
})

test('every chain has a plain list of all its protocols, lowest score first, with the TVL there', () => {
  const { chains } = plainLists(index, places)
  expect(
    chains.map(({ path, rows }) => [path, rows.map((row) => [row.pageName, row.tvlUsd])]),
  ).toEqual([
    [
      'chain-base',
      [
        ['tern-lend', 50],
        ['404', null],
      ],
    ],
    ['chain-bnb-chain', [['404', 90]]],
  ])
  expect(places.map(plainListPath)).toEqual(['chain-bnb-chain', 'chain-base', 'category-lending'])
})
