import { beforeAll, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { gained } from '../../../testing/wallet/evm/gained.ts'
import { describeOnAnvil } from '../../../testing/wallet/evm/on-anvil.ts'
import {
  deployPendle,
  depositAtPendle,
  type PendleMarket,
  splitAtPendle,
} from '../../../testing/wallet/evm/pendle.ts'
import { ALICE, BOB, mint } from '../../../testing/wallet/evm/rig.ts'
import { readOnRig, runOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import { entryOf } from './fixtures/fake-chain.ts'
import { pendle } from './pendle.ts'
import { poolRegistry } from './pool-registry.ts'

const CLAIM =
  'function redeemDueInterestAndRewards(address, bool, bool) returns (uint256, uint256[])'
const TRANSFER = 'function transfer(address to, uint256 amount) returns (bool)'
const END = 'function setPostExpiryData()'
const WAD = 10n ** 18n
const nowMs = Date.now()

/** Those that take the fee as interest is earned keep an index of 18 decimals, and a few thousand tokens are multiplied by it. */
const ROUNDED = { YieldContracts: 0n, YieldContractsV2: 10_000n } as const

for (const yields of ['YieldContracts', 'YieldContractsV2'] as const) {
  describeOnAnvil(`the interest of yield tokens, ${yields} of Pendle`, { nowMs }, (rig) => {
    let own: PendleMarket
    let isOver = false
    const earn = (amount: bigint) => mint(rig, own.asset, own.vault, amount)

    beforeAll(async () => {
      own = await deployPendle(rig, nowMs, yields)
      await depositAtPendle(rig, own, 7_000n * WAD + 7n, BOB)
      await splitAtPendle(rig, own, 3_000n * WAD, BOB)
      await earn(100n * WAD)
      await depositAtPendle(rig, own, 1_234n * WAD, ALICE)
      await splitAtPendle(rig, own, 1_000n * WAD, ALICE)
    }, 60_000)

    /** What the walk and an entry find, which agree. */
    async function read(owner: Address): Promise<bigint> {
      const fields = { protocol: 'pendle', product: 'vault' }
      const walk = entryOf(poolRegistry, {
        ...fields,
        walk: 'pendle-tokens',
        list: own.factory,
        slot: 53,
        page: 1000,
        pages: 1,
      })
      const token = (address: Address) => ({ address, symbol: 'any', decimals: 18 })
      const listed = entryOf(pendle, { ...fields, pt: token(own.pt), yt: token(own.yt) })
      const found = await Promise.all([
        // A scan takes no block that is ahead of its own clock.
        isOver ? runOnRig(rig, pendle, listed, owner) : readOnRig(rig, poolRegistry, walk, owner),
        runOnRig(rig, pendle, listed, owner),
      ])
      for (const findings of found) expect(findings.filter(({ isUnread }) => isUnread)).toEqual([])
      const [first, second] = found.map((findings) =>
        findings.flatMap(({ receiptToken, legs }) =>
          legs
            .filter(({ role }) => role === 'reward')
            .map(({ token: of, symbol, amount }) => {
              expect([receiptToken, of, symbol]).toEqual([own.yt, own.sy, 'SY-sUSDe'])
              return amount
            }),
        ),
      )
      expect(first).toEqual(second)
      expect(first?.length).toBeLessThan(2)
      return first?.[0] ?? 0n
    }

    async function expectPaid(owner: Address): Promise<bigint> {
      const reported = await read(owner)
      const [paid = 0n] = await gained(rig, [own.sy], owner, async () => {
        await rig.send(own.yt, CLAIM, [owner, true, false])
      })
      expect(reported - paid).toBeGreaterThanOrEqual(0n)
      expect(reported - paid).toBeLessThanOrEqual(ROUNDED[yields])
      return paid
    }

    test('is none before anything is earned', async () => {
      expect(await expectPaid(ALICE)).toBe(0n)
    })

    test('is what Pendle pays, of what was earned since the last booking', async () => {
      await earn(333n * WAD + 1n)
      expect(await expectPaid(ALICE)).toBeGreaterThan(WAD)
      expect(await expectPaid(BOB)).toBeGreaterThan(WAD)
    })

    test('is what Pendle pays, of what is booked and was earned since', async () => {
      await rig.send(own.yt, TRANSFER, [BOB, 400n * WAD], ALICE)
      const booked = await expectPaid(ALICE)
      await earn(50n * WAD)
      expect(await expectPaid(ALICE)).toBeGreaterThan(booked)
      expect(await expectPaid(BOB)).toBeGreaterThan(WAD)
    })

    test('is none after it was claimed', async () => {
      await rig.send(own.yt, CLAIM, [ALICE, true, false])
      expect(await read(ALICE)).toBe(0n)
    })

    test('ends with the expiry, as soon as anybody touches the contract', async () => {
      await earn(20n * WAD)
      await rig.rpc('evm_setNextBlockTimestamp', [Number(own.expiry) + 1])
      await rig.rpc('evm_mine', [])
      isOver = true
      await expectPaid(ALICE)
      await rig.send(own.yt, END, [])
      const last = await expectPaid(ALICE)
      await earn(500n * WAD)
      expect(await expectPaid(ALICE)).toBe(last)
      expect(last).toBeGreaterThan(WAD / 2n)
    })
  })
}
