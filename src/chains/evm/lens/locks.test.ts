import { beforeAll, expect, test } from 'vitest'
import { describeOnAnvil } from '../../../testing/wallet/evm/on-anvil.ts'
import { askLens, placeFacts } from '../../../testing/wallet/evm/recorded-contracts.ts'
import { ALICE, BOB } from '../../../testing/wallet/evm/rig.ts'
import { at, holds, says } from '../../../wallet/evm/drivers/fixtures/fake-chain.ts'
import type { Address } from '../../address.ts'
import { askLocks, readLocks } from './locks.ts'

const [FIRST, SECOND, DOG, PAIR, WETH] = [at(101), at(102), at(103), at(104), at(105)]
const LOCK = 'function getUserLockForTokenAtIndex(address, address, uint256) view returns'
const word = (type: string, to: Address, question: string, args: unknown[], value: unknown) =>
  says(to, `function ${question} view returns (${type})`, args, value)
const tokens = (locker: Address, owner: Address, ...all: [Address, bigint][]) => [
  word('uint256', locker, 'getUserNumLockedTokens(address)', [owner], BigInt(all.length)),
  ...all.flatMap(([token, count], place) => [
    word(
      'address',
      locker,
      'getUserLockedTokenAtIndex(address, uint256)',
      [owner, BigInt(place)],
      token,
    ),
    word('uint256', locker, 'getUserNumLocksForToken(address, address)', [owner, token], count),
  ]),
]
const FIRST_LOCK = `${LOCK} (uint256, uint256, uint256, uint256, uint256, address)`
const SECOND_LOCK = `${LOCK} (address, (uint256, uint256, uint256, uint256, uint256, address), uint16)`
const lock = (amount: bigint, id: bigint) => [1n, amount, 99n, 200n, id, ALICE]

describeOnAnvil('the lens of locks', (rig) => {
  beforeAll(async () => {
    const many = Array.from({ length: 81 }, (_, place) => BigInt(place))
    await placeFacts(rig, [
      ...tokens(FIRST, ALICE, [DOG, 1n], [PAIR, 1n]),
      says(FIRST, FIRST_LOCK, [ALICE, DOG, 0n], ...lock(7n, 3n)),
      says(FIRST, FIRST_LOCK, [ALICE, PAIR, 0n], ...lock(8n, 4n)),
      ...tokens(SECOND, ALICE, [PAIR, 1n]),
      says(SECOND, SECOND_LOCK, [ALICE, PAIR, 0n], PAIR, lock(9n, 5n), 840),
      ...tokens(FIRST, BOB, [DOG, 81n]),
      ...many.map((place) => says(FIRST, FIRST_LOCK, [BOB, DOG, place], ...lock(1n, place))),
      word('address', PAIR, 'token0()', [], DOG),
      word('address', PAIR, 'token1()', [], WETH),
      word('uint256', PAIR, 'totalSupply()', [], 10n),
      holds(DOG, PAIR, 400n),
      holds(WETH, PAIR, 500n),
    ])
  }, 60_000)
  const read = async (locker: typeof FIRST, owner: typeof ALICE) =>
    readLocks(await askLens(rig, askLocks(locker, owner)))

  const pair = { token0: DOG, token1: WETH, balance0: 400n, balance1: 500n, supply: 10n }

  test('reads each lock, and the content of a locked pair', async () => {
    const { unread, found } = await read(FIRST, ALICE)
    expect(unread).toBe(0n)
    expect(found).toMatchObject([
      { token: DOG, id: 3n, amount: 7n, unlocksAt: 200n, supply: 0n },
      { token: PAIR, id: 4n, amount: 8n, unlocksAt: 200n, ...pair },
    ])
  })

  test('reads a locker of the second version, which names the token of each lock', async () => {
    const { found } = await read(SECOND, ALICE)
    expect(found).toMatchObject([{ token: PAIR, id: 5n, amount: 9n, unlocksAt: 200n, ...pair }])
  })

  test('counts what it has no room for, and does not take silence for nothing', async () => {
    const { unread, found } = await read(FIRST, BOB)
    expect([unread, found.length]).toEqual([1n, 80])
    await expect(read(DOG, BOB)).rejects.toThrow()
  })
})
