import { describe, expect, test } from 'vitest'
import { type Address, type Hex, ZERO_ADDRESS } from '../chains/address.ts'
import { askRoleLists, askRoles } from './ask-roles.ts'
import { hasRole, roleCount, roleList } from './fixtures/contract-answers.ts'
import { at, codeOf, type MemoryChain, nodeOf, runOn, word } from './fixtures/memory-chain.ts'
import { ROLES, type RoleName } from './getters.ts'

describe(askRoleLists, () => {
  const listing = (role: RoleName, members: readonly Address[], counted = members.length) => ({
    code: codeOf(['getRoleMemberCount(bytes32)']),
    answers: roleList(role, members, counted),
  })

  test('gives each contract and each role its own holders', async () => {
    const chain = {
      [at(1)]: listing('PAUSER_ROLE', [at(11), at(12)]),
      [at(2)]: { code: codeOf(['owner()']) },
      [at(3)]: listing('DEFAULT_ADMIN_ROLE', [at(13)]),
    }
    const nodes = [at(1), at(2), at(3)].map((address) => nodeOf(chain, address))
    await runOn(chain, askRoleLists(nodes))
    expect(nodes.map(({ roles }) => [...roles])).toEqual([
      [['PAUSER_ROLE', { holders: new Set([at(11), at(12)]), isListed: true }]],
      [],
      [['DEFAULT_ADMIN_ROLE', { holders: new Set([at(13)]), isListed: true }]],
    ])
  })

  test.each([
    [30, 30, true],
    [31, 30, false],
  ])('of %i holders it reads %i', async (total, read, isListed) => {
    const members = Array.from({ length: total }, (_, index) => at(100 + index))
    const chain = { [at(1)]: listing('PAUSER_ROLE', members) }
    const node = nodeOf(chain, at(1))
    await runOn(chain, askRoleLists([node]))
    const found = node.roles.get('PAUSER_ROLE')
    expect(found?.holders.size).toBe(read)
    expect(found?.isListed).toBe(isListed)
  })

  test('a holder that is not named leaves the list open, and an answer that is missing the contract lost', async () => {
    const chain: MemoryChain = {
      [at(1)]: listing('PAUSER_ROLE', [at(11)], 2),
      [at(2)]: { ...listing('PAUSER_ROLE', []), answers: { [roleCount('PAUSER_ROLE')]: 'failed' } },
    }
    const nodes = [at(1), at(2)].map((address) => nodeOf(chain, address))
    await runOn(chain, askRoleLists(nodes))
    expect(nodes[0]?.roles.get('PAUSER_ROLE')?.isListed).toBe(false)
    expect(nodes.map(({ isLost }) => isLost)).toEqual([false, true])
  })
})

describe(askRoles, () => {
  const YES = word(1)
  const keeping = (answers: Record<Hex, Hex | 'failed'>) => ({
    code: codeOf(['hasRole(bytes32,address)']),
    answers,
  })

  test('gives each contract its own holders, and returns those at which it found one', async () => {
    const chain = {
      [at(1)]: keeping({ [hasRole('PAUSER_ROLE', at(12))]: YES }),
      [at(2)]: keeping({}),
      [at(3)]: keeping({ [hasRole('UPGRADER_ROLE', at(11))]: YES }),
    }
    const nodes = [at(1), at(2), at(3)].map((address) => nodeOf(chain, address))
    const questions = nodes.map((node) => ({ node, accounts: [at(11), at(12), at(12)] }))
    const found = await runOn(chain, askRoles(questions, new Map()))
    expect(found.map(({ address }) => address)).toEqual([at(1), at(3)])
    expect(
      nodes.map(({ roles }) =>
        [...roles].map(([role, { holders, isListed }]) => [role, isListed, ...holders]),
      ),
    ).toEqual([[['PAUSER_ROLE', false, at(12)]], [], [['UPGRADER_ROLE', false, at(11)]]])
  })

  test('each account is asked about once', async () => {
    const node = nodeOf({ [at(1)]: keeping({}) }, at(1))
    const asked = new Map()
    const first = askRoles([{ node, accounts: [at(11)] }], asked).next()
    const second = askRoles([{ node, accounts: [at(11), at(12)] }], asked).next()
    expect([first, second].map(({ value }) => 'calls' in value && value.calls.length)).toEqual([
      3, 3,
    ])
  })

  test.each([
    [150, false],
    [151, true],
  ])('of %i accounts, those above 150 are not asked about', async (total, isLost) => {
    const node = nodeOf({ [at(1)]: keeping({}) }, at(1))
    const accounts = Array.from({ length: total }, (_, index) => at(100 + index))
    const { value } = askRoles([{ node, accounts }], new Map()).next()
    expect('calls' in value && value.calls.length).toBe(3 * 150)
    expect(node.isLost).toBe(isLost)
  })

  test('the zero address opens the role of a proposer, and no other', async () => {
    const timelock = {
      code: codeOf(
        ['hasRole(bytes32,address)', 'schedule(address,uint256,bytes,bytes32,bytes32,uint256)'],
        `7f${ROLES.PROPOSER_ROLE.slice(2)}`,
      ),
      answers: {
        [hasRole('PROPOSER_ROLE', ZERO_ADDRESS)]: YES,
        [hasRole('DEFAULT_ADMIN_ROLE', ZERO_ADDRESS)]: YES,
        [hasRole('PROPOSER_ROLE', at(11))]: 'failed' as const,
      },
    }
    const node = nodeOf({ [at(1)]: timelock }, at(1))
    node.answers.set('getMinDelay()', word(0))
    const accounts: Address[] = [ZERO_ADDRESS, at(11)]
    await runOn({ [at(1)]: timelock }, askRoles([{ node, accounts }], new Map()))
    expect([...node.roles.keys()]).toEqual(['PROPOSER_ROLE'])
    expect(node.isLost).toBe(true)
  })

  test('an answer of two is no yes', async () => {
    const chain = { [at(1)]: keeping({ [hasRole('PAUSER_ROLE', at(11))]: word(2) }) }
    const node = nodeOf(chain, at(1))
    expect(await runOn(chain, askRoles([{ node, accounts: [at(11)] }], new Map()))).toEqual([])
  })
})
