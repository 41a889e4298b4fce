import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { DIMENSIONS } from '../src/domain/dimension.ts'
import { median } from '../src/domain/median.ts'
import type { Universe } from '../src/domain/record.ts'
import type { SignalScore } from '../src/domain/score.ts'
import { activityByCategory } from '../src/score/category.ts'
import {
  HAS_RECORDINGS,
  RECORDINGS,
  recordedUniverse,
  seedUniverse,
} from '../src/score/fixtures/recorded.ts'
import {
  METHODOLOGY,
  type RiskSpread,
  SIGNAL_IDS,
  type SignalId,
} from '../src/score/methodology.ts'
import { scoreUniverse } from '../src/score/score.ts'
import { subjectsOf } from '../src/score/subject.ts'

/** Signals that no recording knows, or not as contracts say it: reviews, contracts and adapters are judged on the bundled sample. */
const OF_SAMPLE: SignalId[] = [
  'upgradePath',
  'signers',
  'governance',
  'withdrawalPause',
  'exitWindow',
  'changeActivity',
  'thresholdLevel',
  'collateralTop',
  'feedQuality',
  'availableShare',
  'withdrawTime',
]

/** Signals that are known wherever the activity is and the list of losses can be read. */
const NEVER_MISSING: SignalId[] = ['kindLosses', 'incidents']

/** Fewer readings of one activity have no percentiles of their own. */
const ENOUGH = 8

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

    test('finds every prior at or above the median of what is measured', () => {
      const { compared, tooLow } = priorsBelowMedian(knownRisks(universe))
      expect(tooLow).toEqual([])
      // Enough was compared for the list above to mean something.
      expect(compared).toBeGreaterThan(10)
    })

    test.runIf(day === '2024-03-11')('gives the ranges of the signals it knows', () => {
      const ids = SIGNAL_IDS.filter((id) => !OF_SAMPLE.includes(id))
      expectSpreads(knownRisks(universe), ids)
    })
  },
)

describe('the bundled sample', () => {
  test('gives the ranges of the review signals, and finds their priors at or above the median', async () => {
    const universe = await seedUniverse()
    expectSpreads(knownRisks(universe, isOfRange), OF_SAMPLE)
    const risks = knownRisks(universe, isMeasured)
    const ofSample = new Map(
      [...risks].filter(([key]) => OF_SAMPLE.some((id) => key.startsWith(`${id} `))),
    )
    const { compared, tooLow } = priorsBelowMedian(ofSample)
    expect(tooLow).toEqual([])
    expect(compared).toBeGreaterThanOrEqual(5)
  })
})

/** How deposits leave is on record where that is simple, which says nothing of the rest. */
function isOfRange({ id }: SignalScore): boolean {
  return id !== 'availableShare' && id !== 'withdrawTime'
}

/** Whether a reading of who can pause is that of holders who were all listed: one who is not counts like one key (decision note 31). */
function isMeasured({ id, sentence }: SignalScore): boolean {
  return id !== 'withdrawalPause' || !/\bnot listed\b/.test(sentence)
}

/** Risks of known readings of what has a composite, by signal and activity, as `signal activity`. */
function knownRisks(
  universe: Universe,
  counts: (signal: SignalScore) => boolean = () => true,
): Map<string, number[]> {
  const subjects = subjectsOf(universe, METHODOLOGY)
  const risks = new Map<string, number[]>()
  scoreUniverse(universe).forEach(({ composite, dimensions }, index) => {
    if (composite === null) return
    for (const signal of DIMENSIONS.flatMap((key) => dimensions[key].signals)) {
      if (signal.missing || !counts(signal)) continue
      const { id, risk } = signal
      const key = `${id} ${subjects[index]?.activityId}`
      risks.set(key, [...(risks.get(key) ?? []), risk])
    }
  })
  return risks
}

/** Signals whose prior is below the median of what is known of all kinds together. */
function priorsBelowMedian(risks: Map<string, number[]>) {
  const bySignal = Map.groupBy(risks, ([key]) => key.split(' ')[0])
  const compared = SIGNAL_IDS.flatMap((id) => {
    const list = (bySignal.get(id) ?? []).flatMap(([, own]) => own)
    return list.length >= 5 && id !== 'kindLosses' ? [{ id, middle: median(list) ?? 0 }] : []
  })
  const tooLow = compared.flatMap(({ id, middle }) => {
    const { prior } = METHODOLOGY.signals[id]
    return middle > prior ? [`${id}: ${middle} over ${prior}`] : []
  })
  return { compared: compared.length, tooLow }
}

/** Holds each range to what is known; an activity with enough readings has one of its own, unless that of all fits it. */
function expectSpreads(risks: Map<string, number[]>, ids: readonly SignalId[]): void {
  for (const id of ids) {
    const { spread } = METHODOLOGY.signals[id]
    const own = [...risks].filter(([key]) => key.startsWith(`${id} `))
    // The list of that day cannot say who has no programme (decision note 9), so the range goes up to the risk of none.
    const range = (list: number[]) => ({ ...rangeOf(list), ...(id === 'bounty' && { high: 10 }) })
    const readings = own.flatMap(([, list]) => list)
    // Too few readings have no percentiles: anything may be.
    const anchors = METHODOLOGY.signals[id].anchors.map(({ risk }) => risk)
    const whole = { low: Math.min(...anchors), high: Math.max(...anchors) }
    const all = readings.length < ENOUGH ? whole : range(readings)
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
    expect.soft(isRight, `The range of ${id} should be, to one decimal: ${should}`).toBe(true)
  }
}

/** The 10th and the 90th percentile, by the nearest rank. */
function rangeOf(list: number[]): RiskSpread {
  const sorted = list.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
  return { low: at(0.1), high: at(0.9) }
}

/** Whichever way a half was rounded. */
function isRounded(published: RiskSpread, exact: RiskSpread): boolean {
  const isNear = (a: number, b: number) => Math.abs(a - b) <= 0.05 + 1e-9
  return isNear(published.low, exact.low) && isNear(published.high, exact.high)
}
