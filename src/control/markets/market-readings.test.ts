import { describe, expect, test } from 'vitest'
import { SCAN_CHAINS } from '../../chains/scan-chains.ts'
import { scannedEntries } from '../../wallet/evm/contracts/contract-list.ts'
import { openContracts } from '../../wallet/evm/contracts/open-contracts.ts'
import { PROTOCOLS } from '../../wallet/model/protocols.ts'
import { fakeReader, gapsOf } from './fixtures/readers.ts'
import { marketReadingOf } from './market-readings.ts'
import { byProtocol, readMarkets } from './read-markets.ts'

const contractsOn = openContracts()
const lists = SCAN_CHAINS.map(({ key }) => ({ key, entries: scannedEntries(contractsOn(key)) }))
const readEntries = lists.flatMap(({ entries }) => {
  const protocols = byProtocol(entries)
  return entries.filter((entry) => marketReadingOf(entry, protocols.get(entry.protocol) ?? []))
})

describe('the entries of the bundled contract lists', () => {
  test('that are read are lending markets, vaults and Lido', () => {
    expect(new Set(readEntries.map(({ driver }) => driver))).toEqual(
      new Set([
        'aave',
        'aave-v4',
        'compound-v2',
        'compound-v3',
        'erc4626',
        'euler',
        'fluid',
        'holding',
        'morpho-blue',
      ]),
    )
    const staking = readEntries.filter(({ driver }) => driver === 'holding')
    expect(staking.map(({ id }) => id)).toEqual(['lido-wsteth'])
  })

  test('vaults around the pools of Aave are left out: their assets are markets already', () => {
    const vaults = readEntries.filter(({ driver }) => driver === 'erc4626')
    expect(vaults.length).toBeGreaterThan(60)
    expect(vaults.filter(({ protocol }) => protocol.startsWith('aave'))).toEqual([])
  })

  test.each(lists)('$key: without a node, every one of them is a gap', async ({ entries }) => {
    const protocols = byProtocol(entries)
    const silent = fakeReader({ change: () => ({ kind: 'failed' }) })
    const markets = await readMarkets(silent, protocols)
    const gaps = gapsOf(markets)
    expect(gaps).toHaveLength([...markets.values()].flat().length)
    const named = new Set(gaps.map(({ address }) => address))
    for (const entry of entries) {
      const reading = marketReadingOf(entry, protocols.get(entry.protocol) ?? [])
      const own = entry.driver === 'euler' ? entry.vaults : reading ? [reading.address] : []
      expect([entry.id, own.filter((each) => !named.has(each))]).toEqual([entry.id, []])
    }
    for (const { protocol, why } of gaps)
      expect([PROTOCOLS[protocol]?.seen, why]).toEqual([expect.any(String), 'node-failed'])
  })
})
