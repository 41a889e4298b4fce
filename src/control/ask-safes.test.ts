import { describe, expect, test } from 'vitest'
import { type Address, ZERO_ADDRESS } from '../chains/address.ts'
import { MODULES_QUESTION } from './ask-getters.ts'
import { askSafes } from './ask-safes.ts'
import { listOf, pageOf } from './fixtures/contract-answers.ts'
import {
  at,
  type MemoryChain,
  type MemoryContract,
  nodeOf,
  runOn,
  word,
} from './fixtures/memory-chain.ts'
import { SELECTORS } from './getters.ts'

const people = (count: number) => Array.from({ length: count }, (_, index) => at(1_000 + index))

function safe(
  owners: readonly Address[],
  threshold: number,
  rest: MemoryContract['answers'] = { [MODULES_QUESTION]: pageOf([]) },
): MemoryContract {
  const answers = {
    [SELECTORS['getOwners()']]: listOf(owners),
    [SELECTORS['getThreshold()']]: word(threshold),
    ...rest,
  }
  return { code: '0x54f4', answers }
}

async function asked(...safes: (MemoryContract | 'failed')[]) {
  const chain: MemoryChain = Object.fromEntries(safes.map((each, index) => [at(index), each]))
  const nodes = safes.map((_, index) => nodeOf(chain, at(index)))
  await runOn(chain, askSafes(nodes))
  return nodes
}

describe(askSafes, () => {
  test('gives each Safe its own signers, threshold and modules', async () => {
    const [one, two] = await asked(
      safe(people(3), 2, { [MODULES_QUESTION]: pageOf([at(50)]) }),
      safe(people(5), 4, { [MODULES_QUESTION]: pageOf([at(60), at(61)]) }),
    )
    expect(one?.safe).toEqual({
      threshold: 2,
      owners: people(3),
      modules: [at(50)],
      guard: null,
      isWhole: true,
    })
    expect(two?.safe).toMatchObject({ threshold: 4, owners: people(5), modules: [at(60), at(61)] })
  })

  test.each([
    ['a threshold as high as the number of signers', safe(people(3), 3), true],
    ['a higher threshold', safe(people(3), 4), false],
    ['a threshold of zero', safe(people(3), 0), false],
    ['a hundred signers', safe(people(100), 1), true],
    ['more than a hundred', safe(people(101), 1), false],
    [
      'no signers that can be read',
      safe(people(1), 1, { [SELECTORS['getOwners()']]: '0x' }),
      false,
    ],
  ])('%s: %#', async (_case, contract, isSafe) => {
    const [node] = await asked(contract)
    expect(node?.safe !== null).toBe(isSafe)
    expect(node?.isLost).toBe(!isSafe)
  })

  test('modules that are not on the page, or not readable, make it lost', async () => {
    const [more, none, old] = await asked(
      safe(people(1), 1, { [MODULES_QUESTION]: pageOf([at(50)], at(50)) }),
      safe(people(1), 1, {}),
      safe(people(1), 1, { [SELECTORS['getModules()']]: listOf([at(70)]) }),
    )
    expect(more).toMatchObject({ isLost: true, safe: { isWhole: false, modules: [at(50)] } })
    expect(none).toMatchObject({ isLost: true, safe: { isWhole: false, modules: [] } })
    expect(old).toMatchObject({ isLost: false, safe: { isWhole: true, modules: [at(70)] } })
  })

  test.each([
    [at(40), at(40)],
    [ZERO_ADDRESS, null],
    ['0x000000000000000000000000000000000000dead', null],
  ] as const)('a guard at %s is %s', async (safeGuard, guard) => {
    const [node] = await asked({ ...safe(people(1), 1), slots: { safeGuard } })
    expect(node?.safe?.guard).toBe(guard)
  })
})
