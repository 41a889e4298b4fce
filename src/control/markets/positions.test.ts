import { expect, test } from 'vitest'
import type { Address } from '../../chains/address.ts'
import { ASSET } from '../../chains/evm/abi.ts'
import { erc4626Entry } from '../../wallet/evm/drivers/erc4626.ts'
import { type Fact, says } from '../../wallet/evm/drivers/fixtures/fake-chain.ts'
import { exitTable, isContract } from './exit-table.ts'
import { fakeReader, readAlone } from './fixtures/readers.ts'
import { readRecording } from './fixtures/recorded-code.ts'
import { withoutRepeats } from './positions.ts'
import { readMarkets } from './read-markets.ts'
import type { FoundMarkets } from './reading.ts'
import { vaultMarkets } from './vaults.ts'

/** Morpho Vault V2 with a market of its own and with the vault of MetaMorpho that its second adapter is around, as their compiled source answered. */
const recording = readRecording('morpho-vault-v2')
const { calls } = recording.scene('a vault as its liquidity')
const OUTER = erc4626Entry.parse(recording.entry).vault
const INNER: Address = '0x68b1d87f95878fe05b998f19b66f4baba5de1aed'
const USDC: Address = '0x5fbdb2315678afecb367f032d93f642f64180aa3'
const FACTS: Fact[] = [
  ...calls.map(
    ({ to, data, answer }): Fact => ({
      ...{ to, data },
      reply: answer === null ? { ok: false } : { ok: true, data: answer },
    }),
  ),
  says(INNER, ASSET, [], USDC),
]
const read = (vault: Address) => readAlone(vaultMarkets({ vault }, true), FACTS)
const loans = (found: readonly FoundMarkets[]) =>
  found.flatMap(({ drafts }) =>
    drafts.flatMap(({ name, supplied, position }) => (position ? [[name, supplied]] : [])),
  )

test('what a vault has through another of the same protocol counts once, with all that the other has', async () => {
  const found = [await read(OUTER), await read(INNER)]
  expect(loans(found).at(2)).toEqual(['WBTC/USDC', 200_000_000n])
  const kept = [
    ['WETH/USDC', 400_000_000n],
    ['WBTC/USDC', 100_000_000n],
    ['WBTC/USDC', 300_000_000n],
  ]
  expect(loans(withoutRepeats(found, ['one', 'one']))).toEqual(kept)
  const other = loans(withoutRepeats(found.toReversed(), ['one', 'one']))
  expect(new Set(other.map(String))).toEqual(new Set(kept.map(String)))
})

test('alone, or beside that of another protocol, it counts', async () => {
  const [outer, inner] = [await read(OUTER), await read(INNER)]
  expect(loans(withoutRepeats([outer], ['one']))).toHaveLength(3)
  expect(loans(withoutRepeats([outer, inner], ['one', 'two']))).toHaveLength(4)
})

test('a position belongs to the contract that has it there: the vault around which an adapter is, or the adapter', async () => {
  const { drafts } = await read(OUTER)
  const holders = drafts.flatMap(({ position }) => position?.split(' ').at(2) ?? [])
  expect(holders.at(2)).toBe(INNER)
  expect(new Set(holders.slice(0, 2)).size).toBe(1)
  expect(holders.slice(0, 2)).not.toContain(OUTER)
})

test('of a run each market of both vaults is kept once, under the address of its collateral', async () => {
  const exits = exitTable.parse({
    one: [OUTER, INNER].map((address) => ({
      ...{ chain: 'Ethereum', address, name: 'vault', vault: true, source: 'test' },
      day: '2026-11-22',
    })),
  })
  const rows = new Map(Object.entries(exits).map(([slug, own]) => [slug, own.filter(isContract)]))
  const markets = (await readMarkets(fakeReader({ facts: FACTS }), new Map(), rows)).get('one')
  expect(markets?.map(({ asset, address }) => [asset, address])).toEqual([
    ['USDC', OUTER],
    ['WETH', '0xcf7ed3acca5a467e9e704c703e8d87f634fb0fc9'],
    ['WBTC', '0xcf7ed3acca5a467e9e704c703e8d87f634fb0fc9'],
    ['USDC', INNER],
    ['WBTC', '0xcf7ed3acca5a467e9e704c703e8d87f634fb0fc9'],
  ])
  expect(markets?.map(({ assetAddress }) => assetAddress)).toEqual([
    USDC,
    '0xe7f1725e7734ce288f8367e1bb143e90bb3f0512',
    '0x9fe46736679d2d9a65f0992f2272de9f3c7fa6e0',
    USDC,
    '0x9fe46736679d2d9a65f0992f2272de9f3c7fa6e0',
  ])
})
