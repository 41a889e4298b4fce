import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { encodeCall } from '../../../chains/evm/viem.ts'
import { isAnvilMissing } from '../../../testing/wallet/evm/anvil.ts'
import { gained } from '../../../testing/wallet/evm/gained.ts'
import {
  ALICE,
  approve,
  BOB,
  DEPLOYER,
  deployLocal,
  deployToken,
  MULTICALL3,
  mint,
  type Rig,
  startRig,
} from '../../../testing/wallet/evm/rig.ts'
import { readOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import { depositPool, depositPoolEntry } from './deposit-pool.ts'
import { eigenlayer, eigenlayerEntry } from './eigenlayer.ts'

const ETHER = 10n ** 18n
const SLOT_SECONDS = 12
const QUEUE = 'function queueWithdrawal(address, uint256)'
const COMPLETE = 'function completeQueuedWithdrawal(uint256)'
const base = { id: 'it', product: 'staking', source: 'test' } as const

describe.skipIf(isAnvilMissing())('restaking on a real chain', () => {
  let rig: Rig
  let steth: Address
  let usdc: Address
  beforeAll(async () => {
    rig = await startRig()
    steth = await deployToken(rig, 'stETH', 18)
    usdc = await deployToken(rig, 'USDC', 6)
    for (const owner of [ALICE, BOB])
      for (const token of [steth, usdc]) await mint(rig, token, owner, 1_000n * ETHER)
  }, 30_000)
  afterAll(() => rig.stop())
  beforeEach(async () => {
    const snapshot = await rig.rpc('evm_snapshot', [])
    return async () => {
      await rig.rpc('evm_revert', [snapshot])
    }
  })
  const mine = (blocks: number) => rig.rpc('anvil_mine', [`0x${blocks.toString(16)}`])

  describe('EigenLayer', () => {
    let manager: Address
    let strategy: Address
    beforeAll(async () => {
      manager = await deployLocal(rig, 'restaking.sol', 'DelegationManager')
      strategy = await deployLocal(rig, 'restaking.sol', 'Strategy', 'address', [steth])
      for (const owner of [ALICE, BOB]) await approve(rig, steth, strategy, owner)
      const deposit = 'function deposit(address, uint256)'
      await rig.send(manager, deposit, [strategy, 50n * ETHER], BOB)
      await rig.send(manager, deposit, [strategy, 12n * ETHER + 1n], ALICE)
      await mint(rig, steth, strategy, 3n * ETHER)
      const data = encodeCall('function verify()', [])
      const value = `0x${(2n * ETHER).toString(16)}`
      await rig.rpc('eth_sendTransaction', [{ from: ALICE, to: manager, value, data }])
      await rig.send(manager, QUEUE, [strategy, 5n * ETHER], ALICE)
      await mine(40)
      await rig.send(manager, QUEUE, [strategy, 2n * ETHER], ALICE)
      await rig.send(manager, 'function slash(address, uint256)', [ALICE, ETHER / 10n])
    })
    const found = (owner = ALICE) => {
      const native = { address: `0x${'77'.repeat(20)}`, symbol: 'WETH', decimals: 18 }
      const contracts = { delegationManager: manager, multicall3: MULTICALL3, native }
      const entry = { ...base, protocol: 'eigenlayer', driver: 'eigenlayer', ...contracts }
      return readOnRig(rig, eigenlayer, eigenlayerEntry.parse(entry), owner)
    }
    /** What the manager pays for a withdrawal after its delay. */
    const paidFor = async (nonce: bigint) => {
      await mine(200)
      const complete = () => rig.send(manager, COMPLETE, [nonce], ALICE)
      return (await gained(rig, [steth], ALICE, complete))[0]
    }

    test('deposits are what slashing left of them, of tokens and of ETH', async () => {
      const [tokens, ether] = await found()
      expect(ether).toMatchObject({ market: 'beacon chain ETH', legs: [{ symbol: 'WETH' }] })
      expect(ether?.legs[0]?.amount).toBe((2n * ETHER * 9n) / 10n)
      const rest = 5n * ETHER + 1n
      await rig.send(manager, QUEUE, [strategy, rest], ALICE)
      expect(tokens).toMatchObject({ market: 'stETH', legs: [{ role: 'stake', symbol: 'stETH' }] })
      expect(tokens?.legs[0]?.amount).toBe(await paidFor(2n))
      expect(await found(DEPLOYER)).toEqual([])
    })

    test('EIGEN is told as itself, not as the token that its strategy keeps', async () => {
      const eigen = await deployToken(rig, 'EIGEN')
      const args = [steth, eigen]
      const own = await deployLocal(rig, 'restaking.sol', 'EigenStrategy', 'address, address', args)
      await approve(rig, steth, own, BOB)
      await rig.send(manager, 'function deposit(address, uint256)', [own, ETHER], BOB)
      expect((await found(BOB)).map(({ legs }) => [legs[0]?.symbol, legs[0]?.token])).toEqual([
        ['stETH', steth],
        ['EIGEN', eigen],
      ])
    })

    test('withdrawals are what they pay', async () => {
      const [, , ...queued] = await found()
      for (const [at, { ref, legs }] of queued.entries()) {
        expect(ref).toBe(`withdrawal ${at}`)
        expect(legs).toMatchObject([{ role: 'stake', symbol: 'stETH' }])
        expect(legs[0]?.amount).toBe(await paidFor(BigInt(at)))
      }
      expect(queued).toHaveLength(2)
    })

    test('withdrawals wait for the first block in which they can be completed', async () => {
      const [, , ...queued] = await found()
      const block = await rig.rpc('eth_getBlockByNumber', ['latest', false])
      const now = Number(z.looseObject({ timestamp: z.string() }).parse(block).timestamp)
      const waits = queued.map(
        ({ withdrawal }) => ((withdrawal?.unlocksAt ?? 0) - now) / SLOT_SECONDS,
      )
      const [first = 0, second = 0] = waits
      // Forty blocks were mined between the two, and each transaction has one.
      expect(second - first).toBe(41)
      const complete = () => rig.send(manager, COMPLETE, [0n], ALICE)
      // A transaction is in the block after those that were mined.
      await mine(first - 2)
      await expect(complete()).rejects.toThrow(/reverted/)
      expect((await found())[2]?.withdrawal?.isClaimable).toBe(false)
      await complete()
      expect((await found()).map(({ ref }) => ref)).toEqual([null, null, 'withdrawal 1'])
      await mine(second - first)
      expect((await found())[2]?.withdrawal?.isClaimable).toBe(true)
    })
  })

  test('Zircuit’s pool pays back what was found of each token', async () => {
    const pool = await deployLocal(rig, 'restaking.sol', 'ZtakingPool')
    const deposit = 'function depositFor(address, address, uint256)'
    for (const [token, amount] of [
      [steth, 7n * ETHER + 1n],
      [usdc, 55n],
    ] as const) {
      await approve(rig, token, pool, BOB)
      await rig.send(pool, deposit, [token, ALICE, amount], BOB)
    }
    await rig.send(pool, 'function withdraw(address, uint256)', [steth, 2n * ETHER], ALICE)
    const tokens = [
      { address: steth, symbol: 'stETH', decimals: 18 },
      { address: usdc, symbol: 'USDC', decimals: 6 },
      { address: pool, symbol: 'NONE', decimals: 18 },
    ]
    const entry = depositPoolEntry.parse({
      ...base,
      protocol: 'zircuit-staking',
      driver: 'deposit-pool',
      pool,
      tokens,
    })
    const found = await readOnRig(rig, depositPool, entry, ALICE)
    const paid = await gained(rig, [steth, usdc], ALICE, async () => {
      for (const [at, token] of [steth, usdc].entries()) {
        const amount = found[at]?.legs[0]?.amount ?? 0n
        await rig.send(pool, 'function withdraw(address, uint256)', [token, amount], ALICE)
      }
    })
    expect(paid).toEqual([5n * ETHER + 1n, 55n])
    const left = 'function balance(address, address) view returns (uint256)'
    const kept = [steth, usdc].map((token) => rig.read(pool, left, [token, ALICE]))
    expect(found.map(({ market, legs }) => [market, legs[0]?.amount])).toEqual([
      ['stETH', await kept[0]],
      ['USDC', await kept[1]],
    ])
    expect(await readOnRig(rig, depositPool, entry, BOB)).toEqual([])
  })
})
