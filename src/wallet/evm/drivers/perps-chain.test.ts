import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { isAnvilMissing } from '../../../testing/wallet/evm/anvil.ts'
import { gained } from '../../../testing/wallet/evm/gained.ts'
import {
  closeAtGmx,
  deployGmxV1,
  type GmxV1,
  increaseAtGmx,
  setGmxPrice,
} from '../../../testing/wallet/evm/gmx.ts'
import {
  ALICE,
  approve,
  BOB,
  DEPLOYER,
  deployLocal,
  deployToken,
  mint,
  type Rig,
  startRig,
} from '../../../testing/wallet/evm/rig.ts'
import { readOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import { gains, gainsEntry } from './gains.ts'
import { gmxV1, gmxV1Entry } from './gmx-v1.ts'
import { gmxV2, gmxV2Entry } from './gmx-v2.ts'

const ETHER = 10n ** 18n
const USDC_UNIT = 10n ** 6n
/** One US dollar at GMX. */
const USD = 10n ** 30n
const BALANCE = 'function balanceOf(address owner) view returns (uint256)'
const base = { id: 'it', product: 'perp', source: 'test' } as const

describe.skipIf(isAnvilMissing())('perpetuals on a real chain', () => {
  let rig: Rig
  let weth: Address
  let usdc: Address
  beforeAll(async () => {
    rig = await startRig()
    weth = await deployToken(rig, 'WETH', 18)
    usdc = await deployToken(rig, 'USDC', 6)
    for (const owner of [ALICE, BOB]) {
      await mint(rig, weth, owner, 1_000n * ETHER)
      await mint(rig, usdc, owner, 1_000_000n * USDC_UNIT)
    }
  }, 30_000)
  afterAll(() => rig.stop())
  const perps = async (name: string) => {
    const at = await deployLocal(rig, 'perps.sol', name)
    for (const token of [weth, usdc]) await approve(rig, token, at, ALICE)
    return at
  }
  const held = (token: Address, owner = ALICE) => rig.read(token, BALANCE, [owner])

  describe('GMX v1', () => {
    const STAKE = 'function stake(address, uint256)'
    let at: GmxV1
    const position = (collateral: Address, isLong: boolean) => ({ collateral, index: weth, isLong })
    beforeAll(async () => {
      at = await deployGmxV1(rig)
      const { vault, glp, gmx } = at
      for (const spender of [vault, glp, gmx])
        for (const token of [weth, usdc]) await approve(rig, token, spender, ALICE)
      // What pays profits.
      await mint(rig, weth, vault, 100n * ETHER)
      await mint(rig, usdc, vault, 100_000n * USDC_UNIT)
      await setGmxPrice(rig, vault, usdc, 1n)
      await setGmxPrice(rig, vault, weth, 2_000n)
      const [long, short] = [position(weth, true), position(usdc, false)]
      await increaseAtGmx(rig, vault, { ...long, amount: ETHER, usd: 5_000n }, ALICE)
      await increaseAtGmx(rig, vault, { ...short, amount: 700n * USDC_UNIT, usd: 3_000n }, ALICE)
      await setGmxPrice(rig, vault, weth, 2_100n)
      await increaseAtGmx(rig, vault, { ...long, amount: ETHER / 2n, usd: 5_000n }, ALICE)
      await setGmxPrice(rig, vault, weth, 2_250n)
      await rig.send(glp, STAKE, [usdc, 55n], ALICE)
      await rig.send(gmx, STAKE, [weth, 77n], ALICE)
    })
    const entry = () => {
      const ofWeth = { address: weth, symbol: 'WETH', decimals: 18 }
      const ofUsdc = { address: usdc, symbol: 'USDC', decimals: 6 }
      return gmxV1Entry.parse({
        ...base,
        protocol: 'gmx-v1',
        driver: 'gmx-v1',
        reader: at.reader,
        vault: at.vault,
        positions: [
          { collateral: ofUsdc, index: ofWeth, isLong: true },
          { collateral: ofWeth, index: ofWeth, isLong: true },
          { collateral: ofUsdc, index: ofWeth, isLong: false },
        ],
        pool: { tracker: at.glp, token: { ...ofUsdc, symbol: 'GLP' } },
        staking: { tracker: at.gmx, token: { ...ofWeth, symbol: 'GMX' } },
      })
    }

    test('the margin is what closing the position pays', async () => {
      const [long, short] = await readOnRig(rig, gmxV1, entry(), ALICE)
      const paid = async (collateral: Address, isLong: boolean) => {
        const close = () => closeAtGmx(rig, at.vault, position(collateral, isLong), ALICE)
        return (await gained(rig, [collateral], ALICE, close))[0]
      }
      expect(long?.legs).toMatchObject([
        { role: 'margin', symbol: 'WETH', amount: await paid(weth, true) },
      ])
      expect(short?.legs).toMatchObject([
        { role: 'margin', symbol: 'USDC', amount: await paid(usdc, false) },
      ])
      expect([long?.ref, short?.ref]).toEqual(['long WETH', 'short USDC'])
      // 5,000 dollars from 2,000 and 5,000 from 2,100 to 2,250.
      expect(long?.perp?.sizeUsd).toBe(10_000)
      expect(long?.perp?.pnlUsd).toBeCloseTo(
        5_000 * (2_250 / 2_000) + 5_000 * (2_250 / 2_100) - 10_000,
        1,
      )
      expect(short?.perp).toMatchObject({
        side: 'short',
        sizeUsd: 3_000,
        entryPrice: 2_000,
        pnlUsd: -375,
      })
    })

    test('staked GLP and GMX are what the trackers keep', async () => {
      const [, , ofGlp, ofGmx, ...rest] = await readOnRig(rig, gmxV1, entry(), ALICE)
      expect(rest).toEqual([])
      expect(ofGlp).toMatchObject({
        market: 'GLP',
        legs: [{ role: 'stake', amount: await held(at.glp) }],
      })
      expect(ofGmx).toMatchObject({ market: 'staked GMX', legs: [{ role: 'stake', amount: 77n }] })
      expect(await readOnRig(rig, gmxV1, entry(), DEPLOYER)).toEqual([])
    })
  })

  test('GMX v2 tells each position with its margin, size and entry, and shares of its pools', async () => {
    const store = await perps('GmxStore')
    const market = await deployToken(rig, 'GM', 18)
    await mint(rig, market, ALICE, 31n * ETHER)
    const increase = 'function increase(address, address, uint256, uint256, uint256, bool)'
    // US dollars with 30 decimals for the smallest unit of a token of 18.
    const priced = (usd: bigint) => (usd * USD) / ETHER
    for (const usd of [2_000n, 2_500n])
      await rig.send(
        store,
        increase,
        [market, usdc, 300n * USDC_UNIT, 2_000n * USD, priced(usd), true],
        ALICE,
      )
    await rig.send(store, increase, [market, weth, ETHER, 900n * USD, priced(2_000n), false], ALICE)
    await rig.send(store, increase, [market, weth, 5n, 900n * USD, priced(2_000n), true], ALICE)
    await rig.send(store, 'function close(address, address, bool)', [market, weth, true], ALICE)
    const listed = 'function list(address market, address long, address short)'
    const pay = 'function pay(address market, address token, address account, uint256 amount)'
    const [single, unlisted] = [
      await deployToken(rig, 'GM2', 18),
      await deployToken(rig, 'GM3', 18),
    ]
    await rig.send(store, listed, [market, weth, usdc])
    await rig.send(store, listed, [single, weth, weth])
    for (const [of, token, amount] of [
      [market, usdc, 41n],
      [market, weth, 42n],
      [single, weth, 43n],
      [unlisted, weth, 44n],
    ] as const)
      await rig.send(store, pay, [of, token, ALICE, amount])
    const entry = gmxV2Entry.parse({
      ...base,
      protocol: 'gmx-v2',
      driver: 'gmx-v2',
      reader: store,
      dataStore: store,
      pools: [{ address: market, name: 'ETH/USD', indexDecimals: 18 }],
    })
    const [long, short, funding, ofSingle, pool, ...rest] = await readOnRig(
      rig,
      gmxV2,
      entry,
      ALICE,
    )
    expect(rest).toEqual([])
    expect(funding).toMatchObject({
      market: 'ETH/USD, funding',
      legs: [
        { role: 'reward', token: weth, amount: 42n },
        { role: 'reward', token: usdc, amount: 41n },
      ],
    })
    // A market of one token is asked once, and one that is not on our list by its address.
    expect(ofSingle).toMatchObject({ market: `${single}, funding`, legs: [{ amount: 43n }] })
    expect(ofSingle?.legs).toHaveLength(1)
    expect(long).toMatchObject({
      legs: [{ role: 'margin', symbol: 'USDC' }],
      perp: { side: 'long', sizeUsd: 4_000 },
    })
    expect(long?.perp?.entryPrice).toBeCloseTo(4_000 / 1.8, 9)
    expect(short).toMatchObject({
      legs: [{ symbol: 'WETH' }],
      perp: { side: 'short', sizeUsd: 900 },
    })
    for (const [found, collateral, isLong] of [
      [long, usdc, true],
      [short, weth, false],
    ] as const) {
      const close = 'function close(address, address, bool)'
      const [paid] = await gained(rig, [collateral], ALICE, () =>
        rig.send(store, close, [market, collateral, isLong], ALICE),
      )
      expect(found?.legs[0]?.amount).toBe(paid)
    }
    expect(pool).toMatchObject({
      market: 'ETH/USD',
      legs: [{ role: 'lp', amount: await held(market) }],
    })
    expect(await readOnRig(rig, gmxV2, entry, DEPLOYER)).toEqual([])
  })

  test('Gains’ diamond tells trades and orders with the collateral that it pays back', async () => {
    const diamond = await perps('Diamond')
    for (const from of ['BTC', 'ETH'])
      await rig.send(diamond, 'function addPair(string, string)', [from, 'USD'])
    const add = 'function addCollateral(address, uint256)'
    await rig.send(diamond, add, [weth, 2_000n * 10n ** 8n])
    await rig.send(diamond, add, [usdc, 99_000_000n])
    const open = 'function openTrade(uint16, uint24, bool, uint8, uint8, uint120, uint64)'
    const price = 2_100n * 10n ** 10n
    await rig.send(diamond, open, [0, 5_000, true, 1, 0, ETHER, price], ALICE)
    await rig.send(diamond, open, [1, 25_000, false, 2, 0, 200n * USDC_UNIT, price], ALICE)
    await rig.send(diamond, open, [1, 2_000, true, 1, 1, 3n * ETHER + 1n, price], ALICE)
    await rig.send(diamond, 'function cancel(uint32)', [0], ALICE)
    await rig.send(diamond, 'function realize(uint32, int256, uint256)', [1, -7n, 3n], ALICE)
    const entry = gainsEntry.parse({ ...base, protocol: 'gains-network', driver: 'gains', diamond })
    const [trade, order, ...rest] = await readOnRig(rig, gains, entry, ALICE)
    expect(rest).toEqual([])
    expect(trade).toMatchObject({
      market: 'ETH/USD',
      ref: '1',
      legs: [{ role: 'margin', symbol: 'USDC' }],
      perp: { side: 'short', sizeUsd: 4_950, leverage: 25, entryPrice: 2_100 },
    })
    expect(order).toMatchObject({ market: 'ETH/USD, order', ref: '2', perp: null })
    for (const [found, collateral] of [
      [trade, usdc],
      [order, weth],
    ] as const) {
      const cancel = 'function cancel(uint32)'
      const [paid] = await gained(rig, [collateral], ALICE, () =>
        rig.send(diamond, cancel, [Number(found?.ref)], ALICE),
      )
      expect(found?.legs[0]?.amount).toBe(paid)
    }
    expect(await readOnRig(rig, gains, entry, DEPLOYER)).toEqual([])
  })
})
