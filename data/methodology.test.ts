import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { methodologyHash } from '../src/contract/hash.ts'
import { isDay } from '../src/domain/day.ts'
import { DIMENSIONS } from '../src/domain/dimension.ts'
import type { Universe } from '../src/domain/record.ts'
import { riskAt } from '../src/score/anchors.ts'
import { activityByCategory } from '../src/score/category.ts'
import {
  HAS_RECORDINGS,
  RECORDINGS,
  recordedUniverse,
  seedUniverse,
} from '../src/score/fixtures/recorded.ts'
import { METHODOLOGY, SIGNAL_IDS, type SignalId, type Spread } from '../src/score/methodology.ts'
import { scoreUniverse } from '../src/score/score.ts'
import { SIGNALS } from '../src/score/signals.ts'
import { subjectsOf } from '../src/score/subject.ts'
import current from './methodology.json' with { type: 'json' }
import versions from './methodology.versions.json' with { type: 'json' }

/** Signals that no recording knows: reviews, contracts and adapters are judged on the bundled sample. */
const OF_SAMPLE: SignalId[] = [
  'upgradePath',
  'signers',
  'withdrawalPause',
  'exitWindow',
  'changeActivity',
  'operatorActivity',
  'thresholdLevel',
  'collateralTop',
]

/** Signals that are known wherever the activity is and the list of losses can be read. */
const NEVER_MISSING: SignalId[] = [
  'activity',
  'custody',
  'thresholdLevel',
  'collateralTop',
  'availableShare',
  'withdrawTime',
  'oracleDependence',
  'incidents',
  'quietAge',
]

const FORMS: Record<string, { sha256: string; without?: string[] }[]> = versions

/** Fewer readings of one activity have no percentiles of their own. */
const ENOUGH = 8

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
    ({ anchors, prior, priorByActivity, weight, unit }) => {
      expect(anchors.length).toBeGreaterThan(0)
      const steps = anchors.slice(1).map((anchor, index) => ({
        at: anchor.at - (anchors[index]?.at ?? Number.NaN),
        risk: anchor.risk - (anchors[index]?.risk ?? Number.NaN),
      }))
      expect(steps.every(({ at }) => at > 0)).toBe(true)
      expect(steps.every(({ risk }) => risk >= 0) || steps.every(({ risk }) => risk <= 0)).toBe(
        true,
      )
      expect(Object.keys(METHODOLOGY.activities)).toEqual(
        expect.arrayContaining(Object.keys(priorByActivity)),
      )
      const priors = Object.values(priorByActivity).flatMap((points) => points ?? [])
      const risks = [prior, ...priors, ...anchors.map(({ risk }) => risk)]
      for (const risk of risks) expectPoints(risk)
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
  test('holds points within 0-10 in every column', () => {
    for (const { label, ...columns } of Object.values(METHODOLOGY.activities)) {
      expect(label).toMatch(/^[A-Z]/)
      for (const points of Object.values(columns)) if (points !== null) expectPoints(points)
    }
    expectPoints(METHODOLOGY.declaredOracleElsewhere)
  })

  test('is reached by every category or protocol, and holds nothing that none reaches', () => {
    const { categories, protocols } = METHODOLOGY
    const reached = new Set([...Object.values(categories), ...Object.values(protocols)])
    expect([...reached].sort()).toEqual(Object.keys(METHODOLOGY.activities).sort())
  })

  test('names no category twice: names are looked up without regard to case', () => {
    expect(activityByCategory(METHODOLOGY).size).toBe(Object.keys(METHODOLOGY.categories).length)
  })

  test('alone keeps every dimension above the line of the unknown', () => {
    const ids = [
      'activity',
      'custody',
      'thresholdLevel',
      'oracleDependence',
      'availableShare',
      'withdrawTime',
    ] as const
    for (const id of ids) {
      expect(METHODOLOGY.signals[id].weight).toBeGreaterThanOrEqual(METHODOLOGY.unknownBelow)
    }
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

  test('is told by content alone: not by the order of keys, nor by the day of publication', () => {
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

describe.skipIf(!HAS_RECORDINGS).each(['2023-09-12', '2024-03-11'])(
  'the recording of %s',
  (day) => {
    let universe: Universe

    beforeAll(async () => {
      universe = await recordedUniverse(day)
    }, 30_000)

    test('holds no category beyond our table', () => {
      const file = new URL(`${day}/api.llama.fi/protocols.json`, RECORDINGS)
      const rows: { category?: string | null }[] = JSON.parse(readFileSync(file, 'utf8'))
      const names = new Set(rows.flatMap(({ category }) => category ?? []))
      const known = activityByCategory(METHODOLOGY)
      const strange = [...names].filter((name) => !known.has(name.toLowerCase()))
      expect(strange.sort()).toEqual(['CEX', 'Chain'])
    })

    test('finds every prior at or above the median risk of its activity', () => {
      const { compared, tooLow } = priorsBelowMedian(knownRisks(universe))
      expect(tooLow).toEqual([])
      // Enough was compared for the list above to mean something.
      expect(compared).toBeGreaterThan(150)
    })

    test.runIf(day === '2024-03-11')('gives the ranges of the signals it knows', () => {
      const ids = SIGNAL_IDS.filter((id) => !OF_SAMPLE.includes(id))
      expectSpreads(knownRisks(universe, 'scored'), ids)
    })
  },
)

describe('the bundled sample', () => {
  test('gives the ranges of the review signals, and finds their priors at or above the median', async () => {
    const universe = await seedUniverse()
    expectSpreads(knownRisks(universe, 'scored'), OF_SAMPLE)
    const risks = knownRisks(universe)
    const ofSample = new Map(
      [...risks].filter(([key]) => OF_SAMPLE.some((id) => key.startsWith(`${id} `))),
    )
    expect(priorsBelowMedian(ofSample).tooLow).toEqual([])
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

/** Risks of known readings by signal and activity, as `signal activity`. */
function knownRisks(universe: Universe, which: 'all' | 'scored' = 'all'): Map<string, number[]> {
  const subjects = subjectsOf(universe, METHODOLOGY)
  const risks = new Map<string, number[]>()
  scoreUniverse(universe).forEach(({ composite, dimensions }, index) => {
    if (which === 'scored' && composite === null) return
    for (const { id, risk, missing } of DIMENSIONS.flatMap((key) => dimensions[key].signals)) {
      if (missing) continue
      const key = `${id} ${subjects[index]?.activityId}`
      risks.set(key, [...(risks.get(key) ?? []), risk])
    }
  })
  return risks
}

function priorsBelowMedian(risks: Map<string, number[]>) {
  const enough = [...risks].filter(([, list]) => list.length >= 5)
  const tooLow = enough.flatMap(([key, list]) => {
    const [id, activity] = key.split(' ')
    const method = METHODOLOGY.signals[SIGNAL_IDS.find((known) => known === id) ?? 'activity']
    const prior = method.priorByActivity[activity ?? ''] ?? method.prior
    const typical = median(list)
    return typical > prior ? [`${key}: ${typical} over ${prior}`] : []
  })
  return { compared: enough.length, tooLow }
}

/** Holds each range to what is known; an activity with enough readings has one of its own, unless that of all fits it. */
function expectSpreads(risks: Map<string, number[]>, ids: readonly SignalId[]): void {
  for (const id of ids) {
    const { spread } = METHODOLOGY.signals[id]
    const own = [...risks].filter(([key]) => key.startsWith(`${id} `))
    // The list of that day cannot tell who has no programme (decision note 9), so the range goes up to the risk of none.
    const range = (list: number[]) => ({ ...rangeOf(list), ...(id === 'bounty' && { high: 10 }) })
    const all = range(own.flatMap(([, list]) => list))
    const activities = own
      .filter(([, list]) => !NEVER_MISSING.includes(id) && list.length >= ENOUGH)
      .map(([key, list]) => ({ activity: key.slice(id.length + 1), range: range(list) }))
    const byActivity = Object.fromEntries(
      activities
        .filter(({ range }) => !isRounded(all, range))
        .map(({ activity, range }) => [activity, range]),
    )
    const isRight =
      isRounded(spread, all) &&
      activities.every(({ activity, range }) =>
        isRounded(spread.byActivity[activity] ?? spread, range),
      ) &&
      Object.keys(spread.byActivity).every((key) => activities.some((one) => one.activity === key))
    const should = JSON.stringify({ ...all, byActivity })
    expect(isRight, `The range of ${id} should be, to one decimal: ${should}`).toBe(true)
  }
}

/** The 10th and the 90th percentile, by the nearest rank. */
function rangeOf(list: number[]): Spread {
  const sorted = list.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
  return { low: at(0.1), high: at(0.9) }
}

/** Whichever way a half was rounded. */
function isRounded(published: Spread, exact: Spread): boolean {
  const isNear = (a: number, b: number) => Math.abs(a - b) <= 0.05 + 1e-9
  return isNear(published.low, exact.low) && isNear(published.high, exact.high)
}

function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  return (lower + upper) / 2
}
