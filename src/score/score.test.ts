import { describe, expect, test, vi } from 'vitest'
import { DIMENSIONS, mapDimensions } from '../domain/dimension.ts'
import { known, missing } from '../domain/reading.ts'
import type { ProtocolRecord, Universe } from '../domain/record.ts'
import type { Score } from '../domain/score.ts'
import { anIncident } from './fixtures/incident.ts'
import { signalsOf } from './fixtures/not-above.ts'
import { aRecord, DAY, fact } from './fixtures/record.ts'
import { aUniverse } from './fixtures/universe.ts'
import { METHODOLOGY, SIGNAL_IDS } from './methodology.ts'
import { scoreUniverse } from './score.ts'
import { SIGNALS } from './signals.ts'
import { sum } from './weighted-mean.ts'

function scoreOf(record: ProtocolRecord, fields: Partial<Universe> = {}): Score {
  const score = scoreUniverse(aUniverse([record], fields))[0]
  if (!score) throw new Error('one record gives one score')
  return score
}

const contract = fact('0xabc')

const { dimensionWeights, signals: SIGNAL_METHODS } = METHODOLOGY

/** An exchange of which only category, contract, listing day and TVL are known. */
const EXCHANGE = aRecord({ facts: { contract, listedOn: fact('2020-03-11') } })

describe('an exchange of which little is known', () => {
  const score = scoreOf(EXCHANGE)

  test('leaves out what does not apply and shares its weight out in proportion', () => {
    expect(score.dimensions.credit).toEqual({
      status: 'not-applicable',
      isAssumed: false,
      score: null,
      coverage: 0,
      typical: 0,
      weight: 0,
      contribution: 0,
      signals: [],
      floor: null,
    })
    expect(score.dimensions.oracle.status).toBe('not-applicable')
    const { credit, oracle, ...rest } = dimensionWeights
    for (const key of ['smartContract', 'liquidityTrap'] as const) {
      const expected = rest[key] / sum(Object.values(rest))
      expect(score.dimensions[key].weight).toBeCloseTo(expected, 12)
    }
  })

  test('counts the rate of its kind once, as no reading of its own', () => {
    const typical = signalsOf(score).filter(({ basis }) => basis === 'category')
    expect(typical).toEqual([
      expect.objectContaining({ id: 'kindLosses', missing: null, asOf: null }),
    ])
  })

  test('shows a missing signal with its prior, its reason and a sentence', () => {
    const { prior } = SIGNAL_METHODS.audits
    expect(signalsOf(score).find(({ id }) => id === 'audits')).toMatchObject({
      value: null,
      risk: prior,
      source: 'test',
      asOf: null,
      missing: 'not-covered',
      sentence: `Who audited it, and how long ago? Not known. It counts at ${prior} of 10.`,
    })
  })

  test('carries the day of its newest reading, not that of the methodology', () => {
    const world = { incidents: known([], '2024-05-05', 'test'), asOf: '2024-06-01' }
    const governance = known<string[]>([], '2023-01-01', 'test')
    const record = { ...EXCHANGE, facts: { ...EXCHANGE.facts, governance } }
    expect(scoreOf(record, world)).toMatchObject({
      asOf: '2024-05-05',
      methodology: METHODOLOGY.version,
    })
  })
})

test('weights of a dimension are shares: doubled, they give the same score', () => {
  const signals = { ...METHODOLOGY.signals }
  for (const id of SIGNAL_IDS) signals[id] = { ...signals[id], weight: signals[id].weight * 2 }
  const world = aUniverse([EXCHANGE, aRecord({ id: '2', category: 'Lending' })])
  expect(scoreUniverse(world, { ...METHODOLOGY, signals })).toEqual(scoreUniverse(world))
})

describe('a dimension', () => {
  test('of which too little was measured keeps its number and is marked as assumed', () => {
    const { counterparty } = scoreOf(EXCHANGE).dimensions
    expect(counterparty.coverage).toBeGreaterThan(0)
    const at = (assumedBelow: number) =>
      scoreUniverse(aUniverse([EXCHANGE]), { ...METHODOLOGY, assumedBelow })[0]?.dimensions
        .counterparty
    expect(at(counterparty.coverage)?.isAssumed).toBe(false)
    expect(at(counterparty.coverage + 0.001)).toEqual({ ...counterparty, isAssumed: true })
  })

  test('that a loss decides is not assumed, however little of it was measured', () => {
    const lost = fact([anIncident({ protocolId: EXCHANGE.id, day: DAY })])
    const [score] = scoreUniverse(aUniverse([EXCHANGE], { incidents: lost }), {
      ...METHODOLOGY,
      assumedBelow: 1.1,
    })
    const { smartContract, liquidity } = score?.dimensions ?? expect.fail('one record, one score')
    expect(smartContract).toMatchObject({ isAssumed: false, floor: { id: 'recentLoss' } })
    expect(liquidity).toMatchObject({ isAssumed: true, floor: null })
  })

  test('of which everything is measured is covered in full', () => {
    const all = SIGNALS.map((signal) => ({
      ...signal,
      applies: () => true,
      read: () => known({ value: 0, sentence: 'It is.' }, DAY, 'test'),
    }))
    const score = scoreUniverse(aUniverse([aRecord()]), METHODOLOGY, all)[0]
    const whole = expect.closeTo(1, 12)
    expect(DIMENSIONS.map((key) => score?.dimensions[key].coverage)).toEqual(
      DIMENSIONS.map(() => whole),
    )
    expect(score).toMatchObject({
      coverage: expect.closeTo(6, 12),
      basis: { measured: whole, category: 0, missing: expect.closeTo(0, 12) },
      insufficient: [],
    })
  })
})

describe('insufficient data', () => {
  const nothing = { composite: null, rounded: null, level: null, asOf: null }

  test('an ineligible protocol has no composite and says why', () => {
    const score = scoreOf(aRecord({ facts: { listedOn: fact(DAY) } }))
    expect(score).toMatchObject({ ...nothing, band: null, changes: [] })
    expect(score.insufficient).toHaveLength(3)
    expect(score.dimensions.smartContract.status).toBe('scored')
  })

  test('too little that was measured is no score, whatever was assumed', () => {
    const tvl = missing('refused', 'test')
    const incidents = missing('upstream-failed', 'test')
    const record = aRecord({ category: 'Time Travel', facts: { contract }, tvl })
    const insufficient = ['None of the weight was measured, below 15 %.']
    expect(scoreOf(record, { incidents })).toMatchObject({ ...nothing, insufficient })
  })

  test('the measured share is judged as it is published, in whole per cent', () => {
    // Losses are measured and the kind is not; the other dimensions weigh nothing.
    const signals = { ...SIGNAL_METHODS }
    for (const id of SIGNAL_IDS) {
      const { dimension, weight } = signals[id]
      signals[id] = { ...signals[id], weight: dimension === 'smartContract' ? 0 : weight }
    }
    signals.incidents = { ...signals.incidents, weight: 0.255 }
    signals.kindLosses = { ...signals.kindLosses, weight: 0.745 }
    const dimensionWeights = mapDimensions((key) => (key === 'smartContract' ? 1 : 0))
    const at = (minimumMeasured: number) => {
      const method = { ...METHODOLOGY, signals, dimensionWeights, minimumMeasured }
      return scoreUniverse(aUniverse([EXCHANGE]), method)[0]
    }
    expect(at(0.26)?.basis.measured).toBeCloseTo(0.255, 9)
    expect(at(0.26)?.composite).not.toBeNull()
    expect(at(0.27)?.insufficient).toEqual(['Only 26 % of the weight was measured, below 27 %.'])
  })
})

describe('a score', () => {
  test('looks at no clock and rolls no dice', () => {
    const world = aUniverse([EXCHANGE, aRecord({ id: '2', category: 'Lending' })])
    const bytes = () => JSON.stringify(scoreUniverse(world))
    const random = vi.spyOn(Math, 'random')
    vi.useFakeTimers({ now: new Date('1999-01-01') })
    const then = bytes()
    vi.setSystemTime(new Date('2050-01-01'))
    expect(bytes()).toBe(then)
    vi.useRealTimers()
    expect(bytes()).toBe(then)
    expect(random).not.toHaveBeenCalled()
  })

  test('has a date even when it rests on the rate of its kind alone', () => {
    const tvl = missing('refused', 'test')
    const incidents = missing('upstream-failed', 'test')
    const record = aRecord({ category: 'Lending', facts: { contract }, tvl })
    const method = { ...METHODOLOGY, minimumMeasured: 0 }
    const [score] = scoreUniverse(aUniverse([record], { incidents }), method)
    expect(score).toMatchObject({ asOf: DAY, insufficient: [], basis: { measured: 0 } })
  })

  test('falls back with time after a loss, and never below that of no loss', () => {
    const composites = [0, 365, 500, 650, 1000, 4000].map((age) => {
      const day = new Date(Date.parse(DAY) - age * 86_400_000).toISOString().slice(0, 10)
      return scoreOf(EXCHANGE, { incidents: fact([anIncident({ day })]) }).composite ?? Number.NaN
    })
    expect(composites).toEqual([...composites].sort((a, b) => b - a))
    // The floor of a recent loss holds for a year.
    expect(new Set(composites.slice(1)).size).toBe(5)
    expect(composites[0]).toBe(composites[1])
    const none = scoreOf(EXCHANGE).composite ?? Number.NaN
    expect(Math.min(...composites)).toBeGreaterThanOrEqual(none)
  })

  test('comes in the order of the records', () => {
    const records = ['3', '1', '2'].map((id) => aRecord({ id }))
    expect(scoreUniverse(aUniverse(records)).map(({ protocolId }) => protocolId)).toEqual([
      '3',
      '1',
      '2',
    ])
  })
})
