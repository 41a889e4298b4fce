import { describe, expect, test } from 'vitest'
import type { Incident } from '../src/domain/protocol.ts'
import { findInactive } from '../src/score/find-inactive.ts'
import { seedUniverse } from '../src/score/fixtures/recorded.ts'
import { scoreUniverse } from '../src/score/score.ts'
import pairs from './pairs.json' with { type: 'json' }

// Each was named before it was scored. `refuted` keeps what a reading of the riskier or safer one spoke against; it is no order that
// everybody would give, so another pair took its place, named the same way. An equal score is no contradiction: a
// curator whose floor is what it lends through has the same.

interface Pair {
  safer: string
  riskier: string
  because: string
}

const PAIRS: readonly Pair[] = pairs.rows
const universe = await seedUniverse()
const scores = scoreUniverse(universe)

/**
 * The published score of a protocol of the sample, in tenths: a smaller difference is none. One that cannot be scored is as risky as
 * can be, and so is one that was drained or is dead: it is shown without a gauge and in no ranking, because its users have lost what
 * the score warns of.
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

const isMissed = ({ safer, riskier }: Pair) =>
  pairs.missed.some((one) => one.safer === safer && one.riskier === riskier)

describe('of fifty pairs that everybody would order the same way no riskier one scores below the safer, but those that are missed', () => {
  test('are fifty, each with a reason, and none of them is refuted', () => {
    const named = new Set(PAIRS.map(({ safer, riskier }) => `${safer} ${riskier}`))
    expect(named.size).toBe(50)
    for (const { safer, riskier } of pairs.refuted) {
      expect(named).not.toContain(`${safer} ${riskier}`)
    }
    for (const { because } of PAIRS) expect(because).toMatch(/\.$/)
  })

  test.each(PAIRS.filter((pair) => !isMissed(pair)))(
    '$riskier is no safer than $safer: $because',
    ({ safer, riskier }) => {
      expect(riskOf(riskier)).toBeGreaterThanOrEqual(riskOf(safer))
    },
  )

  test.each(pairs.missed)('$riskier scores below $safer, which is missed: $why', (pair) => {
    expect(PAIRS).toContainEqual(
      expect.objectContaining({ safer: pair.safer, riskier: pair.riskier }),
    )
    expect(riskOf(pair.riskier)).toBeLessThan(riskOf(pair.safer))
  })
})
