import { beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { gained } from '../../../testing/wallet/evm/gained.ts'
import { describeOnAnvil } from '../../../testing/wallet/evm/on-anvil.ts'
import {
  ALICE,
  BOB,
  deployLocal,
  deployToken,
  deployVault,
  mint,
} from '../../../testing/wallet/evm/rig.ts'
import { runOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import { deployYearnVault, depositAtYearn } from '../../../testing/wallet/evm/yearn.ts'
import type { Finding } from '../../model/finding.ts'
import { entryOf } from './fixtures/fake-chain.ts'
import { vaultList } from './vault-list.ts'

const STRANGER: Address = `0x${'de'.repeat(20)}`

const pack = (...addresses: Address[]) => `0x${addresses.map((each) => each.slice(2)).join('')}`

const listOf = (fields: object) => entryOf(vaultList, fields)

function reported(findings: Finding[]): string[] {
  return findings.flatMap(({ market, legs, isUnread }) => [
    ...legs.map(({ role, amount, symbol }) => `${market}: ${role} ${amount} ${symbol}`),
    ...(isUnread ? ['unread'] : []),
  ])
}

describeOnAnvil('the vaults of a list, on anvil', (rig) => {
  let usdc: Address
  let weth: Address
  beforeAll(async () => {
    usdc = await deployToken(rig, 'USDC', 6)
    weth = await deployToken(rig, 'WETH')
  }, 60_000)

  const deploy = (name: string, types: string, args: readonly unknown[]) =>
    deployLocal(rig, 'vaults.sol', name, types, args)
  const find = async (fields: object, owner: Address = ALICE) =>
    reported(await runOnRig(rig, vaultList, listOf(fields), owner))
  /** A vault with 300 shares, of which Alice has 100, and an asset worth 450 of them. */
  const vaultOf = async (name: string, asset: Address, unit: bigint, symbol: string) => {
    const vault = await deploy(name, 'address, string', [asset, symbol])
    await mint(rig, vault, ALICE, 100n * unit)
    await mint(rig, vault, BOB, 200n * unit)
    return vault
  }

  test('of Yearn v2 are worth their price, to its last decimal what a withdrawal pays', async () => {
    const vault = await deployYearnVault(rig, usdc, 'yvUSDC')
    const shares = 100_000_001n
    await depositAtYearn(rig, vault, usdc, shares, ALICE)
    await depositAtYearn(rig, vault, usdc, 200_000_000n, BOB)
    await mint(rig, usdc, vault, 141_414_141n)
    const price = await rig.read(vault, 'function pricePerShare() view returns (uint256)', [])
    const worth = (price * shares) / 10n ** 6n
    expect(await find({ worth: 'price', vaults: pack(vault) })).toEqual([
      `yvUSDC: supply ${worth} USDC`,
    ])
    const [paid = 0n] = await gained(rig, [usdc], ALICE, () =>
      rig.send(vault, 'function withdraw()', [], ALICE),
    )
    expect(paid - worth).toBeGreaterThanOrEqual(0n)
    expect(paid - worth).toBeLessThanOrEqual(shares / 10n ** 6n)
  })

  test('of Yearn v3 are worth what ERC-4626 says', async () => {
    const vault = await deployVault(rig, usdc, 'yvUSDC-1')
    await mint(rig, usdc, ALICE, 100n)
    await rig.send(usdc, 'function approve(address, uint256)', [vault, 100n], ALICE)
    await rig.send(vault, 'function deposit(uint256, address)', [100n, ALICE], ALICE)
    await mint(rig, usdc, vault, 41n)
    const shares = 100n
    const worth = await rig.read(
      vault,
      'function convertToAssets(uint256) view returns (uint256)',
      [shares],
    )
    expect(worth).toBeGreaterThan(130n)
    expect(await find({ worth: 'assets', vaults: pack(vault) })).toEqual([
      `yvUSDC-1: supply ${worth} USDC`,
    ])
  })

  test('of Maple are worth what they pay, less the losses that are expected', async () => {
    const pool = await vaultOf('ImpairedPool', usdc, 10n ** 6n, 'syrupUSDC')
    await mint(rig, usdc, pool, 450n * 10n ** 6n)
    expect(await find({ worth: 'exit-assets', vaults: pack(pool) })).toEqual([
      `syrupUSDC: supply ${120n * 10n ** 6n} USDC`,
    ])
  })

  test.each(['FullPriceVault', 'OldFullPriceVault'])(
    'of Beefy have 18 decimals, and their price has those of the asset: %s',
    async (name) => {
      const vault = await vaultOf(name, usdc, 10n ** 18n, 'mooUSDC')
      await mint(rig, usdc, vault, 450n * 10n ** 6n)
      expect(await find({ worth: 'full-price', vaults: pack(vault) })).toEqual([
        `mooUSDC: supply ${150n * 10n ** 6n} USDC`,
      ])
    },
  )

  test('of concentrated liquidity are worth two tokens: by themselves, staked, and in a vault', async () => {
    const manager = await deploy('Manager', 'address, address, string', [usdc, weth, 'cowLP'])
    const pool = await deploy('SilentVault', 'string', ['rCowLP'])
    const vault = await vaultOf('FullPriceVault', manager, 10n ** 18n, 'mooLP')
    await mint(rig, manager, ALICE, 100n)
    await mint(rig, manager, pool, 200n)
    await mint(rig, pool, ALICE, 200n)
    await mint(rig, manager, vault, 600n * 10n ** 18n)
    await mint(rig, usdc, manager, 10n ** 12n)
    await mint(rig, weth, manager, 5n * 10n ** 20n)
    const worthOf = (shares: bigint) =>
      rig.read(manager, 'function previewWithdraw(uint256) view returns (uint256, uint256)', [
        shares,
      ])
    const line = (market: string, [usdcs, weths]: readonly [bigint, bigint]) => [
      ...(usdcs > 0n ? [`${market}: lp ${usdcs} USDC`] : []),
      `${market}: lp ${weths} WETH`,
    ]
    expect(
      await find({
        worth: 'one',
        vaults: pack(manager, pool),
        managers: pack(manager, manager),
      }),
    ).toEqual([...line('cowLP', await worthOf(100n)), ...line('rCowLP', await worthOf(200n))])
    expect(
      await find({ worth: 'full-price', vaults: pack(vault), managers: pack(manager) }),
    ).toEqual(line('mooLP', await worthOf(200n * 10n ** 18n)))
  })

  test('that do not report what a share is worth are found with the share', async () => {
    const silent = await deploy('SilentVault', 'string', ['yvOLD'])
    await mint(rig, silent, ALICE, 7n)
    for (const worth of ['price', 'assets', 'full-price', 'share'] as const) {
      expect(await find({ worth, vaults: pack(silent) })).toEqual(['yvOLD: supply 7 yvOLD'])
    }
  })

  test('that do not report a balance are said to be unread, beside those that do', async () => {
    const vault = await deployYearnVault(rig, weth, 'yvWETH')
    await depositAtYearn(rig, vault, weth, 100n, ALICE)
    const entry = { worth: 'price', vaults: pack(STRANGER, vault) }
    expect(await find(entry)).toEqual(['yvWETH: supply 100 WETH', 'unread'])
    expect(await find({ ...entry, vaults: pack(vault) }, STRANGER)).toEqual([])
  })
})

describe('a list of vaults', () => {
  test('has as many managers as vaults, and some for vaults that report no asset', () => {
    const vaults = pack(ALICE, BOB)
    expect(() => listOf({ worth: 'one', vaults, managers: pack(ALICE) })).toThrow(/as many/)
    expect(() => listOf({ worth: 'one', vaults })).toThrow(/need managers/)
    expect(() => listOf({ worth: 'assets', vaults: `${vaults}ab` })).toThrow()
    expect(listOf({ worth: 'assets', vaults }).vaults).toBe(vaults)
  })

  test('has as many rates as vaults where a rate is what they are worth, and none otherwise', () => {
    const vaults = pack(ALICE, BOB)
    expect(() => listOf({ worth: 'rate', vaults, rates: pack(ALICE) })).toThrow(/as many rates/)
    expect(() => listOf({ worth: 'rate', vaults })).toThrow(/as many rates/)
    expect(() => listOf({ worth: 'assets', vaults, rates: vaults })).toThrow(/as many rates/)
    expect(listOf({ worth: 'rate', vaults, rates: vaults }).rates).toBe(vaults)
  })
})
