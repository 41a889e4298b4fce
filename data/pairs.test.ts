import { describe, expect, test } from 'vitest'
import type { Incident } from '../src/domain/protocol.ts'
import { findInactive } from '../src/score/find-inactive.ts'
import { seedUniverse } from '../src/score/fixtures/recorded.ts'
import { scoreUniverse } from '../src/score/score.ts'
import pairs from './pairs.json' with { type: 'json' }

// Named before any of them was scored. A pair that does not hold stays in its order and says why; when the method or
// the data mend it, its `holds` and `cause` go and the least number rises.

const LEAST_THAT_HOLD = 49

interface Pair {
  safer: string
  riskier: string
  because: string
  holds?: boolean
  cause?: string
}

const PAIRS: readonly Pair[] = pairs.rows
const HOLDING = PAIRS.filter(({ holds = true }) => holds)
const universe = await seedUniverse()
const scores = scoreUniverse(universe)

/**
 * The published score of a protocol of the sample, in tenths: a smaller difference is none. One that cannot be scored is as risky as can be, and so is one that was drained or is dead:
 * it is shown without a gauge and in no ranking, because its users have lost what the score warns of.
 */
function riskOf(slug: string): number {
  const at = universe.records.findIndex((record) => record.slug === slug)
  const record = universe.records[at] ?? expect.fail(`${slug} is not in the sample`)
  const status = findInactive(record, incidentsOf(record.id))?.status
  return status === 'drained' || status === 'dead' ? 10 : (scores[at]?.rounded ?? 10)
}

function incidentsOf(id: string): Incident[] {
  const { incidents } = universe
  return incidents.known ? incidents.value.filter(({ protocolId }) => protocolId === id) : []
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
    expect(riskOf(riskier)).toBeGreaterThanOrEqual(riskOf(safer))
  })
})
