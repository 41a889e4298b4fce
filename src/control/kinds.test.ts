import { describe, expect, test } from 'vitest'
import { type Address, type Hex, ZERO_ADDRESS } from '../chains/address.ts'
import { at, codeOf, inspectionOf, nodeOf, word } from './fixtures/memory-chain.ts'
import { type FunctionName, ROLES } from './getters.ts'
import {
  controllerKind,
  delegatesUnseen,
  hasUpgrade,
  isProven,
  namesImplementationSlot,
  pausedNow,
  proxyOf,
} from './kinds.ts'
import { SLOTS, type SlotName } from './slots.ts'

const DEAD: Address = '0x000000000000000000000000000000000000dead'

describe(proxyOf, () => {
  const clone: Hex = `0x363d3d373d3d3d363d73${at(9).slice(2)}5af43d82803e903d91602b57fd5bf3`
  test.each<[string, Partial<Record<SlotName, Address>>, ReturnType<typeof proxyOf>]>([
    ['no slot', {}, null],
    [
      'a beacon before an implementation',
      { beacon1967: at(1), implementation1967: at(2) },
      { kind: 'beacon', beacon: at(1) },
    ],
    [
      'EIP-1967',
      { implementation1967: at(2), admin1967: at(3), adminZos: at(4) },
      { kind: 'eip1967', implementation: at(2), admin: at(3) },
    ],
    [
      'EIP-1967 with the older slot of an admin',
      { implementation1967: at(2), adminZos: at(4) },
      { kind: 'eip1967', implementation: at(2), admin: at(4) },
    ],
    [
      'EIP-1967 without an admin',
      { implementation1967: at(2) },
      { kind: 'eip1967', implementation: at(2), admin: null },
    ],
    [
      'an admin without a key',
      { implementation1967: at(2), admin1967: DEAD },
      { kind: 'eip1967', implementation: at(2), admin: DEAD },
    ],
    [
      'ZeppelinOS',
      { implementationZos: at(5), adminZos: at(4), admin1967: at(3) },
      { kind: 'zos', implementation: at(5), admin: at(4) },
    ],
    [
      'EIP-1822',
      { implementation1822: at(6), adminZos: at(4) },
      { kind: 'eip1822', implementation: at(6), admin: null },
    ],
    [
      'an implementation without code',
      { implementation1967: DEAD, implementation1822: at(6) },
      { kind: 'eip1822', implementation: at(6), admin: null },
    ],
  ])('of %s', (_case, slots, expected) => {
    expect(proxyOf(inspectionOf({ code: '0x00', slots }))).toEqual(expected)
    expect(proxyOf(inspectionOf({ code: clone, slots }))).toEqual({
      kind: 'clone',
      implementation: at(9),
    })
  })
})

describe(controllerKind, () => {
  const kindOf = (
    functions: readonly FunctionName[],
    answers: readonly (readonly [FunctionName, Hex | null])[] = [],
    more = '',
  ) => {
    const node = nodeOf({ [at(1)]: { code: codeOf(functions, more) } }, at(1))
    for (const [name, answer] of answers) node.answers.set(name, answer)
    return node
  }
  const SCHEDULE = 'schedule(address,uint256,bytes,bytes32,bytes32,uint256)'
  const QUEUE = 'queueTransaction(address,uint256,string,bytes,uint256)'
  const ROLE = `7f${ROLES.PROPOSER_ROLE.slice(2)}`
  const delay = ['getMinDelay()', word(0)] as const
  const grace = ['GRACE_PERIOD()', word(9)] as const
  const period = ['votingPeriod()', word(9)] as const

  test.each([
    ['oz-timelock', kindOf([SCHEDULE], [delay], ROLE)],
    [null, kindOf([SCHEDULE], [delay])],
    [null, kindOf([SCHEDULE], [], ROLE)],
    [null, kindOf([], [delay], ROLE)],
    ['compound-timelock', kindOf([QUEUE], [grace, ['delay()', word(1)]])],
    [null, kindOf([QUEUE], [grace])],
    [null, kindOf([], [grace, ['delay()', word(1)]])],
    [null, kindOf([QUEUE], [['delay()', word(1)]])],
    ['governor', kindOf(['propose(address[],uint256[],bytes[],string)'], [period])],
    ['governor', kindOf(['propose(address[],uint256[],string[],bytes[],string)'], [period])],
    [null, kindOf([], [period])],
    [null, kindOf(['propose(address[],uint256[],bytes[],string)'], [['votingPeriod()', null]])],
    ['unproven-multisig', kindOf(['getThreshold()', 'getOwners()'])],
    [null, kindOf(['getThreshold()'])],
    [null, kindOf(['getOwners()'])],
  ])('%s: %#', (kind, node) => {
    expect(controllerKind(node)).toBe(kind)
    expect(isProven(node)).toBe(kind !== null && kind !== 'unproven-multisig')
  })

  test('a delay of Zodiac has a cooldown, an avatar and modules', () => {
    const node = kindOf(
      [],
      [
        ['txCooldown()', word(1)],
        ['avatar()', word(at(2))],
      ],
    )
    expect(controllerKind(node)).toBeNull()
    node.modules = [at(3)]
    expect(controllerKind(node)).toBe('zodiac-delay')
    node.answers.delete('avatar()')
    expect(controllerKind(node)).toBeNull()
    expect(isProven(undefined)).toBe(false)
  })
})

test('either upgrade function counts, and so does either way to name the slot', () => {
  expect(hasUpgrade(codeOf(['upgradeTo(address)']))).toBe(true)
  expect(hasUpgrade(codeOf(['upgradeToAndCall(address,bytes)']))).toBe(true)
  expect(hasUpgrade(codeOf(['owner()']))).toBe(false)
  for (const name of ['implementation1967', 'implementation1822', 'implementationZos'] as const)
    expect(namesImplementationSlot(SLOTS[name])).toBe(true)
  expect(namesImplementationSlot(`0x${Buffer.from('eip1967.proxy.').toString('hex')}`)).toBe(true)
  expect(namesImplementationSlot(SLOTS.admin1967)).toBe(false)
})

test('code that delegates is unseen unless a slot names what it runs', () => {
  const plain = { code: '0xf4' as const }
  const chain = { [at(1)]: plain, [at(2)]: { ...plain, slots: { implementation1967: at(3) } } }
  expect(delegatesUnseen(nodeOf(chain, at(1)))).toBe(true)
  expect(delegatesUnseen(nodeOf(chain, at(2)))).toBe(false)
  expect(delegatesUnseen(nodeOf(chain, ZERO_ADDRESS))).toBe(false)
})

test.each([
  [word(1), null, true],
  [null, word(0), false],
  [word(0), word(1), false],
  [word(2), null, null],
  [undefined, undefined, null],
])('paused() %s and isPaused() %s: %s', (paused, isPaused, expected) => {
  const node = nodeOf({}, at(1))
  if (paused !== undefined) node.answers.set('paused()', paused)
  if (isPaused !== undefined) node.answers.set('isPaused()', isPaused)
  expect(pausedNow(node)).toBe(expected)
})
