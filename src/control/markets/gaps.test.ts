import { expect, test } from 'vitest'
import { word } from '../fixtures/memory-chain.ts'
import { factReader, withGap, withoutFact } from './gaps.ts'

const NUMBER = 'function number() view returns (uint256)'

test('facts that cannot be read are a gap, each once, with the reason of the first', () => {
  const facts = factReader()
  expect(facts.gap()).toBeNull()
  expect(facts.read('paused', { kind: 'ok', data: word(7) }, NUMBER)).toBe(7n)
  expect(facts.gap()).toBeNull()
  expect(facts.read('feed', { kind: 'reverted' }, NUMBER)).toBeNull()
  facts.lose('paused', 'implausible')
  facts.read('feed', undefined, NUMBER)
  expect(facts.gap()).toEqual({ why: 'reverted', facts: ['feed', 'paused'] })
})

test('a gap without a fact that there is not', () => {
  const gap = withGap(withGap(null, 'feed', 'unreadable'), 'paused', 'reverted')
  expect(withoutFact(gap, 'feed')).toEqual({ why: 'unreadable', facts: ['paused'] })
  expect(withoutFact(withGap(null, 'feed', 'unreadable'), 'feed')).toBeNull()
  expect(withoutFact(gap, 'availableShare')).toEqual(gap)
  expect(withoutFact(null, 'feed')).toBeNull()
})
