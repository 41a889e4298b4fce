import { describe, expect, test, vi } from 'vitest'
import { DIMENSIONS } from '../domain/dimension.ts'
import { known, missing } from '../domain/reading.ts'
import type { ProtocolRecord, Universe } from '../domain/record.ts'
import { riskLevel, roundScore } from '../domain/risk-level.ts'
import type { Score } from '../domain/score.ts'
import { anIncident } from './fixtures/incident.ts'
import { aHistory, aRecord, DAY, fact } from './fixtures/record.ts'
import { aReview } from './fixtures/review.ts'
import { aUniverse } from './fixtures/universe.ts'
import { METHODOLOGY, SIGNAL_IDS, type SignalId } from './methodology.ts'
import { scoreUniverse } from './score.ts'

function scoreOf(record: ProtocolRecord, fields: Partial<Universe> = {}): Score {
  const score = scoreUniverse(aUniverse([record], fields))[0]
  if (!score) throw new Error('one record gives one score')
  return score
}

const contract = fact('0xabc')

function weightOf(...ids: SignalId[]): number {
  return ids.reduce((sum, id) => sum + METHODOLOGY.signals[id].weight, 0)
}

/** What these signals add to their dimension when an exchange is silent about them. */
function atPrior(...ids: SignalId[]): number {
  return ids.reduce((sum, id) => {
    const { weight, prior, priorByActivity } = METHODOLOGY.signals[id]
    return sum + weight * (priorByActivity.dex ?? prior)
  }, 0)
}

/** An exchange of which only category, contract, listing day and TVL are known. */
const EXCHANGE = aRecord({ facts: { contract, listedOn: fact('2020-03-11') } })

describe('an exchange of which little is known', () => {
  const score = scoreOf(EXCHANGE)

  test('gets the composite that one can work out by hand', () => {
    // No loss, one chain, four quiet years, custody and exit of an exchange: all at 0. The rest is at its priors.
    const points = METHODOLOGY.activities.dex?.activity ?? Number.NaN
    const smartContract = weightOf('activity') * points + atPrior('audits', 'bounty')
    const counterparty = atPrior('upgradePath', 'signers', 'governance')
    const liquidity = atPrior('weekOutflow', 'outflowSurvived', 'volatility', 'drawdown')
    const trap = atPrior('exitWindow')
    expect(score.dimensions.smartContract.score).toBeCloseTo(smartContract, 9)
    expect(score.dimensions.counterparty.score).toBeCloseTo(counterparty, 9)
    expect(score.dimensions.liquidity.score).toBeCloseTo(liquidity, 9)
    expect(score.dimensions.liquidityTrap.score).toBeCloseTo(trap, 9)
    const mean = (0.25 * smartContract + 0.2 * counterparty + 0.15 * liquidity + 0.1 * trap) / 0.7
    expect(score.composite).toBeCloseTo(mean, 6)
    expect(score).toMatchObject({ rounded: roundScore(mean), level: riskLevel(mean) })
  })

  test('leaves out what does not apply and shares its weight out in proportion', () => {
    expect(score.dimensions.credit).toEqual({
      status: 'not-applicable',
      score: null,
      coverage: 0,
      weight: 0,
      contribution: 0,
      signals: [],
      floor: null,
    })
    expect(score.dimensions.oracle.status).toBe('not-applicable')
    expect(score.dimensions.smartContract.weight).toBeCloseTo(0.25 / 0.7, 12)
    expect(score.dimensions.liquidityTrap.weight).toBeCloseTo(0.1 / 0.7, 12)
  })

  test('counts what does not apply as covered', () => {
    const known = {
      smartContract: 1 - weightOf('audits', 'bounty'),
      counterparty: weightOf('custody', 'chainSecurity'),
      liquidity: weightOf('availableShare'),
      liquidityTrap: 1 - weightOf('exitWindow'),
    } as const
    for (const [key, coverage] of Object.entries(known)) {
      expect(score.dimensions).toHaveProperty(`${key}.coverage`, expect.closeTo(coverage, 9))
    }
    const sum = Object.values(known).reduce((total, coverage) => total + coverage, 2)
    expect(score.coverage).toBeCloseTo(sum, 9)
  })

  test('shows a missing signal with its prior, its reason and a sentence', () => {
    const audits = score.dimensions.smartContract.signals.find(({ id }) => id === 'audits')
    const { prior, weight } = METHODOLOGY.signals.audits
    expect(audits).toMatchObject({
      value: null,
      risk: prior,
      weight: expect.closeTo(weight, 9),
      source: 'test',
      asOf: null,
      missing: 'not-covered',
      sentence: `Who audited it, and how long ago? Not known; it counts at ${prior} of 10.`,
    })
    expect(audits?.contribution).toBeCloseTo((0.25 / 0.7) * weight * prior, 5)
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

describe('priors', () => {
  test('an activity may have a prior of its own', () => {
    const risk = (category: string) =>
      scoreOf(aRecord({ category })).dimensions.credit.signals.find(
        ({ id }) => id === 'utilisation',
      )?.risk
    expect(risk('Lending')).toBe(METHODOLOGY.signals.utilisation.prior)
    expect(risk('RWA')).toBe(METHODOLOGY.signals.utilisation.priorByActivity.rwa)
    expect(risk('RWA')).not.toBe(risk('Lending'))
  })
})

describe('a dimension', () => {
  const strange = { category: 'Time Travel', facts: { contract } }

  test('of which too little is known is unknown, and left out', () => {
    const score = scoreOf(aRecord(strange))
    expect(score.dimensions.oracle).toMatchObject({ status: 'unknown', score: null, coverage: 0 })
    expect(score.dimensions.counterparty).toMatchObject({
      status: 'unknown',
      score: null,
      weight: 0,
      contribution: 0,
      coverage: expect.closeTo(weightOf('chainSecurity'), 9),
    })
    const { signals } = score.dimensions.counterparty
    expect(signals.filter(({ contribution }) => contribution !== 0)).toEqual([])
    expect(score.dimensions.smartContract.status).toBe('scored')
  })

  test('is scored from its least share of known weight on, and not below', () => {
    const coverage = weightOf('chainSecurity')
    const status = (unknownBelow: number) =>
      scoreUniverse(aUniverse([aRecord(strange)]), { ...METHODOLOGY, unknownBelow })[0]?.dimensions
        .counterparty.status
    expect(status(coverage)).toBe('scored')
    expect(status(coverage + 0.001)).toBe('unknown')
  })

  test('of which everything is known is covered exactly, so that it keeps within its schema', () => {
    const facts = {
      contract,
      governance: fact(['eip155:1']),
      reviews: fact([aReview({ upgradeability: 'L', exitWindow: 'L', accessibility: 'L' })]),
      tvlChange7d: fact(0),
      oracles: fact([{ name: 'A', type: 'Primary', proof: [] }]),
      auditLinks: fact(['https://example.com']),
      bounty: fact({ maxUsd: 1, programme: 'a', url: '' }),
      listedOn: fact('2022-01-01'),
    }
    const tvl = fact([
      { chain: 'Ethereum', section: 'tvl' as const, usd: 5 },
      { chain: 'Ethereum', section: 'borrowed' as const, usd: 5 },
    ])
    const history = aHistory(Array<number>(366).fill(1))
    const score = scoreOf(aRecord({ category: 'Lending', facts, tvl, history }))
    expect(DIMENSIONS.map((key) => score.dimensions[key].coverage)).toEqual([1, 1, 1, 1, 1, 1])
    expect(score.coverage).toBe(6)
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

  test('fewer than three dimensions are too few, and too little coverage is named as published', () => {
    const tvl = missing('refused', 'test')
    const incidents = missing('upstream-failed', 'test')
    const record = aRecord({ category: 'Time Travel', facts: { contract }, tvl })
    expect(scoreOf(record, { incidents })).toMatchObject({
      ...nothing,
      insufficient: ['Only 0 of six dimensions could be scored.', 'Coverage is 0.0 of 6, below 2.'],
    })
  })

  test('coverage is judged as it is published, to one decimal', () => {
    const at = (minimumMeasured: number) =>
      scoreUniverse(aUniverse([EXCHANGE]), { ...METHODOLOGY, minimumMeasured })[0]
    const published = roundScore(scoreOf(EXCHANGE).coverage)
    expect(at(published)?.composite).not.toBeNull()
    expect(at(published + 0.01)?.insufficient).toEqual([
      `Coverage is ${published.toFixed(1)} of 6, below ${published + 0.01}.`,
    ])
  })

  test('a minimum of dimensions is a minimum', () => {
    const at = (minimumDimensions: number) =>
      scoreUniverse(aUniverse([EXCHANGE]), { ...METHODOLOGY, minimumDimensions })[0]
    expect(at(4)?.composite).not.toBeNull()
    expect(at(5)?.insufficient).toEqual(['Only 4 of six dimensions could be scored.'])
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

  test('has a date even when it stands on the table of activities alone', () => {
    const tvl = missing('refused', 'test')
    const incidents = missing('upstream-failed', 'test')
    const record = aRecord({ category: 'Lending', facts: { contract }, tvl })
    expect(scoreOf(record, { incidents })).toMatchObject({ asOf: DAY, insufficient: [] })
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
