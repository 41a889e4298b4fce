import { describe, expect, test } from 'vitest'
import { type Address, ZERO_ADDRESS } from '../chains/address.ts'
import { askImplementations, type Inspections, inspectNew } from './ask-code.ts'
import {
  at,
  type MemoryChain,
  type MemoryContract,
  nodeOf,
  runOn,
  word,
} from './fixtures/memory-chain.ts'
import { SELECTORS } from './getters.ts'

const proxy = (implementation1967: Address): MemoryContract => ({
  code: '0x01',
  slots: { implementation1967 },
})
const beacon = (beacon1967: Address): MemoryContract => ({ code: '0x02', slots: { beacon1967 } })

async function asked(chain: MemoryChain, ...addresses: Address[]) {
  const nodes = addresses.map((address) => nodeOf(chain, address))
  await runOn(chain, askImplementations(nodes, new Map()))
  return nodes
}

describe(askImplementations, () => {
  test('adds to each proxy the code that it runs, and that which this runs', async () => {
    const chain = {
      [at(1)]: proxy(at(11)),
      [at(2)]: { code: '0x03' as const },
      [at(3)]: proxy(at(13)),
      [at(11)]: { code: '0xaa' as const },
      [at(13)]: { ...proxy(at(14)), code: '0xbb' as const },
      [at(14)]: { ...proxy(at(15)), code: '0xcc' as const },
      [at(15)]: { ...proxy(at(16)), code: '0xdd' as const },
      [at(16)]: { code: '0xee' as const },
    }
    const nodes = await asked(chain, at(1), at(2), at(3))
    // The third level is the last.
    expect(nodes.map(({ text }) => text)).toEqual(['0x01aa', '0x03', '0x01bbccdd'])
    expect(nodes.map((node) => node.implementationCode)).toEqual(['0xaa', '0x', '0xbb'])
  })

  test('each beacon names the code of its own proxy; one that names none is lost only if no node answered', async () => {
    const naming = (answer: Address | 'failed' | null): MemoryContract => ({
      code: '0x04',
      answers: answer
        ? { [SELECTORS['implementation()']]: answer === 'failed' ? answer : word(answer) }
        : {},
    })
    const chain: MemoryChain = {
      [at(1)]: beacon(at(21)),
      [at(2)]: beacon(at(22)),
      [at(3)]: beacon(at(23)),
      [at(4)]: beacon(at(24)),
      [at(21)]: naming(at(31)),
      [at(22)]: naming(at(32)),
      [at(23)]: naming('failed'),
      [at(24)]: naming(ZERO_ADDRESS),
      [at(31)]: { code: '0xaa' },
      [at(32)]: { code: '0xbb' },
    }
    const nodes = await asked(chain, at(1), at(2), at(3), at(4))
    expect(nodes.map(({ text }) => text)).toEqual(['0x02aa', '0x02bb', '0x02', '0x02'])
    expect(nodes.map(({ isLost }) => isLost)).toEqual([false, false, true, false])
  })

  test('code that no node shows makes the proxy lost', async () => {
    const [node] = await asked({ [at(1)]: proxy(at(11)), [at(11)]: 'failed' }, at(1))
    expect(node).toMatchObject({ isLost: true, text: '0x01' })
  })
})

test('what was inspected before, or failed, is not inspected again', async () => {
  const inspections: Inspections = new Map()
  await runOn(
    { [at(1)]: { code: '0x01' }, [at(2)]: 'failed' },
    inspectNew([at(1), at(1), at(2)], inspections),
  )
  expect([...inspections].map(([address, found]) => [address, found?.code ?? null])).toEqual([
    [at(1), '0x01'],
    [at(2), null],
  ])
  expect(inspectNew([at(1), at(2)], inspections).next().done).toBe(true)
})
