import { describe, expect, test } from 'vitest'
import { type Address, type Hex, ZERO_ADDRESS } from '../chains/address.ts'
import { encodeCall } from '../chains/evm/viem.ts'
import { askAs, STRANGER, upgradeData } from './ask-as.ts'
import {
  at,
  codeOf,
  type MemoryChain,
  type MemoryContract,
  nodeOf,
  runOn,
  word,
} from './fixtures/memory-chain.ts'
import { SELECTORS } from './getters.ts'
import { SLOTS } from './slots.ts'

const upgrade = (to: Address) => encodeCall('function upgradeTo(address)', [to])
const UNKNOWN_FUNCTION = '0x9f3a61d7'

/** A proxy whose own code has `upgradeTo`, as each of these accounts may call it. */
function upgradable(
  implementation1967: Address,
  answers: MemoryContract['answers'],
): MemoryContract {
  return {
    code: codeOf(['upgradeTo(address)']),
    slots: { implementation1967 },
    ...(answers && { answers }),
  }
}

async function asked(
  chain: MemoryChain,
  candidates: Record<Address, Address[]>,
  pausable: Address[] = [],
) {
  const nodes = (Object.keys(chain) as Address[]).map((address) => nodeOf(chain, address))
  await runOn(
    chain,
    askAs(nodes, new Set(pausable), (address) => candidates[address] ?? []),
  )
  return nodes
}

describe('who may upgrade', () => {
  test('is asked at each contract for its own candidates', async () => {
    const chain = {
      [at(1)]: upgradable(at(11), { [`${at(21)} ${upgrade(at(11))}`]: '0x' }),
      [at(2)]: upgradable(at(12), { [`${at(22)} ${upgrade(at(12))}`]: '0x' }),
    }
    const nodes = await asked(chain, { [at(1)]: [at(21), at(22)], [at(2)]: [at(21), at(22)] })
    expect(nodes.map(({ upgrade: { holders } }) => [...holders])).toEqual([[at(21)], [at(22)]])
    expect(nodes.map(({ upgrade: { stranger } }) => stranger)).toEqual([false, false])
  })

  test.each<[string, MemoryContract['answers'], boolean | 'unclear']>([
    ['refuses everything else', {}, true],
    ['takes an unknown function', { [`${STRANGER} ${UNKNOWN_FUNCTION}`]: '0x' }, 'unclear'],
    ['takes an address without code', { [`${STRANGER} ${upgrade(STRANGER)}`]: '0x' }, 'unclear'],
  ])('is anyone where a stranger passes and the contract %s', async (_case, answers, stranger) => {
    const passes = { [`${STRANGER} ${upgrade(at(11))}`]: '0x' as Hex, ...answers }
    const [other, node] = await asked(
      { [at(1)]: upgradable(at(11), {}), [at(2)]: upgradable(at(11), passes) },
      {},
    )
    expect(node?.upgrade.stranger).toBe(stranger)
    expect(other?.upgrade.stranger).toBe(false)
  })

  test('a missing answer makes the contract lost', async () => {
    const lost = upgradable(at(11), { [`${at(21)} ${upgrade(at(11))}`]: 'failed' })
    const [node] = await asked({ [at(1)]: lost }, { [at(1)]: [at(21)] })
    expect(node?.isLost).toBe(true)
    const passes = { [`${STRANGER} ${upgrade(at(11))}`]: '0x' as Hex }
    const unclear = upgradable(at(11), { ...passes, [`${STRANGER} ${UNKNOWN_FUNCTION}`]: 'failed' })
    expect((await asked({ [at(1)]: unclear }, {}))[0]).toMatchObject({
      isLost: true,
      upgrade: { stranger: 'unclear' },
    })
  })

  test.each([
    [59, 60, false],
    [60, 60, true],
  ])('of a stranger and %i candidates it asks %i', async (count, size, isLost) => {
    const candidates = Array.from({ length: count }, (_, index) => at(100 + index))
    const [node] = await asked({ [at(1)]: upgradable(at(11), {}) }, { [at(1)]: candidates })
    expect(node?.upgrade.asked.size).toBe(size)
    expect(node?.isLost).toBe(isLost)
  })

  test('never the contract itself or an address without a key', async () => {
    const [node] = await asked(
      { [at(1)]: upgradable(at(11), {}) },
      { [at(1)]: [at(1), ZERO_ADDRESS] },
    )
    expect([...(node?.upgrade.asked ?? [])]).toEqual([STRANGER])
  })
})

describe('an admin in the code', () => {
  const proxy = (answer: Address): MemoryContract => ({
    code: `0x73${at(31).slice(2)}`,
    slots: { implementation1967: at(11) },
    answers: { [`${at(31)} ${SELECTORS['admin()']}`]: word(answer) },
  })

  test('is the one that the proxy answers to as such', async () => {
    const [own, other] = await asked({ [at(1)]: proxy(at(31)), [at(2)]: proxy(at(32)) }, {})
    expect(own?.fixedAdmin).toBe(at(31))
    expect(other?.fixedAdmin).toBeNull()
  })

  test('is not looked for beside one in a slot', async () => {
    const withSlot = { ...proxy(at(31)), slots: { implementation1967: at(11), admin1967: at(40) } }
    expect((await asked({ [at(1)]: withSlot }, {}))[0]?.fixedAdmin).toBeNull()
  })
})

describe('who may pause', () => {
  const pausing = (answers: MemoryContract['answers']): MemoryContract => ({
    code: codeOf(['pause()']),
    answers: { [`${at(21)} ${SELECTORS['pause()']}`]: '0x', ...answers },
  })

  test('is asked only at contracts of interest that are not paused', async () => {
    const chain = { [at(1)]: pausing({}), [at(2)]: pausing({}) }
    const candidates = { [at(1)]: [at(21)], [at(2)]: [at(21)] }
    const nodes = await asked(chain, candidates, [at(2)])
    expect(nodes.map(({ pause: { holders } }) => [...holders])).toEqual([[], [at(21)]])
    const node = nodeOf(chain, at(1))
    node.answers.set('paused()', word(1))
    await runOn(
      chain,
      askAs([node], new Set([at(1)]), () => [at(21)]),
    )
    expect(node.pause.asked.size).toBe(0)
  })
})

describe(upgradeData, () => {
  const proxied = (slots: MemoryContract['slots'], inner: Hex, own: Hex = '0x00') => {
    const node = nodeOf({ [at(1)]: { code: own, slots: slots ?? {} } }, at(1))
    return { ...node, implementationCode: inner, text: own + inner.slice(2) }
  }
  const slot = SLOTS.implementation1967.slice(2)
  const UPGRADE = codeOf(['upgradeTo(address)'])
  const BOTH = codeOf(['upgradeToAndCall(address,bytes)'])

  test.each([
    ['no proxy', {}, UPGRADE, null],
    ['a function in the code behind', { implementation1967: at(11) }, UPGRADE, upgrade(at(11))],
    [
      'the other function',
      { implementation1967: at(11) },
      BOTH,
      encodeCall('function upgradeToAndCall(address, bytes)', [at(11), '0x']),
    ],
    ['no function', { implementation1967: at(11) }, '0x00', null],
    [
      'an admin, and code behind that does not name the slot',
      { implementation1967: at(11), admin1967: at(9) },
      UPGRADE,
      null,
    ],
    [
      'an admin, and code behind that names the slot',
      { implementation1967: at(11), admin1967: at(9) },
      `${UPGRADE}${slot}`,
      upgrade(at(11)),
    ],
    ['a beacon', { beacon1967: at(11) }, UPGRADE, null],
  ] as const)('of %s', (_case, slots, inner, expected) => {
    expect(upgradeData(proxied(slots, inner))).toBe(expected)
  })

  test('asks for other code where that is given', () => {
    expect(upgradeData(proxied({ implementation1967: at(11) }, UPGRADE), at(5))).toBe(
      upgrade(at(5)),
    )
  })
})
