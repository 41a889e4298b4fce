import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { SCAN_CHAINS } from '../../chains/scan-chains.ts'
import { parseContractList } from '../../wallet/evm/contracts/contract-list.ts'
import {
  type ContractEntry,
  DRIVER_NAMES,
  type DriverName,
} from '../../wallet/evm/contracts/drivers.ts'
import { RECORDED_RUNS, readRecordedRun } from './evm/recorded-run.ts'

const DRIVERS = path.resolve(import.meta.dirname, '../../wallet/evm/drivers')

/**
 * Drivers that are tested against the protocol's own contracts, from a package, run on anvil. Contracts of ours with a published
 * interface prove no driver: they share our assumptions. They are used for what goes wrong.
 */
const PUBLISHED: Partial<Record<DriverName, string>> = {
  aave: 'lending-chain.test.ts',
  balancer: 'pools-chain.test.ts',
  'compound-v2': 'compound-v2-chain.test.ts',
  erc4626: 'lending-chain.test.ts',
  holding: 'holding-chain.test.ts',
  'morpho-blue': 'morpho-blue-chain.test.ts',
  pendle: 'pendle-chain.test.ts',
  'pool-registry': 'pools-chain.test.ts',
  stargate: 'stargate-chain.test.ts',
  symbiotic: 'symbiotic-chain.test.ts',
  synthetix: 'synthetix-chain.test.ts',
  'uniswap-v2': 'uniswap-chain.test.ts',
  'uniswap-v3': 'uniswap-chain.test.ts',
  'uniswap-v4': 'uniswap-v4-chain.test.ts',
  'v2-pairs': 'v2-pairs.test.ts',
  'vault-list': 'vault-list.test.ts',
}

/** Read by what Aave, Convex and Velodrome publish of their interfaces, because no package has the contracts. None may be added. */
const UNPROVED: readonly DriverName[] = ['staked-aave', 'vote-lock']

test('every other driver has a run of the protocol’s own contracts that was recorded', () => {
  const recorded = RECORDED_RUNS.map((name) => readRecordedRun(name).entry.driver)
  expect(recorded).toEqual(
    expect.arrayContaining(
      DRIVER_NAMES.filter((name) => !PUBLISHED[name] && !UNPROVED.includes(name)),
    ),
  )
})

test.each(Object.entries(PUBLISHED))('%s is tested on a chain, by %s', (name, file) => {
  const text = readFileSync(path.join(DRIVERS, file), 'utf8')
  const camel = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  expect(text).toMatch(new RegExp(`driver: '${name}'|\\b${camel}\\b|worldEntries`))
  // Only a test on a chain counts.
  expect(text).toMatch(/\b(describeOnAnvil|startRig)\b/)
})

/** Rates that no contract of their protocol was run for, and why. */
const UNRECORDED: Readonly<Record<string, string>> = {
  'exchangeRatio()': 'no function of the source that Bedrock publishes sets its token any more',
  'getDataInBase18()': 'not run yet: Midas',
  'getUnderlyingByWrapped(uint256)': 'not run yet: stake.link',
  'getValueByShares(uint256)': 'not run yet: Solv',
  'sharesToBonds(uint256)': 'no source that Ankr publishes was found',
}

test('every rate that a row asks for was answered by a contract of a protocol, or is named here', () => {
  const asked = SCAN_CHAINS.flatMap(({ key }) => {
    const url = new URL(`../../../data/wallet/contracts/${key}.json`, import.meta.url)
    return parseContractList(JSON.parse(readFileSync(url, 'utf8')), key).entries.flatMap(rateOf)
  })
  const recorded = RECORDED_RUNS.flatMap((name) => rateOf(readRecordedRun(name).entry))
  expect([...new Set([...recorded, ...Object.keys(UNRECORDED)])].sort()).toEqual(
    [...new Set(asked)].sort(),
  )
  expect(recorded.filter((name) => UNRECORDED[name])).toEqual([])
})

function rateOf(entry: ContractEntry): string[] {
  return entry.driver === 'holding' && entry.rate ? [entry.rate.function] : []
}
