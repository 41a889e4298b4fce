import { expect, test } from 'vitest'
import { type Address, ZERO_ADDRESS } from '../chains/address.ts'
import { at, codeOf, type MemoryChain, nodeOf } from './fixtures/memory-chain.ts'
import type { Controller, GraphNode, Target } from './graph.ts'
import { protocolsOf, roleQuestions } from './role-questions.ts'

const KEEPER = codeOf(['hasRole(bytes32,address)'])
const chain: MemoryChain = {
  [at(1)]: { code: KEEPER },
  [at(2)]: { code: KEEPER },
  [at(3)]: { code: '0x01' },
  [at(4)]: { code: '0x01' },
}

/** `next`: where the walk goes on from each. */
function nodesOf(next: Record<number, number[]>): Map<Address, GraphNode> {
  const nodes = Object.entries(next).map(([number, following], index) => {
    const node = nodeOf(chain, at(Number(number)))
    node.depth = index < 2 ? 0 : 1
    for (const each of following) node.next.add(at(each))
    return [node.address, node] as const
  })
  return new Map(nodes)
}

function targetsOf(...rows: [address: Address, protocol: string, candidates: Address[]][]) {
  return new Map(
    rows.map(([address, protocol, candidates]): [Address, Target[]] => [
      address,
      [{ address, name: null, role: 'funds', protocol, candidates }],
    ]),
  )
}

const targets = targetsOf([at(1), 'one', [at(50)]], [at(2), 'two', []])

test('an address belongs to each protocol that leads to it, and circles end', () => {
  const found = protocolsOf(nodesOf({ 1: [3], 2: [3, 4], 3: [1], 4: [] }), targets)
  expect([...found].map(([address, names]) => [address, ...names])).toEqual([
    [at(1), 'one', 'two'],
    [at(2), 'two'],
    [at(3), 'one', 'two'],
    [at(4), 'two'],
  ])
})

test('a contract with roles is asked about the controllers and candidates of its own protocols', () => {
  const questions = roleQuestions(nodesOf({ 1: [3], 2: [4], 3: [], 4: [] }), new Map(), targets)
  expect(questions.map(({ node, accounts }) => [node.address, ...accounts])).toEqual([
    [at(1), ZERO_ADDRESS, at(3), at(50)],
    [at(2), ZERO_ADDRESS, at(4)],
  ])
})

test('a target is no controller of its own unless a record says so', () => {
  const controllers = new Map<Address, Controller>([[at(2), {} as Controller]])
  const [, second] = roleQuestions(nodesOf({ 1: [], 2: [] }), controllers, targets)
  expect(second?.accounts).toEqual([ZERO_ADDRESS, at(2)])
})

test('signers of a Safe are left out', () => {
  const nodes = nodesOf({ 1: [3], 2: [], 3: [] })
  const signer = nodes.get(at(3))
  if (signer) signer.isWalked = false
  const [first] = roleQuestions(nodes, new Map(), targets)
  expect(first?.accounts).toEqual([ZERO_ADDRESS, at(50)])
})
