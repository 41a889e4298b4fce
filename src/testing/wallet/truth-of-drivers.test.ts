import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { DRIVER_NAMES, type DriverName } from '../../wallet/evm/contracts/drivers.ts'
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
