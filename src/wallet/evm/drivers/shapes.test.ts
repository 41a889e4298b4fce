import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import * as addressBook from '@aave-dao/aave-address-book/abis'
import { IAaveOracle_ABI } from '@aave-dao/aave-address-book/abis/IAaveOracle'
import { IPool_ABI } from '@aave-dao/aave-address-book/abis/IPool'
import { type AbiParameter, parseAbiItem } from 'viem'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { SCAN_CHAINS } from '../../../chains/scan-chains.ts'
import { openContracts } from '../contracts/open-contracts.ts'
import { PUBLISHED_SHAPES } from './fixtures/fake-chain.ts'

const require = createRequire(import.meta.url)
const HERE = import.meta.dirname
const SHARED = '../../../chains/evm/abi.ts'
const parameter: z.ZodType<AbiParameter> = z.looseObject({
  type: z.string(),
  name: z.string().optional(),
})
const functionItem = z.looseObject({
  type: z.literal('function'),
  name: z.string(),
  inputs: z.array(parameter),
  outputs: z.array(parameter),
})

function shapeOf(item: unknown): string[] {
  const parsed = functionItem.safeParse(item)
  if (!parsed.success) return []
  const { name, inputs, outputs } = parsed.data
  return [`${name}(${inputs.map(typeOf)}) -> (${outputs.map(typeOf)})`]
}

function typeOf(each: AbiParameter): string {
  return 'components' in each
    ? `(${each.components.map(typeOf)})${each.type.slice('tuple'.length)}`
    : each.type
}

/** Behind it are questions that no scan asks. */
const CHECKS = '// For `npm run contracts -- --check` alone.'

/** The shapes of every signature that a file of this folder writes. */
function shapesIn(file: string): string[] {
  const [source = ''] = readFileSync(path.join(HERE, file), 'utf8').split(CHECKS)
  return [...source.matchAll(/'(function [^']+)'/g)].flatMap(([, signature = '']) =>
    shapeOf(parseAbiItem<string>(signature)),
  )
}

/** The shapes of every function that a row names. */
function rowShapes(): string[] {
  const contractsOn = openContracts()
  const entries = SCAN_CHAINS.flatMap(({ key }) => contractsOn(key).entries)
  return entries.flatMap((entry) => {
    if (entry.driver !== 'holding') return []
    const { rate, balance, unlock, rewards = [] } = entry
    const asked = [balance, unlock, ...rewards.map(({ claim }) => claim)]
    const shapes = asked.flatMap((each) => (each ? [each.function] : []))
    return rate ? [...shapes, `${rate.function} -> (uint256)`] : shapes
  })
}

const drivers = readdirSync(HERE).filter(
  (file) =>
    file.endsWith('.ts') && !file.endsWith('.test.ts') && !['fluid.ts', 'claim.ts'].includes(file),
)

test('every question of a driver or a row has the shape that its protocol publishes', () => {
  const published = new Set(Object.values(PUBLISHED_SHAPES).flat())
  const asked = [...[SHARED, ...drivers].flatMap(shapesIn), ...rowShapes()]
  expect(asked.filter((shape) => !published.has(shape))).toEqual([])
  expect([...published].filter((shape) => !asked.includes(shape))).toEqual([])
})

/** Packages that are installed say themselves what they publish. */
const INSTALLED: Record<string, () => unknown[]> = {
  '@aave-dao/aave-address-book@4.68.1 ISpokeV4': () => Object.values(addressBook).flat(),
  '@aave-dao/aave-address-book@4.68.1 ILendingPool': () => Object.values(addressBook).flat(),
  '@aave-dao/aave-address-book@4.68.1 IPool, IAaveOracle': () => [...IPool_ABI, ...IAaveOracle_ABI],
  '@aave-dao/aave-address-book@4.68.1 IStakeToken': () => Object.values(addressBook).flat(),
  '@aave/core-v3@1.19.3 AaveProtocolDataProvider': () =>
    abiOf(
      '@aave/core-v3/artifacts/contracts/misc/AaveProtocolDataProvider.sol/AaveProtocolDataProvider.json',
    ),
  '@openzeppelin/contracts@5.7.0 Pausable': () =>
    abiOf('@openzeppelin/contracts/build/contracts/Pausable.json'),
  '@pendle/core-v2@4.7.2 PendleYieldToken, PendleYieldTokenV2, PendleYieldContractFactory': () =>
    [
      'YieldContracts/PendleYieldToken',
      'YieldContractsV2/PendleYieldTokenV2',
      'YieldContracts/PendleYieldContractFactory',
    ].flatMap((file) => {
      const name = file.split('/').at(-1)
      return abiOf(`@pendle/core-v2/build/artifacts/contracts/core/${file}.sol/${name}.json`)
    }),
  '@stargatefinance/stg-evm-v1@1.0.33 Factory, LPStakingTime, Pool': () =>
    ['Factory', 'LPStakingTime', 'Pool'].flatMap((name) =>
      abiOf(`@stargatefinance/stg-evm-v1/artifacts/contracts/${name}.sol/${name}.json`),
    ),
  '@uniswap/v2-core@1.0.1': () => [
    ...abiOf('@uniswap/v2-core/build/UniswapV2Pair.json'),
    ...abiOf('@uniswap/v2-core/build/UniswapV2Factory.json'),
  ],
}

function abiOf(file: string): unknown[] {
  return z.looseObject({ abi: z.array(z.unknown()) }).parse(require(file)).abi
}

test.each(Object.entries(INSTALLED))('%s publishes what is listed of it', (source, read) => {
  const said = read().flatMap(shapeOf)
  expect(said).toEqual(expect.arrayContaining([...(PUBLISHED_SHAPES[source] ?? ['listed'])]))
})
