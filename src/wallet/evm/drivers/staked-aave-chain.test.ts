import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { isAnvilMissing } from '../../../testing/wallet/evm/anvil.ts'
import { ALICE, deployLocal, type Rig, startRig } from '../../../testing/wallet/evm/rig.ts'
import { runOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import { at, entryOf } from './fixtures/fake-chain.ts'
import { liquidStaking } from './liquid-staking.ts'

/** Seconds since 1970 of the rig's first block. */
const START = 1_900_000_000
const DAY = 86_400
const AAVE = { address: at(1), symbol: 'AAVE', decimals: 18 }

describe.skipIf(isAnvilMissing())('staked AAVE on a real chain', () => {
  let rig: Rig
  let staked: Address
  let snapshot: unknown

  beforeAll(async () => {
    rig = await startRig({ nowMs: START * 1_000 })
    staked = await deployLocal(rig, 'staked-aave.sol', 'StakedAave')
    await rig.send(staked, 'function mint(address owner, uint256 amount)', [ALICE, 100n])
  }, 60_000)
  afterAll(() => rig.stop())
  beforeEach(async () => {
    snapshot = await rig.rpc('evm_snapshot', [])
    return async () => {
      await rig.rpc('evm_revert', [snapshot])
    }
  })

  const readAfter = async (start: number, amount: bigint) => {
    const cooldown = 'function cooldown(uint40 start, uint216 amount)'
    await rig.send(staked, cooldown, [start, amount], ALICE)
    const entry = entryOf(liquidStaking, {
      token: { address: staked, symbol: 'stkAAVE', decimals: 18 },
      rate: { contract: staked, function: 'previewRedeem', of: AAVE },
      cooldown: true,
    })
    const found = await runOnRig(rig, liquidStaking, entry, ALICE)
    return found.map(({ ref, legs, withdrawal }) => [ref, legs[0]?.amount, withdrawal])
  }

  test('what cools down is reported separately, with the day from which it can be redeemed', async () => {
    expect(await readAfter(START - DAY, 30n)).toEqual([
      [null, 140n, undefined],
      ['cooldown', 60n, { unlocksAt: START + 19 * DAY, isClaimable: false }],
    ])
    expect(await readAfter(START - 21 * DAY, 30n)).toEqual([
      [null, 140n, undefined],
      ['cooldown', 60n, { unlocksAt: START - DAY, isClaimable: true }],
    ])
  })

  test('no more cools down than the owner has', async () => {
    expect(await readAfter(START - DAY, 500n)).toEqual([
      ['cooldown', 200n, { unlocksAt: START + 19 * DAY, isClaimable: false }],
    ])
  })

  test('after its window, and without a cooldown, everything is staked', async () => {
    expect(await readAfter(START - 23 * DAY, 30n)).toEqual([[null, 200n, undefined]])
    expect(await readAfter(0, 0n)).toEqual([[null, 200n, undefined]])
  })
})
