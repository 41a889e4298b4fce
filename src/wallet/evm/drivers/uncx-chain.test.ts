import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { isAnvilMissing } from '../../../testing/wallet/evm/anvil.ts'
import { packagedCode } from '../../../testing/wallet/evm/artifacts.ts'
import {
  ALICE,
  BOB,
  DEPLOYER,
  deployLocal,
  deployToken,
  mint,
  type Rig,
  startRig,
} from '../../../testing/wallet/evm/rig.ts'
import { readChain } from '../read-chain.ts'
import { at } from './fixtures/fake-chain.ts'
import { uncx, uncxEntry } from './uncx.ts'

/** Seconds since 1970 of the rig's first block. */
const START = 1_900_000_000
const DAY = 86_400
const NO_CONTRACT = at(9)
const LOCK = 'function lockLPToken(address token, uint256 amount, uint256 unlockDate)'

describe.skipIf(isAnvilMissing())('a locker of UNCX on a real chain', () => {
  let rig: Rig
  let locker: Address
  let dog: Address
  let weth: Address
  let pair: Address
  let minted: bigint

  beforeAll(async () => {
    rig = await startRig({ nowMs: START * 1_000 })
    locker = await deployLocal(rig, 'uncx.sol', 'UncxLocker')
    dog = await deployToken(rig, 'DOG', 9)
    weth = await deployToken(rig, 'WETH')
    const factory = await rig.deploy(
      packagedCode('@uniswap/v2-core/build/UniswapV2Factory.json'),
      'address',
      [DEPLOYER],
    )
    await rig.send(factory, 'function createPair(address, address)', [dog, weth])
    pair = await rig.read(factory, 'function getPair(address, address) view returns (address)', [
      dog,
      weth,
    ])
    await mint(rig, dog, pair, 4_000_000n)
    await mint(rig, weth, pair, 1_000_000n)
    await rig.send(pair, 'function mint(address)', [ALICE])
    minted = await rig.read(pair, 'function totalSupply() view returns (uint256)', [])
    await rig.send(locker, LOCK, [pair, minted / 2n, BigInt(START + DAY)], ALICE)
    await rig.send(locker, LOCK, [pair, minted / 4n, BigInt(START - DAY)], ALICE)
    await rig.send(locker, LOCK, [dog, 77n, BigInt(START + DAY)], ALICE)
    await rig.send(locker, LOCK, [NO_CONTRACT, 88n, BigInt(START + DAY)], ALICE)
    await rig.send(locker, LOCK, [pair, 5n, BigInt(START + DAY)], ALICE)
    await rig.send(locker, 'function withdraw(address, uint256, uint256)', [pair, 2n, 5n], ALICE)
  }, 60_000)
  afterAll(() => rig.stop())

  const read = async (owner: Address, of = locker) => {
    const entry = uncxEntry.parse({
      id: 'uncx',
      protocol: 'uncx-network-v2',
      product: 'lp',
      driver: 'uncx',
      locker: of,
      source: 'test',
    })
    const reading = await readChain({
      chain: { chainId: 1, maxLagSeconds: 300 },
      urls: [rig.url],
      readers: [{ id: 'it', read: (each) => uncx.read(entry, each) }],
      owner,
      deadline: AbortSignal.timeout(30_000),
      fetch,
      now: () => START * 1_000,
    })
    return { ...reading, found: reading.findings.get('it') ?? [] }
  }

  test('locked shares are reported in the tokens of their pair, with the end of each lock', async () => {
    const { status, found } = await read(ALICE)
    expect(status).toBe('ok')
    const reported = found.map(({ legs, withdrawal }) => [
      legs.map(({ symbol, amount }) => [symbol, amount]).sort(),
      withdrawal,
    ])
    expect(reported).toEqual([
      [
        [
          ['DOG', 2_000_000n],
          ['WETH', 500_000n],
        ],
        { unlocksAt: START + DAY, isClaimable: false },
      ],
      [
        [
          ['DOG', 1_000_000n],
          ['WETH', 250_000n],
        ],
        { unlocksAt: START - DAY, isClaimable: true },
      ],
      [[['DOG', 77n]], { unlocksAt: START + DAY, isClaimable: false }],
      [[['0x000000…', 88n]], { unlocksAt: START + DAY, isClaimable: false }],
    ])
  })

  test('a locker of the second version, which reports the token of each lock too, is read as well', async () => {
    const second = await deployLocal(rig, 'uncx.sol', 'UncxSecondLocker')
    await rig.send(second, LOCK, [pair, minted / 4n, BigInt(START + DAY)], ALICE)
    const [lock] = (await read(ALICE, second)).found
    expect(lock?.legs.map(({ amount }) => amount).sort()).toEqual([1_000_000n, 250_000n])
    expect(lock?.withdrawal).toEqual({ unlocksAt: START + DAY, isClaimable: false })
  })

  test('more locks than one answer has room for are reported as unread', async () => {
    for (let count = 0; count < 81; count++)
      await rig.send(locker, LOCK, [dog, 1n, BigInt(START)], BOB)
    const { found } = await read(BOB)
    expect(found).toHaveLength(81)
    expect(found.at(-1)).toMatchObject({ legs: [], isUnread: true })
  }, 30_000)

  test('an owner who locked nothing costs one round', async () => {
    expect(await read(DEPLOYER)).toMatchObject({ status: 'ok', rounds: 1, found: [] })
  })

  test('a locker that does not answer is not one without locks', async () => {
    expect((await read(ALICE, weth)).protocols).toMatchObject([{ status: 'failed' }])
  })
})
