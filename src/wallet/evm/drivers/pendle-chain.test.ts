import { beforeAll, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { gained } from '../../../testing/wallet/evm/gained.ts'
import { describeOnAnvil } from '../../../testing/wallet/evm/on-anvil.ts'
import {
  deployPendle,
  depositAtPendle,
  joinAtPendle,
  leavePendle,
  type PendleMarket,
  provideAtPendle,
  splitAtPendle,
  withdrawFromPendle,
} from '../../../testing/wallet/evm/pendle.ts'
import { ALICE, BOB, DEPLOYER, deployLocal, mint } from '../../../testing/wallet/evm/rig.ts'
import { readOnRig, runOnRig, scanOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import type { Finding } from '../../model/finding.ts'
import type { DriverRun } from './driver.ts'
import { entryOf } from './fixtures/fake-chain.ts'
import { pendle } from './pendle.ts'
import { poolRegistry } from './pool-registry.ts'

const BALANCE = 'function balanceOf(address owner) view returns (uint256)'
const SYMBOL = 'function symbol() view returns (string)'
const TRANSFER = 'function transfer(address to, uint256 amount) returns (bool)'
const WAD = 10n ** 18n
/** The oracle averages over 15 minutes. */
const AGED_SECONDS = 1_200
/** Rates are reported with 18 decimals, and a few thousand tokens are multiplied by them. */
const ROUNDED = 10_000n

/** The chain begins so long ago that the oracle’s average is whole by now. */
const nowMs = Date.now() - AGED_SECONDS * 1000

function* withoutOverrides(run: DriverRun): DriverRun {
  let step = run.next()
  while (!step.done) step = run.next(yield step.value.map(({ overrides, ...call }) => call))
  return step.value
}

describeOnAnvil('Pendle’s own contracts on a real chain', { nowMs }, (rig) => {
  let own: PendleMarket

  beforeAll(async () => {
    own = await deployPendle(rig, nowMs)
    await depositAtPendle(rig, own, 50_000n * WAD, BOB)
    // The vault has earned a tenth, so that SY, its asset and the tokens of the maturity differ in number.
    await mint(rig, own.asset, own.vault, 5_000n * WAD)
    await splitAtPendle(rig, own, 20_000n * WAD, BOB)
    await rig.send(own.yt, TRANSFER, [DEPLOYER, await held(own.yt, BOB)], BOB)
    const [shares, principal] = [await held(own.sy, BOB), await held(own.pt, BOB)]
    await provideAtPendle(rig, own, shares, principal, BOB)
    await depositAtPendle(rig, own, 5_000n * WAD + 7n, ALICE)
    await splitAtPendle(rig, own, 3_000n * WAD, ALICE)
    await provideAtPendle(rig, own, await held(own.sy, ALICE), 1_234n * WAD, ALICE)
    await rig.send(own.sy, TRANSFER, [BOB, await held(own.sy, ALICE)], ALICE)
    await rig.rpc('evm_increaseTime', [AGED_SECONDS])
    await rig.rpc('evm_mine', [])
  }, 60_000)

  const held = (token: Address, owner: Address) => rig.read(token, BALANCE, [owner])
  const read = (owner: Address, rates = true) => {
    const { asset, pt, yt, market, oracle } = own
    const token = (address: Address, symbol: string) => ({ address, symbol, decimals: 18 })
    const entry = entryOf(pendle, {
      protocol: 'pendle',
      product: 'vault',
      market: 'USDe',
      pt: token(pt, 'PT-USDe'),
      yt: token(yt, 'YT-USDe'),
      lp: token(market, 'PLP-USDe'),
      ...(rates && { rates: { oracle, asset: token(asset, 'USDe') } }),
    })
    return runOnRig(rig, pendle, entry, owner)
  }
  const walked = (fields: object) =>
    entryOf(poolRegistry, {
      protocol: 'pendle',
      product: 'vault',
      walk: 'pendle-tokens',
      list: own.factory,
      slot: 53,
      page: 1000,
      pages: 1,
      ...fields,
    })
  const walk = (fields: object, owner: Address) =>
    readOnRig(rig, poolRegistry, walked(fields), owner)
  const amountOf = (found: readonly Finding[], ref: string) =>
    found.find((each) => each.ref === ref)?.legs[0]?.amount ?? 0n
  const expectClose = (reported: bigint, paid: bigint, by = ROUNDED) => {
    expect(paid).toBeGreaterThan(WAD)
    expect(reported - paid).toBeGreaterThanOrEqual(-by)
    expect(reported - paid).toBeLessThanOrEqual(by)
  }

  test('a principal and a yield token together are worth what Pendle pays for both', async () => {
    const found = await read(ALICE)
    expect(found.map(({ ref, product }) => [ref, product])).toEqual([
      ['pt', 'vault'],
      ['yt', 'vault'],
      ['lp', 'lp'],
    ])
    for (const { legs } of found) expect(legs).toMatchObject([{ token: own.asset, symbol: 'USDe' }])
    const [principal, yields] = [await held(own.pt, ALICE), await held(own.yt, ALICE)]
    const [paid = 0n] = await gained(rig, [own.asset], ALICE, async () => {
      await joinAtPendle(rig, own, { principal, yields: principal }, ALICE)
      await withdrawFromPendle(rig, own, ALICE)
    })
    const reported = amountOf(found, 'pt') + (amountOf(found, 'yt') * principal) / yields
    expectClose(reported, paid)
  })

  test('a principal token alone is worth what its market pays, but for fee and slippage', async () => {
    const found = await read(ALICE)
    const principal = await held(own.pt, ALICE)
    const [paid = 0n] = await gained(rig, [own.asset], ALICE, async () => {
      await rig.send(own.pt, TRANSFER, [own.market, WAD], ALICE)
      const sell = 'function swapExactPtForSy(address, uint256, bytes) returns (uint256, uint256)'
      await rig.send(own.market, sell, [ALICE, WAD, '0x'], ALICE)
      await withdrawFromPendle(rig, own, ALICE)
    })
    const reported = (amountOf(found, 'pt') * WAD) / principal
    expect(reported).toBeLessThan(WAD)
    expect(reported).toBeGreaterThan(paid)
    expect(reported - paid).toBeLessThan(WAD / 1000n)
  })

  test('liquidity is worth the asset and the principal tokens that the market pays for it', async () => {
    const found = await read(ALICE)
    const [principal, liquidity] = [await held(own.pt, ALICE), await held(own.market, ALICE)]
    const [paid = 0n, more = 0n] = await gained(rig, [own.asset, own.pt], ALICE, async () => {
      await leavePendle(rig, own, liquidity, ALICE)
      await withdrawFromPendle(rig, own, ALICE)
    })
    expect(more).toBeGreaterThan(WAD)
    expectClose(amountOf(found, 'lp'), paid + (more * amountOf(found, 'pt')) / principal)
  })

  test('an owner who only gave liquidity has only liquidity', async () => {
    expect((await read(BOB)).map(({ ref }) => ref)).toEqual(['lp'])
  })

  test('without an oracle the tokens are reported as themselves', async () => {
    const found = await read(ALICE, false)
    expect(found[0]?.legs).toMatchObject([
      { token: own.pt, symbol: 'PT-USDe', amount: await held(own.pt, ALICE) },
    ])
  })

  test('a walk over the markets of a factory finds the principal and yield tokens of each, and the markets themselves', async () => {
    const found = await walk({}, ALICE)
    expect(found.map(({ product, legs }) => [product, legs])).toMatchObject([
      ['vault', [{ role: 'supply', token: own.pt, amount: await held(own.pt, ALICE) }]],
      ['vault', [{ role: 'supply', token: own.yt, amount: await held(own.yt, ALICE) }]],
    ])
    expect(found.map(({ market }) => market)).toEqual([
      await rig.read(own.pt, SYMBOL, []),
      await rig.read(own.yt, SYMBOL, []),
    ])
    const [yields, ...others] = await walk({}, DEPLOYER)
    expect(yields?.legs).toMatchObject([{ token: own.yt, amount: await held(own.yt, DEPLOYER) }])
    expect(others).toEqual([])
    expect(await walk({}, BOB)).toEqual([])
    expect(await walk({ walk: 'pendle-markets', product: 'lp' }, BOB)).toMatchObject([
      { product: 'lp', legs: [{ role: 'lp', amount: await held(own.market, BOB) }] },
    ])
  })

  test('the set of markets is found up to two slots on, as older factories have it, and not elsewhere', async () => {
    for (const slot of [51, 52]) expect(await walk({ slot }, ALICE)).toHaveLength(2)
    await expect(walk({ slot: 54 }, ALICE)).rejects.toThrow('not read')
  })

  test('a node that drops what replaces the factory has read nothing', async () => {
    const reading = (owner: Address) => withoutOverrides(poolRegistry.read(walked({}), owner))
    expect(await scanOnRig(rig, reading, ALICE)).toMatchObject({ status: 'failed', findings: [] })
  })

  test('a token that two records lead to, or that another entry counts, is found once', async () => {
    // One that comes after another counts on from it.
    const list = `0x${own.factory.slice(2)}${own.factory.slice(2)}`
    const tokensOf = async (fields: object) =>
      (await walk({ list, ...fields }, ALICE)).map(({ ref }) => ref)
    expect(await tokensOf({})).toEqual([own.pt, own.yt])
    expect(await tokensOf({ except: [own.pt] })).toEqual([own.yt])
    const registry = await deployLocal(rig, 'pools.sol', 'MarketSet')
    await rig.send(registry, 'function add(address market)', [own.asset])
    const mixed = `0x${own.factory.slice(2)}${registry.slice(2)}`
    const found = await walk({ list: mixed }, ALICE)
    expect(found.map(({ isUnread }) => isUnread ?? false)).toEqual([false, false, true])
  })

  test('after the expiry principal tokens and liquidity are worth what Pendle pays, and yield tokens nothing', async () => {
    await rig.rpc('evm_setNextBlockTimestamp', [Number(own.expiry) + 1])
    await rig.rpc('evm_mine', [])
    const found = await read(ALICE)
    const [principal, liquidity] = [await held(own.pt, ALICE), await held(own.market, ALICE)]
    const redeemed = async (leave: boolean) => {
      const [paid = 0n] = await gained(rig, [own.asset], ALICE, async () => {
        if (leave) await leavePendle(rig, own, liquidity, ALICE)
        const all = (await held(own.pt, ALICE)) - (leave ? principal : 0n)
        await joinAtPendle(rig, own, { principal: all, yields: 0n }, ALICE)
        await withdrawFromPendle(rig, own, ALICE)
      })
      return paid
    }
    expectClose(amountOf(found, 'pt'), await redeemed(false))
    expectClose(amountOf(found, 'lp'), await redeemed(true))
    expect(amountOf(found, 'yt')).toBe(0n)
  })
})
