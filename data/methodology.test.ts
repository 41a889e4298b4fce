import { describe, expect, test } from 'vitest'
import { methodologyHash } from '../src/contract/hash.ts'
import { isDay } from '../src/domain/day.ts'
import { DIMENSIONS, type DimensionKey } from '../src/domain/dimension.ts'
import { riskAt } from '../src/score/anchors.ts'
import { activityByCategory } from '../src/score/category.ts'
import { EXPOSED } from '../src/score/floors.ts'
import { METHODOLOGY, SIGNAL_IDS } from '../src/score/methodology.ts'
import { SIGNALS } from '../src/score/signals.ts'
import current from './methodology.json' with { type: 'json' }
import versions from './methodology.versions.json' with { type: 'json' }
import development from './validation/development.json' with { type: 'json' }

const FORMS: Record<string, { sha256: string; without?: string[] }[]> = versions

describe('the signals', () => {
  test('of the code have the ids of the methodology', () => {
    expect(SIGNALS.map(({ id }) => id)).toEqual(SIGNAL_IDS)
  })

  test('of all dimensions weigh 1 in the composite', () => {
    expect(DIMENSIONS.map((key) => [key, METHODOLOGY.dimensionWeights[key]])).toEqual([
      ['smartContract', 0.25],
      ['counterparty', 0.2],
      ['credit', 0.15],
      ['liquidity', 0.15],
      ['oracle', 0.15],
      ['liquidityTrap', 0.1],
    ])
  })

  test('of each dimension share out a weight of 1', () => {
    for (const key of DIMENSIONS) {
      const own = SIGNAL_IDS.filter((id) => METHODOLOGY.signals[id].dimension === key)
      const weight = own.reduce((sum, id) => sum + METHODOLOGY.signals[id].weight, 0)
      expect(weight, key).toBeCloseTo(1, 12)
    }
  })

  test.each(SIGNAL_IDS.map((id) => ({ id, ...METHODOLOGY.signals[id] })))(
    '$id: anchors rise, risk goes one way, and everything lies within 0-10',
    ({ anchors, prior, weight, unit }) => {
      expect(anchors.length).toBeGreaterThan(0)
      const steps = anchors.slice(1).map((anchor, index) => ({
        at: anchor.at - (anchors[index]?.at ?? Number.NaN),
        risk: anchor.risk - (anchors[index]?.risk ?? Number.NaN),
      }))
      expect(steps.every(({ at }) => at > 0)).toBe(true)
      expect(steps.every(({ risk }) => risk >= 0) || steps.every(({ risk }) => risk <= 0)).toBe(
        true,
      )
      for (const risk of [prior, ...anchors.map(({ risk }) => risk)]) expectPoints(risk)
      // The middle of the scale: what was not read is never better than that.
      expect(prior).toBeGreaterThanOrEqual(5)
      expect(weight).toBeGreaterThan(0)
      expect(unit).not.toBe('')
    },
  )
})

test.each(SIGNAL_IDS.map((id) => ({ id, ...METHODOLOGY.signals[id] })))(
  '$id: what would have to happen lies on the axis, the better at less risk than the worse',
  ({ anchors, reach: { better, worse }, spread }) => {
    const [first, last] = [anchors[0]?.at ?? Number.NaN, anchors.at(-1)?.at ?? Number.NaN]
    for (const end of [better, worse]) {
      if (!end) continue
      expect(end.value).toBeGreaterThanOrEqual(first)
      expect(end.value).toBeLessThanOrEqual(last)
      expect(end.what).toMatch(/^[A-Z].*[^.]$/)
    }
    if (better && worse) {
      expect(riskAt(anchors, better.value)).toBeLessThan(riskAt(anchors, worse.value))
    }
    for (const { low, high } of [spread, ...Object.values(spread.byActivity)].flatMap(
      (one) => one ?? [],
    )) {
      expectPoints(low)
      expectPoints(high)
      expect(low).toBeLessThanOrEqual(high)
    }
  },
)

describe('the table of activities', () => {
  test('holds the losses and years of the published development run, in whole years', () => {
    const rates = development.universes[0]?.kindRates ?? []
    const counted = Object.entries(METHODOLOGY.activities).map(([kind, { label, ...row }]) => {
      expect(label).toMatch(/^[A-Z]/)
      return { kind, losses: row.losses, protocolYears: row.protocolYears }
    })
    const none = { losses: 0, protocolYears: 0 }
    const published = counted.map(({ kind }) => {
      const { losses, protocolYears } = rates.find((rate) => rate.kind === kind) ?? none
      return { kind, losses, protocolYears: Math.round(protocolYears) }
    })
    expect(counted).toEqual(published)
    const total = (key: 'losses' | 'protocolYears') =>
      Math.round(rates.reduce((sum, rate) => sum + rate[key], 0))
    const { losses, protocolYears } = METHODOLOGY.kindLosses
    expect([losses, protocolYears]).toEqual([total('losses'), total('protocolYears')])
  })

  test('is reached by every category or protocol, and holds nothing that none reaches', () => {
    const { categories, protocols } = METHODOLOGY
    const reached = new Set([...Object.values(categories), ...Object.values(protocols)])
    expect([...reached].sort()).toEqual(Object.keys(METHODOLOGY.activities).sort())
  })

  test('names no category twice: names are looked up without regard to case', () => {
    expect(activityByCategory(METHODOLOGY).size).toBe(Object.keys(METHODOLOGY.categories).length)
  })
})

describe('the kind of a protocol and each single reading weigh', () => {
  const { dimensionWeights, signals } = METHODOLOGY
  /** The most that one weighs where these dimensions do not apply, whose weight the others share out. */
  const mostWithout = (...left: readonly DimensionKey[]) => {
    const others = DIMENSIONS.filter((key) => !left.includes(key))
    const total = others.reduce((sum, key) => sum + dimensionWeights[key], 0)
    const weights = SIGNAL_IDS.flatMap((id) => {
      const { dimension, weight } = signals[id]
      return others.includes(dimension) ? [(dimensionWeights[dimension] * weight) / total] : []
    })
    return Math.max(...weights)
  }

  test('at most 8 % of the composite where every dimension applies', () => {
    expect(mostWithout()).toBeLessThanOrEqual(0.08)
  })

  test('more where credit and oracles do not apply: at most 11 %', () => {
    expect(mostWithout('credit')).toBeLessThanOrEqual(0.095)
    expect(mostWithout(...EXPOSED)).toBeLessThanOrEqual(0.11)
  })
})

describe('a version', () => {
  test('never changes its content', () => {
    const { version } = METHODOLOGY
    const hash = methodologyHash(current)
    const advice =
      `The content of data/methodology.json is not the content listed for version ${version}. ` +
      'Scores under one version must stay comparable: set a new `version` and `publishedOn`, and add ' +
      `"<the new version>": [{ "sha256": "${hash}" }] to data/methodology.versions.json. ` +
      'Only replace the hash of a version under which nothing was ever published.'
    expect(FORMS[version]?.at(-1), advice).toEqual({ sha256: hash })
  })

  test('says in each later form of its file all that it said before', () => {
    for (const { sha256, without = [] } of FORMS[METHODOLOGY.version] ?? []) {
      expect(methodologyHash(leaveOut(without)), without.join()).toBe(sha256)
    }
  })

  test('depends on content alone: not by the order of keys, nor by the day of publication', () => {
    const reversed = Object.fromEntries(Object.entries(current).reverse())
    const hash = methodologyHash({ ...reversed, publishedOn: '1999-01-01' })
    expect(hash).toBe(methodologyHash(current))
    const other = { ...current, version: '0' }
    expect(methodologyHash(other)).not.toBe(hash)
    expect(isDay(METHODOLOGY.publishedOn)).toBe(true)
  })

  test('has a hash in the list, each its own', () => {
    const hashes = Object.values(FORMS).flatMap((forms) => forms.map(({ sha256 }) => sha256))
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(new Set(hashes).size).toBe(hashes.length)
  })
})

/** The methodology in force without some of its entries, given as `eligibility.medianDays`. */
function leaveOut(paths: readonly string[]): typeof current {
  const content = structuredClone(current)
  for (const path of paths) {
    const keys = path.split('.')
    const last = keys.pop() ?? ''
    const parent = keys.reduce((part: object, key) => Reflect.get(part, key), content)
    expect(Reflect.has(parent, last), path).toBe(true)
    Reflect.deleteProperty(parent, last)
  }
  return content
}

function expectPoints(points: number): void {
  expect(points).toBeGreaterThanOrEqual(0)
  expect(points).toBeLessThanOrEqual(10)
}
