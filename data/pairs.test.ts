import { describe, expect, test } from 'vitest'
import { scoreSeed } from '../src/score/fixtures/seed-scores.ts'
import pairs from './pairs.json' with { type: 'json' }

// Named before any of them was scored. A pair that does not hold stays in its order and says why; when the method or
// the data mend it, its `holds` and `cause` go and the least number rises.

const LEAST_THAT_HOLD = 35
/** Steps of a composite are published in millionths. */
const ROUNDING = 1e-5

interface Pair {
  safer: string
  riskier: string
  because: string
  holds?: boolean
  cause?: string
}

const PAIRS: readonly Pair[] = pairs.rows
const HOLDING = PAIRS.filter(({ holds = true }) => holds)
const scores = await scoreSeed()

/** The composite of a protocol of the sample; one that cannot be scored is as risky as can be. */
function riskOf(slug: string): number {
  const score = scores.get(slug) ?? expect.fail(`${slug} is not in the sample`)
  return score.composite ?? 10
}

describe('fifty pairs that everybody would order the same way', () => {
  test('are fifty, each with a reason, and with a cause where it does not hold', () => {
    expect(new Set(PAIRS.map(({ safer, riskier }) => `${safer} ${riskier}`)).size).toBe(50)
    for (const { because, holds = true, cause } of PAIRS) {
      expect(because).toMatch(/\.$/)
      expect(cause === undefined).toBe(holds)
    }
  })

  test('hold no less often than they did', () => {
    expect(HOLDING.length).toBeGreaterThanOrEqual(LEAST_THAT_HOLD)
  })

  test.each(HOLDING)('$riskier is no safer than $safer: $because', ({ safer, riskier }) => {
    expect(riskOf(riskier)).toBeGreaterThan(riskOf(safer) - ROUNDING)
  })
})
