import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { isAnvilMissing } from '../../../testing/wallet/evm/anvil.ts'
import { ALICE, BOB, deployLocal, type Rig, startRig } from '../../../testing/wallet/evm/rig.ts'
import { runOnRig } from '../../../testing/wallet/evm/run-driver.ts'
import { at } from './fixtures/fake-chain.ts'
import { lidoQueue, lidoQueueEntry } from './lido-queue.ts'
import { type VoteLockEntry, voteLock, voteLockEntry } from './vote-lock.ts'

const ETHER = 10n ** 18n
const CRV = { address: at(1), symbol: 'CRV', decimals: 18 }
const WETH = { address: at(2), symbol: 'WETH', decimals: 18 }
/** Seconds since 1970 of the rig's first block. */
const START = 1_900_000_000
const DAY = 86_400
const base = { id: 'x', protocol: 'p', source: 'test' } as const

describe.skipIf(isAnvilMissing())('locks and withdrawals on a real chain', () => {
  let rig: Rig
  let escrow: Address
  let queue: Address

  beforeAll(async () => {
    rig = await startRig({ nowMs: START * 1_000 })
    escrow = await deployLocal(rig, 'locks.sol', 'Escrow')
    queue = await deployLocal(rig, 'queue.sol', 'Queue')
    const lock = 'function lock(int128 amount, uint256 end)'
    await rig.send(escrow, lock, [5n * ETHER, BigInt(START + DAY)], ALICE)
    await rig.send(escrow, lock, [7n * ETHER, BigInt(START - DAY)], BOB)
    const batch = 'function addBatch(uint112 amount, uint32 end)'
    await rig.send(escrow, batch, [2n * ETHER, START - DAY], ALICE)
    await rig.send(escrow, batch, [3n * ETHER, START + DAY], ALICE)
    await rig.send(escrow, batch, [4n * ETHER, START + 8 * DAY], ALICE)
    const mint = 'function mint(int128 amount, uint256 end, bool isPermanent)'
    await rig.send(escrow, mint, [9n * ETHER, BigInt(START + DAY), false], ALICE)
    await rig.send(escrow, mint, [8n * ETHER, 0n, true], ALICE)
    await rig.send(escrow, mint, [0n, 0n, false], BOB)

    const request = 'function request(uint256 amount)'
    for (const amount of [10n, 20n, 30n]) await rig.send(queue, request, [amount * ETHER], ALICE)
    await rig.send(queue, 'function swapFirstTwo()', [], ALICE)
    await rig.send(queue, 'function finalize(uint256, uint256)', [1n, 100n])
    await rig.send(queue, 'function finalize(uint256, uint256)', [2n, 95n])
  }, 60_000)
  afterAll(() => rig.stop())

  const locks = (kind: VoteLockEntry['kind'], owner: Address) =>
    runOnRig(
      rig,
      voteLock,
      voteLockEntry.parse({
        ...base,
        product: 'staking',
        driver: 'vote-lock',
        escrow,
        kind,
        token: CRV,
      }),
      owner,
    )

  test.each(['locked', 'position'] as const)(
    'a lock, reported as "%s", has its end',
    async (kind) => {
      expect(await locks(kind, ALICE)).toMatchObject([
        {
          legs: [{ role: 'stake', symbol: 'CRV', amount: 5n * ETHER }],
          withdrawal: { unlocksAt: START + DAY, isClaimable: false },
        },
      ])
      expect((await locks(kind, BOB))[0]?.withdrawal).toEqual({
        unlocksAt: START - DAY,
        isClaimable: true,
      })
      expect(await locks(kind, queue)).toEqual([])
    },
  )

  test('batches are reported one by one, and what is over as one', async () => {
    expect(await locks('batches', ALICE)).toMatchObject([
      { ref: 'unlocked', legs: [{ amount: 2n * ETHER }], withdrawal: { isClaimable: true } },
      { legs: [{ amount: 3n * ETHER }], withdrawal: { unlocksAt: START + DAY } },
      { legs: [{ amount: 4n * ETHER }], withdrawal: { unlocksAt: START + 8 * DAY } },
    ])
    expect(await locks('batches', BOB)).toEqual([])
  })

  test('NFTs are locks, also those without an end', async () => {
    expect(await locks('nfts', ALICE)).toMatchObject([
      {
        ref: '0',
        legs: [{ amount: 9n * ETHER }],
        withdrawal: { unlocksAt: START + DAY, isClaimable: false },
      },
      {
        ref: '1',
        legs: [{ amount: 8n * ETHER }],
        withdrawal: { unlocksAt: null, isClaimable: false },
      },
    ])
  })

  test('an NFT whose tokens someone else manages makes the answer partial', async () => {
    expect(await locks('nfts', BOB)).toMatchObject([{ legs: [], isUnread: true }])
  })

  test('a request at Lido is reported with what it pays out once it can be claimed', async () => {
    const entry = lidoQueueEntry.parse({
      ...base,
      product: 'lst',
      driver: 'lido-queue',
      queue,
      native: WETH,
    })
    const reported = await runOnRig(rig, lidoQueue, entry, ALICE)
    expect(reported.map(({ ref, legs, withdrawal }) => [ref, legs[0]?.amount, withdrawal])).toEqual(
      [
        ['withdrawal 1', 10n * ETHER, { unlocksAt: null, isClaimable: true }],
        ['withdrawal 2', 19n * ETHER, { unlocksAt: null, isClaimable: true }],
        ['withdrawal 3', 30n * ETHER, { unlocksAt: null, isClaimable: false }],
      ],
    )
    expect(await runOnRig(rig, lidoQueue, entry, BOB)).toEqual([])
  })
})
