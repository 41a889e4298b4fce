import path from 'node:path'
import { expect, test } from 'vitest'
import { type ListRow, largestOf, readList } from './list.ts'

const row = (change: Partial<ListRow>): ListRow => ({
  id: '1',
  slug: 'tern',
  name: 'Tern',
  category: 'Lending',
  tvl: 100e6,
  chains: ['Ethereum', 'Binance'],
  chainTvls: { Ethereum: 80e6, Binance: 20e6, 'Ethereum-borrowed': 500e6, staking: 25e6 },
  ...change,
})

test('the largest leave out custodians, bridges and rows without TVL', () => {
  const rows = [
    row({ slug: 'a', tvl: 1e6 }),
    row({ slug: 'b', tvl: 3e6 }),
    row({ slug: 'c', tvl: 9e6, category: 'CEX' }),
    row({ slug: 'd', tvl: 8e6, category: 'Bridge' }),
    row({ slug: 'e', tvl: null }),
    row({ slug: 'f', tvl: 2e6 }),
  ]
  const { protocols, leftOut } = largestOf(rows, 2)
  expect(protocols.map(({ slug }) => slug)).toEqual(['b', 'f'])
  expect(leftOut).toEqual([])
})

test('a TVL that is another’s again is left out by name, with its reason', () => {
  const rows = [
    row({}),
    row({ slug: 'gannet', name: 'Gannet', category: 'Risk Curators', tvl: 200e6 }),
    row({ slug: 'ssv-network', name: 'SSV', tvl: 300e6 }),
    row({ slug: 'small', category: 'Risk Curators', tvl: 1e6 }),
  ]
  const { protocols, leftOut } = largestOf(rows, 1)
  expect(protocols.map(({ slug }) => slug)).toEqual(['tern'])
  expect(leftOut.map(({ name, tvl }) => [name, tvl])).toEqual([
    ['SSV', 300],
    ['Gannet', 200],
  ])
  for (const { why } of leftOut) expect(why).toMatch(/counted there\.$/)
})

test('a row keeps the shares of chains without borrowed amounts, and of its own token', () => {
  const [found] = largestOf([row({})], 1).protocols
  expect(found).toMatchObject({ tvl: 100, chains: { Ethereum: 0.8, Binance: 0.2 }, ownToken: 0.2 })
})

test('a token is where people hold it, not where its reserve is', () => {
  const bitcoin = { chains: ['Bitcoin'], chainTvls: { Bitcoin: 100e6 } }
  const [found] = largestOf([row({ slug: 'lombard-lbtc', ...bitcoin })], 1).protocols
  expect(found).toMatchObject({ chains: { Ethereum: 0.93 } })
  expect(found?.reserve).toMatch(/^The list places its reserve/)
})

test.each(['package.json', 'README.md'])('%s is said to be no list', (name) => {
  const file = path.join(import.meta.dirname, '../..', name)
  expect(() => readList(file)).toThrow(`${file} is not DefiLlama's list of protocols.`)
})
