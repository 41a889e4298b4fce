import { expect, test } from 'vitest'
import { scoreSeed } from '../src/score/fixtures/seed-scores.ts'
import golden from './golden.json' with { type: 'json' }

// Scores of the bundled sample that a careful practitioner was asked to sign. When one of them moves, read the judgement
// again: if it no longer holds, mend the method, not the figure.
const scores = await scoreSeed()

test.each(golden)('$id is published at $composite, $level', ({ id, composite, level }) => {
  const score = scores.get(id)
  expect([score?.rounded, score?.level]).toEqual([composite, level])
})

test('every golden score has a judgement that takes a side', () => {
  for (const { judgement } of golden) expect(judgement).toMatch(/^(Agrees|Disagrees)/)
})

test.each([
  'lido',
  'rocket-pool',
  'uniswap-v3',
  'sky-lending',
  'compound-v3',
  'aave-v3',
  'curve-dex',
])('%s, which practitioners trust, stands at moderate or below', (id) => {
  expect(scores.get(id)?.rounded).toBeLessThanOrEqual(4.5)
})

test('every level but very low is used, and none by more than seven eighths', () => {
  const levels = [...scores.values()].flatMap(({ level }) => level ?? [])
  const counts = Map.groupBy(levels, (level) => level)
  // Decision note 31: what is not read counts at the middle, so a sample of which half is not read is mostly moderate.
  expect([...counts.keys()].sort()).toEqual(['elevated', 'high', 'low', 'moderate'])
  for (const [level, own] of counts) {
    expect(own.length / levels.length, level).toBeLessThanOrEqual(0.875)
  }
})
