import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAnvilMissing } from '../../../testing/wallet/evm/anvil.ts'
import {
  ALICE,
  BOB,
  DEPLOYER,
  deployLocal,
  deployToken,
  type Rig,
  startRig,
} from '../../../testing/wallet/evm/rig.ts'
import type { Address } from '../../model/address.ts'
import { readChain } from '../client/read-chain.ts'
import { symbiotic, symbioticEntry } from './symbiotic.ts'

/** Seconds since 1970 of the rig's first block: in epoch 40 of the vaults. */
const START = 1_900_000_000
const WEEK = 604_800
const FIRST = START - 40 * WEEK - 1_000
const endOf = (epoch: number) => FIRST + (epoch + 1) * WEEK

describe.skipIf(isAnvilMissing())('Symbiotic on a real chain', () => {
  let rig: Rig
  let steth: Address
  let susde: Address
  let vaults: Address
  let collaterals: Address
  let collateral: Address
  let wrapped: Address
  let plain: Address

  const vault = (of: Address) =>
    deployLocal(rig, 'symbiotic.sol', 'SymbioticVault', 'address, uint48, uint48', [
      of,
      FIRST,
      WEEK,
    ])

  beforeAll(async () => {
    rig = await startRig({ nowMs: START * 1_000 })
    steth = await deployToken(rig, 'stETH')
    susde = await deployToken(rig, 'sUSDe')
    vaults = await deployLocal(rig, 'symbiotic.sol', 'SymbioticFactory')
    collaterals = await deployLocal(rig, 'symbiotic.sol', 'SymbioticFactory')
    collateral = await deployLocal(rig, 'symbiotic.sol', 'SymbioticCollateral', 'address', [steth])
    wrapped = await vault(collateral)
    plain = await vault(susde)
    const add = 'function add(address made)'
    await rig.send(collaterals, add, [collateral])
    for (const each of [wrapped, plain]) await rig.send(vaults, add, [each])

    await rig.send(collateral, 'function mint(address, uint256)', [ALICE, 3n])
    const deposit = 'function deposit(uint256)'
    await rig.send(wrapped, deposit, [1_000n], ALICE)
    await rig.send(plain, deposit, [500n], ALICE)
    const withdraw = 'function withdraw(uint256 epoch, uint256 amount)'
    for (const [epoch, amount] of [
      [20n, 10n],
      [30n, 20n],
      [41n, 70n],
    ] as const)
      await rig.send(plain, withdraw, [epoch, amount], ALICE)
    await rig.send(plain, 'function claim(uint256 epoch)', [20n], ALICE)
    await rig.send(wrapped, 'function slash()', [])
  }, 60_000)
  afterAll(() => rig.stop())

  const read = async (owner: Address, factory = vaults) => {
    const entry = symbioticEntry.parse({
      id: 'symbiotic',
      protocol: 'symbiotic',
      product: 'staking',
      driver: 'symbiotic',
      vaults: factory,
      collaterals,
      source: 'test',
    })
    const reading = await readChain({
      chain: { chainId: 1, maxLagSeconds: 300 },
      urls: [rig.url],
      readers: [{ id: 'it', read: (each) => symbiotic(entry, each) }],
      owner,
      deadline: AbortSignal.timeout(30_000),
      fetch,
      now: () => START * 1_000,
    })
    return { ...reading, found: reading.findings.get('it') ?? [] }
  }

  test('stakes are what slashing left, in the asset behind the collateral', async () => {
    const { status, found } = await read(ALICE)
    expect(status).toBe('ok')
    expect(found.map(({ ref, legs }) => [ref, legs[0]?.symbol, legs[0]?.amount])).toEqual([
      [collateral, 'stETH', 3n],
      [wrapped, 'stETH', 900n],
      [plain, 'sUSDe', 400n],
      [`${plain} epoch 30`, 'sUSDe', 20n],
      [`${plain} epoch 41`, 'sUSDe', 70n],
    ])
  })

  test('a withdrawal has the end of its epoch, and one that was claimed is over', async () => {
    const { found } = await read(ALICE)
    expect(found.flatMap(({ withdrawal }) => withdrawal ?? [])).toEqual([
      { unlocksAt: endOf(30), isClaimable: true },
      { unlocksAt: endOf(41), isClaimable: false },
    ])
  })

  test('a share of a vault of the second version is told at its rate', async () => {
    const second = await deployLocal(rig, 'symbiotic.sol', 'SymbioticFactory')
    const shares = await deployLocal(rig, 'symbiotic.sol', 'SymbioticShares', 'address', [susde])
    await rig.send(second, 'function add(address made)', [shares])
    await rig.send(shares, 'function mint(address, uint256)', [BOB, 5n])
    expect((await read(BOB, second)).found).toMatchObject([
      { ref: shares, legs: [{ symbol: 'sUSDe', amount: 15n }] },
    ])
  })

  test('whoever has nothing costs one round', async () => {
    expect(await read(BOB)).toMatchObject({ status: 'ok', rounds: 1, found: [] })
  })

  test('more vaults than are read make the answer of an owner partial, and all others stay whole', async () => {
    const many = await deployLocal(rig, 'symbiotic.sol', 'SymbioticFactory')
    const unused = await vault(steth)
    await rig.send(many, 'function add(address made)', [plain])
    await rig.send(many, 'function addMany(address made, uint256 count)', [unused, 359n])
    expect((await read(ALICE, many)).found.at(-1)).not.toMatchObject({ isUnread: true })
    await rig.send(many, 'function add(address made)', [unused])
    expect((await read(ALICE, many)).found.at(-1)).toMatchObject({ legs: [], isUnread: true })
    expect(await read(DEPLOYER, many)).toMatchObject({ status: 'ok', found: [] })
  }, 60_000)

  test('a factory that does not answer is not one without vaults', async () => {
    expect((await read(ALICE, steth)).protocols).toMatchObject([{ status: 'failed' }])
  })
})
