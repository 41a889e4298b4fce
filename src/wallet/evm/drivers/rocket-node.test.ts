import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { isAnvilMissing } from '../../../testing/wallet/evm/anvil.ts'
import { ALICE, BOB, deployLocal, type Rig, startRig } from '../../../testing/wallet/evm/rig.ts'
import { runOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import { at, runDriver } from './fixtures/fake-chain.ts'
import { rocketNode, rocketNodeEntry } from './rocket-node.ts'

const ETHER = 10n ** 18n

test('node staking that does not answer is unreadable, not nothing', () => {
  expect(() => runDriver(rocketNode, entry(at(1)), at(9), [])).toThrow(Unreadable)
})

describe.skipIf(isAnvilMissing())('a node operator of Rocket Pool', () => {
  let rig: Rig
  let staking: Address

  beforeAll(async () => {
    rig = await startRig()
    staking = await deployLocal(rig, 'node.sol', 'NodeStaking')
    const bond = 'function bond(uint256 eth, uint256 rpl)'
    await rig.send(staking, bond, [8n * ETHER, 500n * ETHER], ALICE)
    await rig.send(staking, 'function unstakeRPL(uint256)', [200n * ETHER], ALICE)
    const keep = 'function keep(string name, uint256 eth)'
    await rig.send(staking, keep, ['node.eth.balance', ETHER], ALICE)
    await rig.send(staking, keep, ['node.deposit.credit.balance', 4n * ETHER], ALICE)
  }, 30_000)
  afterAll(() => rig.stop())

  test('has bonded ETH, staked RPL, RPL under way, and ETH for its next validators', async () => {
    expect(await runOnRig(rig, rocketNode, entry(staking), ALICE)).toMatchObject([
      {
        ref: null,
        legs: [
          { role: 'stake', symbol: 'WETH', amount: 8n * ETHER },
          { role: 'stake', symbol: 'RPL', amount: 300n * ETHER },
        ],
      },
      {
        ref: 'unstaking',
        legs: [{ symbol: 'RPL', amount: 200n * ETHER }],
        withdrawal: { unlocksAt: null, isClaimable: null },
      },
      { ref: 'balance', legs: [{ role: 'supply', symbol: 'WETH', amount: 5n * ETHER }] },
    ])
    expect(await runOnRig(rig, rocketNode, entry(staking), BOB)).toEqual([])
  })
})

function entry(staking: Address) {
  return rocketNodeEntry.parse({
    id: 'x',
    protocol: 'rocket-pool',
    product: 'staking',
    driver: 'rocket-node',
    source: 'test',
    staking,
    storage: staking,
    rpl: { address: at(2), symbol: 'RPL', decimals: 18 },
    native: { address: at(3), symbol: 'WETH', decimals: 18 },
  })
}
