import { expect, test } from 'vitest'
import { failureNotes, totalFailure } from './failure-notes.ts'

const node = (host: string, failures: Record<string, number>) => ({ host, failures })

test('names the host and what failed most often', () => {
  const failures = { 'rpc-error: status 403': 7, 'rpc-timeout: did not answer in time': 1, slow: 9 }
  expect(failureNotes([{ chain: 'Base', nodes: [node('one.example', failures)] }])).toEqual([
    'Base, nodes that failed: one.example (status 403, 7 times).',
  ])
})

test('says nothing of a node that was only slower, or of a call that was too heavy', () => {
  const nodes = [node('a', { slow: 3 }), node('b', { 'too-heavy: out of gas': 1 })]
  expect(failureNotes([{ chain: 'Base', nodes }])).toEqual([])
})

test('is bounded, whatever the number of nodes and the length of a name', () => {
  const nodes = Array.from({ length: 50 }, (_, at) =>
    node(`${at}${'x'.repeat(500)}`, { broken: 1 }),
  )
  const [line] = failureNotes([{ chain: 'Base', nodes }])
  expect(line).toMatch(/ and 47 more\.$/)
  expect(line?.length).toBeLessThan(300)
})

test('of forty dead nodes says one short line', () => {
  const chains = Array.from({ length: 20 }, (_, at) => ({
    chain: `Chain ${at}`,
    nodes: [
      node('a.example', { 'rpc-timeout: did not answer in time': 9 }),
      node('b.example', { closed: 1 }),
    ],
  }))
  expect(totalFailure(chains)).toBe(
    'No node of any chain could be read: 40 failed (20 did not answer in time, 20 closed), of Chain 0, Chain 1, Chain 2 and 17 more.',
  )
})
