import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAnvilMissing } from '../../../testing/wallet/evm/anvil.ts'
import { gained } from '../../../testing/wallet/evm/gained.ts'
import {
  ALICE,
  approve,
  BOB,
  deployLocal,
  deployToken,
  mint,
  type Rig,
  startRig,
} from '../../../testing/wallet/evm/rig.ts'
import { runOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import type { Address } from '../../model/address.ts'
import { pendle, pendleEntry } from './pendle.ts'

const BALANCE = 'function balanceOf(address owner) view returns (uint256)'
const WAD = 10n ** 18n

describe.skipIf(isAnvilMissing())('a market of Pendle on a real chain', () => {
  let rig: Rig
  let usde: Address
  let market: Address
  let pt: Address
  let yt: Address
  let oracle: Address

  beforeAll(async () => {
    rig = await startRig()
    usde = await deployToken(rig, 'USDe')
    const rate = (WAD * 93n) / 100n
    market = await deployLocal(rig, 'pendle.sol', 'PendleMarket', 'address, uint256', [usde, rate])
    oracle = await deployLocal(rig, 'pendle.sol', 'PendleOracle')
    pt = await rig.read(market, 'function pt() view returns (address)', [])
    yt = await rig.read(market, 'function yt() view returns (address)', [])
    for (const owner of [ALICE, BOB]) {
      await mint(rig, usde, owner, 100_000n * WAD)
      await approve(rig, usde, market, owner)
    }
    await rig.send(market, 'function split(uint256)', [1_000n * WAD + 7n], ALICE)
    await rig.send(market, 'function provide(uint256)', [500n * WAD], ALICE)
    await rig.send(market, 'function provide(uint256)', [700n * WAD], BOB)
    await rig.send(market, 'function earn(uint256)', [33n * WAD], BOB)
  }, 60_000)
  afterAll(() => rig.stop())

  const read = (owner: Address, rates = true) => {
    const token = (address: Address, symbol: string) => ({ address, symbol, decimals: 18 })
    const entry = pendleEntry.parse({
      id: 'pendle-usde',
      protocol: 'pendle',
      product: 'vault',
      market: 'USDe',
      driver: 'pendle',
      source: 'test',
      pt: token(pt, 'PT-USDe'),
      yt: token(yt, 'YT-USDe'),
      lp: token(market, 'PLP-USDe'),
      ...(rates && { rates: { oracle, asset: token(usde, 'USDe') } }),
    })
    return runOnRig(rig, pendle, entry, owner)
  }
  /** What the market pays for all that the owner has of a token. */
  const paid = async (token: Address, act: string, owner: Address) => {
    const held = await rig.read(token, BALANCE, [owner])
    return await gained(rig, [usde], owner, () => rig.send(market, act, [held], owner))
  }

  test('principal, yield and liquidity are worth what the market pays for them', async () => {
    const found = await read(ALICE)
    expect(found.map(({ ref, product }) => [ref, product])).toEqual([
      ['pt', 'vault'],
      ['yt', 'vault'],
      ['lp', 'lp'],
    ])
    const pays = [
      await paid(pt, 'function sellPt(uint256)', ALICE),
      await paid(yt, 'function sellYt(uint256)', ALICE),
      await paid(market, 'function leave(uint256)', ALICE),
    ].flat()
    expect(pays.every((amount) => amount > 0n)).toBe(true)
    for (const [at, { legs }] of found.entries()) {
      expect(legs).toMatchObject([{ token: usde, symbol: 'USDe' }])
      // The rate is rounded before it is multiplied.
      const short = (pays[at] ?? 0n) - (legs[0]?.amount ?? 0n)
      expect(short >= 0n && short <= 300n).toBe(true)
    }
  })

  test('whoever only gave liquidity has only liquidity', async () => {
    expect((await read(BOB)).map(({ ref }) => ref)).toEqual(['lp'])
  })

  test('without an oracle the tokens are told as themselves', async () => {
    const found = await read(ALICE, false)
    expect(found[0]?.legs).toMatchObject([
      { token: pt, symbol: 'PT-USDe', amount: 1_000n * WAD + 7n },
    ])
  })
})
