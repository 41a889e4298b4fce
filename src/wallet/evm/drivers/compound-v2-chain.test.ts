import { toHex } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { gained } from '../../../testing/wallet/evm/gained.ts'
import { describeOnAnvil } from '../../../testing/wallet/evm/on-anvil.ts'
import {
  ALICE,
  approve,
  BOB,
  DEPLOYER,
  deployToken,
  mint,
} from '../../../testing/wallet/evm/rig.ts'
import { readOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import {
  addVai,
  addVenusMarket,
  borrowFromVenus,
  deployVenus,
  setVenusPrice,
  supplyToVenus,
  VAI,
  type Venus,
} from '../../../testing/wallet/evm/venus.ts'
import { compoundV2 } from './compound-v2.ts'
import { entryOf } from './fixtures/fake-chain.ts'

const ETHER = 10n ** 18n
const USD = 10n ** 6n
const WAD = 10n ** 18n
const BLOCKS = 100
const ACCRUE = 'function accrueInterest() returns (uint256)'
const SUPPLIED = 'function balanceOfUnderlying(address owner) returns (uint256)'
const OWED = 'function borrowBalanceCurrent(address owner) returns (uint256)'
const SHARES = 'function balanceOf(address owner) view returns (uint256)'
const REPAY = 'function getVAIRepayAmount(address owner) view returns (uint256)'
const LIQUIDITY =
  'function getAccountLiquidity(address owner) view returns (uint256 failure, uint256 liquidity, uint256 shortfall)'

describeOnAnvil('Venus’s own contracts, which count as Compound v2', (rig) => {
  let venus: Venus
  let weth: Address
  let usdc: Address
  let ofWeth: Address
  let ofUsdc: Address
  beforeAll(async () => {
    venus = await deployVenus(rig)
    weth = await deployToken(rig, 'WETH', 18)
    usdc = await deployToken(rig, 'USDC', 6)
    const factor = (8n * WAD) / 10n
    ofWeth = await addVenusMarket(rig, venus, { asset: weth, decimals: 18, usd: 2_000n, factor })
    ofUsdc = await addVenusMarket(rig, venus, { asset: usdc, decimals: 6, usd: 1n, factor })
    await supplyToVenus(rig, venus, [ofUsdc, usdc], 50_000n * USD + 7n, BOB, false)
    // Debts are rounded up and their sum is not, so that the only borrower of a market cannot repay all.
    await supplyToVenus(rig, venus, [ofWeth, weth], ETHER, DEPLOYER)
    await borrowFromVenus(rig, ofUsdc, 100n * USD, DEPLOYER)
    await supplyToVenus(rig, venus, [ofWeth, weth], 10n * ETHER + 3n, ALICE)
    await borrowFromVenus(rig, ofUsdc, 8_000n * USD, ALICE)
    await rig.rpc('anvil_mine', [toHex(BLOCKS)])
  }, 60_000)

  const found = async (owner: Address, more: object = {}) => {
    const entry = entryOf(compoundV2, { comptroller: venus.comptroller, ...more })
    const [position, ...rest] = await readOnRig(rig, compoundV2, entry, owner)
    expect(rest).toEqual([])
    return {
      position,
      legs: position?.legs.map(({ role, symbol, amount, collateral }) => [
        role,
        symbol,
        amount,
        collateral,
      ]),
    }
  }
  const shortfallAt = async (owner: Address, usd: number) => {
    await setVenusPrice(rig, venus.oracle, ofWeth, BigInt(Math.round(usd * 1e12)) * 10n ** 6n)
    return (await rig.read(venus.comptroller, LIQUIDITY, [owner]))[2]
  }
  const accrued = () => rig.send(ofUsdc, ACCRUE, [])

  test('supplies and debts grow with the interest that was written down', async () => {
    const before = await found(ALICE)
    expect(before.legs?.[1]).toEqual(['borrow', 'USDC', 8_000n * USD, undefined])
    await accrued()
    const [supplied, owed, lent] = await Promise.all([
      rig.read(ofWeth, SUPPLIED, [ALICE]),
      rig.read(ofUsdc, OWED, [ALICE]),
      rig.read(ofUsdc, SUPPLIED, [BOB]),
    ])
    expect(owed).toBeGreaterThan(8_000n * USD)
    expect(lent).toBeGreaterThan(50_000n * USD)
    expect((await found(ALICE)).legs).toEqual([
      ['supply', 'WETH', supplied, true],
      ['borrow', 'USDC', owed, undefined],
    ])
    expect((await found(BOB)).legs).toEqual([['supply', 'USDC', lent, false]])
    expect((await found(venus.oracle)).legs).toBeUndefined()
  })

  test('the price at which the comptroller finds a shortfall is the one that was reported', async () => {
    await accrued()
    const { position } = await found(ALICE)
    const price = position?.loan?.liquidationPrice ?? 0
    expect(price * (position?.healthFactor ?? 0)).toBeCloseTo(2_000, 5)
    expect(await shortfallAt(ALICE, price * 1.0001)).toBe(0n)
    expect(await shortfallAt(ALICE, price * 0.9999)).toBeGreaterThan(0n)
    expect((await found(ALICE)).position?.healthFactor).toBeCloseTo(0.9999, 8)
    await shortfallAt(ALICE, 2_000)
  })

  test('a withdrawal pays what was found, and a repayment costs it', async () => {
    await accrued()
    const [lent] = (await found(BOB)).legs ?? []
    const [paid = 0n] = await gained(rig, [usdc], BOB, async () => {
      const shares = await rig.read(ofUsdc, SHARES, [BOB])
      await rig.send(ofUsdc, 'function redeem(uint256)', [shares / 2n], BOB)
    })
    // The interest of the one block in which it is paid.
    expect(2n * paid - BigInt(lent?.[2] ?? 0)).toBeLessThan(USD / 100n)
    expect(2n * paid - BigInt(lent?.[2] ?? 0)).toBeGreaterThanOrEqual(-2n)
    const [, owed] = (await found(ALICE)).legs ?? []
    await mint(rig, usdc, ALICE, 10_000n * USD)
    await approve(rig, usdc, ofUsdc, ALICE)
    const [cost = 0n] = await gained(rig, [usdc], ALICE, () =>
      rig.send(ofUsdc, 'function repayBorrow(uint256)', [2n ** 256n - 1n], ALICE),
    )
    expect(-cost - BigInt(owed?.[2] ?? 0)).toBeLessThan(USD / 100n)
    expect(-cost - BigInt(owed?.[2] ?? 0)).toBeGreaterThanOrEqual(0n)
  })

  test('a debt in VAI grows, and weighs as much as the comptroller lets it', async () => {
    const controller = await addVai(rig, venus, WAD)
    const vai = { controller, token: { address: VAI, symbol: 'VAI', decimals: 18 } }
    expect((await found(DEPLOYER, { vai })).legs).toHaveLength(2)
    await rig.send(controller, 'function mintVAI(uint256)', [300n * WAD])
    await rig.rpc('anvil_mine', [toHex(BLOCKS)])
    await rig.send(controller, 'function accrueVAIInterest()', [])
    const owed = await rig.read(controller, REPAY, [DEPLOYER])
    expect(await rig.read(VAI, SHARES, [DEPLOYER])).toBe(300n * WAD)
    expect(owed).toBeGreaterThan(300n * WAD)
    expect(await shortfallAt(DEPLOYER, 2_000)).toBe(0n)
    const { position, legs } = await found(DEPLOYER, { vai })
    expect(legs?.slice(2)).toEqual([['borrow', 'VAI', owed, undefined]])
    // Health falls with the price of the only collateral.
    const price = 2_000 / (position?.healthFactor ?? 0)
    expect(await shortfallAt(DEPLOYER, price * 1.0001)).toBe(0n)
    expect(await shortfallAt(DEPLOYER, price * 0.9999)).toBeGreaterThan(0n)
  })
})
