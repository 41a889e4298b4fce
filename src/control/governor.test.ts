import { encodeAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import type { FunctionName } from './getters.ts'
import { voteSeconds } from './governor.ts'
import type { GraphNode } from './graph.ts'
import { createNode } from './node.ts'
import { pathTo, through, whole } from './paths.ts'

const ADDRESS = `0x${'1'.repeat(40)}` as const
const YEAR = 365 * 86_400
const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])

function governor(delay: number, period: number): GraphNode {
  const node = createNode(ADDRESS, 0, true, null)
  const answers: [FunctionName, number][] = [
    ['votingDelay()', delay],
    ['votingPeriod()', period],
  ]
  for (const [name, value] of answers) {
    node.answers.set(name, `0x${value.toString(16).padStart(64, '0')}`)
  }
  return node
}

test('a vote counts in seconds of its blocks', () => {
  expect(voteSeconds(governor(7_200, 50_400), 12)).toBe(57_600 * 12)
})

test('or in seconds where its clock counts them', () => {
  const node = governor(7_200, 50_400)
  node.answers.set('CLOCK_MODE()', text('mode=timestamp'))
  expect([12, null].map((seconds) => voteSeconds(node, seconds))).toEqual([57_600, 57_600])
  node.answers.set('CLOCK_MODE()', text('mode=blocknumber&from=default'))
  expect([12, null].map((seconds) => voteSeconds(node, seconds))).toEqual([57_600 * 12, null])
  node.answers.set('CLOCK_MODE()', '0x')
  expect(voteSeconds(node, 12)).toBe(57_600 * 12)
})

test('a vote that is too long in seconds is not known, however few blocks it has', () => {
  const blocks = (3 * YEAR) / 12
  expect(voteSeconds(governor(0, blocks), 12)).toBe(3 * YEAR)
  expect(voteSeconds(governor(blocks, blocks), 12)).toBeNull()
  expect(voteSeconds(governor(2 ** 35, 2 ** 35), 12)).toBeNull()
})

test('so is a delay, and a sum of delays', () => {
  const delayed = (delaySeconds: number, earlier = 0) =>
    through(ADDRESS, whole(pathTo('eoa', ADDRESS, { delaySeconds: earlier })), { delaySeconds })
      .paths[0]?.delaySeconds
  expect(delayed(YEAR, YEAR)).toBe(2 * YEAR)
  expect(delayed(4 * YEAR)).toBeNull()
  expect(delayed(2 * YEAR, 2 * YEAR)).toBeNull()
})
