import { describe, expect, test } from 'vitest'
import type { Address, Hex } from '../chains/address.ts'
import { askGetters, delegateTarget, MAX_MODULES, MODULES_QUESTION } from './ask-getters.ts'
import { facetsOf, pageOf } from './fixtures/contract-answers.ts'
import { at, codeOf, type MemoryChain, nodeOf, runOn, word } from './fixtures/memory-chain.ts'
import { SELECTORS } from './getters.ts'
import type { GraphNode } from './graph.ts'

async function asked(chain: MemoryChain, ...addresses: Address[]): Promise<GraphNode[]> {
  const nodes = addresses.map((address) => nodeOf(chain, address))
  await runOn(chain, askGetters(nodes, new Map()))
  return nodes
}

describe(askGetters, () => {
  const delay = (number: number, answer: Hex | 'failed') => ({
    code: codeOf(['txCooldown()', 'owner()']),
    answers: {
      [SELECTORS['txCooldown()']]: word(number),
      [SELECTORS['owner()']]: word(at(number)),
      [MODULES_QUESTION]: answer,
    },
  })

  test('gives each contract its own answers and its own modules', async () => {
    const chain = {
      [at(1)]: delay(1, pageOf([at(11)])),
      [at(2)]: { code: codeOf(['admin()']), answers: { [SELECTORS['admin()']]: word(at(22)) } },
      [at(3)]: delay(3, pageOf([at(13), at(23)])),
    }
    const nodes = await asked(chain, at(1), at(2), at(3))
    expect(nodes.map(({ modules }) => modules)).toEqual([[at(11)], [], [at(13), at(23)]])
    expect(nodes.map(({ answers }) => Object.fromEntries(answers))).toEqual([
      { 'txCooldown()': word(1), 'owner()': word(at(1)) },
      { 'admin()': word(at(22)) },
      { 'txCooldown()': word(3), 'owner()': word(at(3)) },
    ])
    expect(nodes.map(({ isLost }) => isLost)).toEqual([false, false, false])
  })

  test('only the contract whose answer is missing is lost; a revert is an answer', async () => {
    const chain = {
      [at(1)]: delay(1, 'failed'),
      [at(2)]: { code: codeOf(['owner()']) },
      [at(3)]: {
        code: codeOf(['owner()']),
        answers: { [SELECTORS['owner()']]: 'failed' as const },
      },
    }
    const nodes = await asked(chain, at(1), at(2), at(3))
    expect(nodes.map(({ isLost }) => isLost)).toEqual([true, false, true])
    expect(nodes[1]?.answers.get('owner()')).toBeNull()
    expect(nodes[2]?.answers.has('owner()')).toBe(false)
  })

  test('more modules than one page has make it lost', async () => {
    const many = Array.from({ length: MAX_MODULES }, (_, index) => at(index + 100))
    const chain = {
      [at(1)]: delay(1, pageOf(many, at(149))),
      [at(2)]: delay(2, pageOf(many, at(0))),
    }
    const [first, second] = await asked(
      { ...chain, [at(2)]: delay(2, pageOf(many, `0x${'0'.repeat(40)}`)) },
      at(1),
      at(2),
    )
    expect(first).toMatchObject({ modules: many, isLost: true })
    expect(second).toMatchObject({ modules: many, isLost: false })
  })

  test('the functions of a diamond are those that its loupe lists', async () => {
    const diamond = {
      code: '0x60f4' as const,
      answers: {
        [SELECTORS['facets()']]: facetsOf([SELECTORS['governance()']]),
        [SELECTORS['governance()']]: word(at(5)),
      },
    }
    const [node] = await asked({ [at(1)]: diamond }, at(1))
    // The opcode is outside of push data.
    expect(node?.facetSelectors).toBeNull()
    const [real] = await asked({ [at(1)]: { ...diamond, code: '0xf4' } }, at(1))
    expect([...(real?.facetSelectors ?? [])]).toEqual([SELECTORS['governance()']])
    expect(real?.answers.get('governance()')).toBe(word(at(5)))
  })

  test.each([
    ['no list', pageOf([], at(1))],
    ['an empty list', facetsOf()],
    ['more facets than any diamond has', facetsOf(...Array.from({ length: 501 }, () => []))],
  ])('%s is no loupe', async (_case, answer) => {
    const answers = { [SELECTORS['facets()']]: answer }
    const [node] = await asked({ [at(1)]: { code: '0xf4', answers } }, at(1))
    expect(node?.facetSelectors).toBeNull()
  })

  test('the code that a delegator of Compound runs is searched, too', async () => {
    const names = ['comptrollerImplementation()'] as const
    const delegator = (to: Address) => ({
      code: codeOf(names, 'f4'),
      answers: {
        [SELECTORS['comptrollerImplementation()']]: word(to),
        [SELECTORS['pauseGuardian()']]: word(at(8)),
      },
    })
    const chain: MemoryChain = {
      [at(1)]: delegator(at(3)),
      [at(2)]: delegator(at(4)),
      [at(3)]: { code: codeOf(['pauseGuardian()']) },
      [at(4)]: 'failed',
    }
    const [known, unknown] = await asked(chain, at(1), at(2))
    expect(known?.answers.get('pauseGuardian()')).toBe(word(at(8)))
    expect(known?.isLost).toBe(false)
    expect(unknown?.answers.has('pauseGuardian()')).toBe(false)
    expect(unknown?.isLost).toBe(true)
  })
})

test.each([
  ['the zero address', `0x${'0'.repeat(40)}`],
  ['itself', at(1)],
] as const)('a delegator that names %s names no code', (_case, target) => {
  const node = nodeOf({ [at(1)]: { code: '0xf4' } }, at(1))
  node.answers.set('implementation()', word(target))
  expect(delegateTarget(node)).toBeNull()
  node.answers.set('implementation()', word(at(2)))
  expect(delegateTarget(node)).toBe(at(2))
  expect(delegateTarget({ ...node, code: { opcodes: new Set(), constants: [] } })).toBeNull()
})
