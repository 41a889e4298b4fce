import { beforeAll, expect, test } from 'vitest'
import { describeOnAnvil } from '../../../testing/wallet/evm/on-anvil.ts'
import { askLens } from '../../../testing/wallet/evm/recorded-contracts.ts'
import { ALICE, deployLocal } from '../../../testing/wallet/evm/rig.ts'
import type { Address, Hex } from '../../address.ts'
import { askMarkets, readMarkets } from './markets.ts'

/** As many positions as fit in one answer. */
const ROOM = 180

describeOnAnvil('the markets that vaults name, asked on anvil', (rig) => {
  let morpho: Address
  beforeAll(async () => {
    morpho = await deployLocal(rig, 'morpho-vaults.sol', 'MorphoOfAll')
  }, 60_000)

  const idOf = (index: number): Hex => `0x${(index + 1).toString(16).padStart(64, '0')}`
  /** A vault that lends in the markets of these numbers. */
  const vault = (first: number, count: number) => {
    const queue = Array.from({ length: count }, (_, at) => idOf(first + at))
    return deployLocal(rig, 'morpho-vaults.sol', 'MorphoVaultV1', 'bytes32[]', [queue])
  }
  const callOf = (vaults: Address[]) =>
    askMarkets({
      morpho,
      owner: ALICE,
      vaults: `0x${vaults.map((each) => each.slice(2)).join('')}`,
    })
  const ask = async (vaults: Address[]) => readMarkets(await askLens(rig, callOf(vaults)))

  test('share a request with others where the vaults are few', () => {
    const vaults = Array.from({ length: 31 }, () => morpho)
    expect(callOf(vaults.slice(1)).isHeavy).toBeUndefined()
    expect(callOf(vaults).isHeavy).toBe(true)
  })

  test('are asked once each, also where the table has them at one place', async () => {
    // The table has 4,096 places, which are taken by the rest of the id.
    const vaults = [await vault(0, 2), await vault(1, 2), await vault(4_096, 1), await vault(0, 1)]
    expect(await ask(vaults)).toEqual({
      markets: 4n,
      unread: 0n,
      found: [0, 1, 2, 4_096].map((index) => ({
        id: idOf(index),
        supplyShares: 0n,
        borrowShares: 0n,
        collateral: 7n,
      })),
    })
  })

  test('are counted where the answer has no room for their positions', async () => {
    const vaults: Address[] = []
    for (const first of [0, 60, 120, 180]) vaults.push(await vault(first, first === 180 ? 3 : 60))
    const { markets, unread, found } = await ask(vaults)
    expect([markets, unread, found.length]).toEqual([183n, 3n, ROOM])
  })

  test('are not half reported where the gas does not suffice', async () => {
    const { code = '0x', data } = callOf([await vault(0, 60)])
    const to = await rig.deploy(code)
    const call = (gas: number) =>
      rig.rpc('eth_call', [{ to, data, gas: `0x${gas.toString(16)}` }, 'latest'])
    await expect(call(3_500_000)).resolves.toMatch(/^0x/)
    await expect(call(2_000_000)).rejects.toThrow('gas')
  })
})
