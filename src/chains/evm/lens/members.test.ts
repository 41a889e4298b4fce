import { beforeAll, expect, test } from 'vitest'
import { describeOnAnvil } from '../../../testing/wallet/evm/on-anvil.ts'
import { askLens } from '../../../testing/wallet/evm/recorded-contracts.ts'
import { ALICE, deployLocal, deployToken, mint } from '../../../testing/wallet/evm/rig.ts'
import type { Address } from '../../address.ts'
import { Unreadable } from '../../unreadable.ts'
import { selectorOf } from '../viem.ts'
import { askMembers, type MembersRequest, readMembers } from './members.ts'

const BALANCE = selectorOf('function balanceOf(address owner) view returns (uint256)')
/** As many as fit in one answer. */
const ROOM = 120

describeOnAnvil('the members of a list, asked on anvil', (rig) => {
  let token: Address
  let idle: Address
  beforeAll(async () => {
    token = await deployToken(rig, 'T')
    idle = await deployToken(rig, 'IDLE')
    await mint(rig, token, ALICE, 7n)
  }, 60_000)

  const ask = async (request: Partial<MembersRequest>) => {
    const call = askMembers({ question: BALANCE, words: 1, owner: ALICE, max: 1000n, ...request })
    return readMembers(await askLens(rig, call))
  }
  const listOf = (...members: Address[]) =>
    ({ list: `0x${members.map((each) => each.slice(2)).join('')}` }) as const

  test('are those that have something of the owner', async () => {
    expect(await ask(listOf(idle, token, idle))).toEqual({
      total: 3n,
      unread: 0n,
      found: [{ member: token, words: [7n, 0n, 0n, 0n] }],
    })
    const { total, found } = await ask({ ...listOf(token, token), skip: 1n, max: 1n })
    expect([total, found.length]).toEqual([2n, 1])
  })

  test('are counted where they burn gas, revert, or have no code, and one with a long answer is read', async () => {
    const names = ['GasBomb', 'Reverts', 'SilentlyReverts', 'Huge']
    const hostile: Address[] = []
    for (const name of names) hostile.push(await deployLocal(rig, 'faulty.sol', name))
    const empty: Address = `0x${'de'.repeat(20)}`
    const { unread, found } = await ask(listOf(...hostile, empty, token))
    expect([unread, found.map(({ member }) => member)]).toEqual([4n, [token]])
  })

  test('that the answer has no room for are counted', async () => {
    const many = Array.from({ length: ROOM + 3 }, () => token)
    const { unread, found } = await ask(listOf(...many))
    expect([unread, found.length]).toEqual([3n, ROOM])
  })

  test('say more about themselves behind what they have', async () => {
    const supply = selectorOf('function totalSupply() view returns (uint256)')
    const { found } = await ask({ ...listOf(token), detail: supply, details: 1 })
    expect(found).toEqual([{ member: token, words: [7n, 7n, 0n, 0n] }])
    const silent = selectorOf('function nothing() view returns (uint256)')
    const { unread } = await ask({ ...listOf(token), detail: silent, details: 1 })
    expect(unread).toBe(1n)
  })

  test('are unreadable where the registry does not answer', async () => {
    await expect(ask({ registry: token, listing: '0x12345678' })).rejects.toThrow(Unreadable)
    await expect(ask({ registry: token, count: '0x12345678' })).rejects.toThrow(Unreadable)
  })
})
