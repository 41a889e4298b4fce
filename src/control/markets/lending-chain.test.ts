import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '../../chains/address.ts'
import type { Market } from '../../domain/market.ts'
import { isAnvilMissing } from '../../testing/wallet/evm/anvil.ts'
import {
  type Comet,
  deployComet,
  supplyToComet,
  withdrawFromComet,
} from '../../testing/wallet/evm/comet.ts'
import {
  ALICE,
  approve,
  BOB,
  deployToken,
  deployVault,
  mint,
  type Rig,
  startRig,
} from '../../testing/wallet/evm/rig.ts'
import { compoundV3Entry } from '../../wallet/evm/drivers/compound-v3.ts'
import { erc4626Entry } from '../../wallet/evm/drivers/erc4626.ts'
import { gapsOf, rigReader } from './fixtures/readers.ts'
import { byProtocol, readMarkets } from './read-markets.ts'

const USD = 10n ** 6n
const ETHER = 10n ** 18n

describe.skipIf(isAnvilMissing())('a Comet and vaults on a real chain', () => {
  let rig: Rig
  let weth: Address
  let usdc: Address
  let comet: Comet
  let vault: Address
  let outer: Address

  beforeAll(async () => {
    rig = await startRig()
    weth = await deployToken(rig, 'WETH', 18)
    usdc = await deployToken(rig, 'USDC', 6)
    comet = await deployComet(rig, 'cUSDCv3', { address: usdc, decimals: 6, usd: 1 }, [
      { address: weth, decimals: 18, usd: 2_000 },
    ])
    await mint(rig, usdc, BOB, 10_000n * USD)
    await mint(rig, weth, ALICE, 2n * ETHER)
    await approve(rig, usdc, comet.comet, BOB)
    await approve(rig, weth, comet.comet, ALICE)
    await supplyToComet(rig, comet.comet, usdc, 1_000n * USD, BOB)
    await supplyToComet(rig, comet.comet, weth, 2n * ETHER, ALICE)
    await withdrawFromComet(rig, comet.comet, usdc, 950n * USD, ALICE)
    vault = await deployVault(rig, usdc, 'vUSDC')
    outer = await deployVault(rig, vault, 'wvUSDC')
    const deposit = 'function deposit(uint256, address) returns (uint256)'
    await approve(rig, usdc, vault, BOB)
    await rig.send(vault, deposit, [500n * USD, BOB], BOB)
  }, 60_000)
  afterAll(() => rig.stop())

  const common = { source: 'test', product: 'lending' } as const
  const read = async (): Promise<Market[]> => {
    const entries = [
      compoundV3Entry.parse({
        ...common,
        id: 'comet',
        protocol: 'compound-v3',
        market: 'usdc',
        driver: 'compound-v3',
        comet: comet.comet,
        base: { address: usdc, symbol: 'USDC', decimals: 6 },
        tokens: [],
      }),
      ...[vault, outer].map((each, at) =>
        erc4626Entry.parse({
          ...common,
          id: `vault-${at}`,
          protocol: 'sky-lending',
          driver: 'erc4626',
          vault: each,
        }),
      ),
    ]
    const markets = await readMarkets(await rigReader(rig), byProtocol(entries))
    expect(gapsOf(markets)).toEqual([])
    return [...(markets.get('compound-v3') ?? []), ...(markets.get('sky-lending') ?? [])]
  }

  test('of 1,000 supplied to a Comet with 950 lent, a twentieth is available', async () => {
    const [base] = await read()
    expect(base).toMatchObject({ asset: 'USDC', name: 'usdc USDC', loanToValue: 0, paused: false })
    expect(base?.availableShare).toBeCloseTo(0.05, 9)
    expect(base?.utilisation).toBeCloseTo(0.95, 9)
    await expect(withdrawFromComet(rig, comet.comet, usdc, 500n * USD, BOB)).rejects.toThrow()
  })

  test('a collateral is not lent, and has the factors of Comet', async () => {
    const [, collateral] = await read()
    expect(collateral).toMatchObject({
      address: comet.comet,
      name: 'usdc collateral WETH',
      assetAddress: weth,
      availableShare: 1,
      utilisation: 0,
      loanToValue: 0.8,
      liquidationThreshold: 0.85,
    })
    // 2 ether of a cap of 2^100.
    expect(collateral?.supplyCapUsed).toBeCloseTo(2e18 / 2 ** 100, 15)
    expect(collateral?.feed).toMatchObject({ address: comet.feeds[1], kind: 'unidentified' })
  })

  test('a Comet whose withdrawals are paused is paused: withdrawing 1 is refused', async () => {
    const pause = 'function pause(bool, bool, bool, bool, bool)'
    await rig.send(comet.comet, pause, [false, false, true, false, false])
    const [base, collateral] = await read()
    expect([base?.paused, base?.frozen, collateral?.paused]).toEqual([true, false, true])
    await expect(withdrawFromComet(rig, comet.comet, usdc, 1n, BOB)).rejects.toThrow()
    await rig.send(comet.comet, pause, [true, false, false, false, false])
    expect((await read())[0]).toMatchObject({ paused: false, frozen: true })
    await rig.send(comet.comet, pause, [false, false, false, false, false])
  })

  test('a vault that holds all of its assets returns them; an empty one has no share', async () => {
    const [, , full, empty] = await read()
    expect(full).toMatchObject({ address: vault, asset: 'USDC', availableShare: 1, paused: null })
    expect(empty).toMatchObject({ address: outer, availableShare: null, utilisation: null })
  })
})
