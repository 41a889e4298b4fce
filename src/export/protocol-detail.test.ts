import { describe, expect, test } from 'vitest'
import { protocolDetail } from '../contract/protocol-detail.ts'
import type { EarlierScores } from '../domain/catalogue.ts'
import { addDays } from '../domain/day.ts'
import { DIMENSIONS } from '../domain/dimension.ts'
import { aContract } from '../domain/fixtures/control.ts'
import { aMarket } from '../domain/fixtures/market.ts'
import type { AuditFlag } from '../domain/protocol.ts'
import { missing } from '../domain/reading.ts'
import { roundScore } from '../domain/risk-level.ts'
import { DAY, fact } from '../score/fixtures/record.ts'
import { aReview } from '../score/fixtures/review.ts'
import { anEntry, type EntryFields } from './fixtures/catalogue.ts'
import recordedDetail from './fixtures/recorded-detail.json' with { type: 'json' }
import { createDetail, type Surroundings } from './protocol-detail.ts'

const contract = fact('0xabc')

const ALONE: Surroundings = { similar: [], monthAgo: null, rank: null }

function detailOf(fields: EntryFields = {}, monthAgo: EarlierScores | null = null) {
  return createDetail(anEntry(fields), { ...ALONE, monthAgo })
}

const { similar, ...recorded } = recordedDetail

const REPORT = { auditor: 'Anchor', auditedOn: '2023-05-06', reportUrl: 'https://example.com/a' }

describe('a detail', () => {
  const entry = anEntry({
    id: '7',
    slug: 'harbour',
    name: 'Harbour',
    category: 'Lending',
    chains: ['Ethereum', 'Base'],
    symbol: 'HRB',
    url: 'https://example.com',
    twitter: 'harbour',
    logoUrl: 'https://example.com/logo',
    description: 'Lends.',
    parentSlug: 'port',
    facts: {
      contract,
      listedOn: fact('2022-03-04'),
      auditFlag: fact<AuditFlag>('audited'),
      oracles: fact([{ name: 'Chainlink', type: 'Primary', proof: [], startDate: '2022-03-04' }]),
    },
    tvl: fact([
      { chain: 'Base', section: 'tvl' as const, usd: 400.126 },
      { chain: 'Ethereum', section: 'tvl' as const, usd: 600 },
      { chain: 'Ethereum', section: 'borrowed' as const, usd: 1000 },
    ]),
    tvlUsd: 1000.126,
    tvlChange30d: 0.05,
    audits: [REPORT],
    incidents: [
      {
        id: 'loss-1',
        day: '2023-01-02',
        lossUsd: 5,
        returnedUsd: null,
        tvlBeforeUsd: 10.126,
        tvlBeforeDay: '2022-12-31',
        chain: 'Base',
        cause: 'Protocol Logic',
        technique: 'Reentrancy',
        pocUrl: 'https://example.com/poc',
      },
      { id: 'loss-2', day: '2022-01-02', cause: 'Infrastructure', lossUsd: null },
    ],
    scoreHistory: [5, 5.1],
  })
  const other = anEntry({ id: '8', category: 'Lending', tvlUsd: 9.999 })
  const detail = createDetail(entry, { ...ALONE, similar: [other] })

  test('holds every field of the interface, in its order, with `tvlAsOf`, control, reviews and markets added', () => {
    const { tvlHeld, ...always } = protocolDetail.shape
    expect(Object.keys(detail)).toEqual(Object.keys(always))
    expect(protocolDetail.safeParse(detail).error).toBeUndefined()
  })

  test('names a TVL that is held, and only then', () => {
    const day = '2024-03-11'
    const tvlHeld = { day, reportedUsd: 9.126, since: day, seen: 1 }
    const held = createDetail({ ...entry, record: { ...entry.record, tvlHeld } }, ALONE)
    expect(protocolDetail.parse(held).tvlHeld).toEqual({ ...tvlHeld, reportedUsd: 9.13 })
    expect(createDetail(entry, ALONE)).not.toHaveProperty('tvlHeld')
  })

  test('says what the record says, and lists audits, incidents and similar protocols in the form of the interface', () => {
    expect(detail).toMatchObject({
      ...recorded,
      similar: [{ ...similar, compositeScore: other.score.rounded }],
    })
  })

  test('shows no amount for a similar protocol whose TVL is not known', () => {
    const similar = [anEntry({ id: '9', tvlUsd: null })]
    const [shown] = createDetail(entry, { ...ALONE, similar }).similar
    expect(shown).toMatchObject({ id: 'protocol-9', tvlUsd: null })
  })

  test('shows the composite rounded and banded, and in full in its metadata', () => {
    expect(detail.composite).toBe(entry.score.rounded)
    expect(detail.riskLevel).toBe(entry.score.level)
    expect(detail.scoredAt).toBe('2024-03-11T00:00:00.000Z')
    expect(detail.scoreMetadata?.composite.score).toBe(entry.score.composite)
    expect(detail.scoreMetadata?.composite.score).not.toBe(detail.composite)
  })

  test('names each dimension as the interface does, its score to one decimal', () => {
    expect(Object.keys(detail.dimensions ?? {}).sort()).toEqual([...DIMENSIONS].sort())
    const full = entry.score.dimensions.oracle.score ?? Number.NaN
    expect(detail.dimensions?.oracle).toEqual({
      score: roundScore(full),
      trend: 0,
      label: 'Oracle',
      desc: 'Price feed robustness, TWAP, manipulation surface',
    })
  })

  test('explains every signal: value, risk, weight, source, day and a sentence', () => {
    const { signals, signalsUsed, missing: unknown } = metadata('credit')
    expect(signals[0]).toEqual({
      id: 'utilisation',
      value: expect.closeTo(0.49997, 4),
      risk: expect.closeTo(5.83, 2),
      weight: 0.5,
      contribution: expect.closeTo(0.15 * 0.5 * 5.8332, 4),
      reason: '50 % of deposits are lent out.',
      source: 'test',
      asOf: '2024-03-11',
      basis: 'measured',
      missing: null,
      inherited: false,
      link: null,
    })
    // Only what was measured.
    expect(signalsUsed).toEqual(['utilisation'])
    expect(unknown).toEqual(['thresholdLevel', 'collateralTop'])
    expect(metadata('liquidity').missing).toEqual([
      'availableShare',
      'weekOutflow',
      'outflowSurvived',
      'volatility',
      'drawdown',
    ])
    expect(metadata('liquidity').signalsUsed).toEqual([])
  })

  function metadata(key: (typeof DIMENSIONS)[number]) {
    const found = detail.scoreMetadata?.dimensions[key]
    if (!found) throw new Error(`no metadata for ${key}`)
    return found
  }
})

describe('what is not known', () => {
  test('is null or empty, never zero', () => {
    expect(detailOf({ tvlUsd: null })).toMatchObject({
      tokenSymbol: null,
      auditCount: null,
      oracleConfig: [],
      listedAt: null,
      tvlUsd: null,
      tvlAsOf: null,
      tvl30d: null,
      chainTvls: [],
      audits: [],
      incidents: [],
      similar: [],
    })
  })

  test.each<[string, EntryFields, number | null]>([
    ['reports', { facts: { auditLinks: fact([REPORT.reportUrl]) }, audits: [REPORT] }, 1],
    ['no audit, as declared', { facts: { auditFlag: fact<AuditFlag>('none') } }, 0],
    ['an audit without a report', { facts: { auditFlag: fact<AuditFlag>('audited') } }, null],
    ['a fork of audited code', { facts: { auditFlag: fact<AuditFlag>('fork-of-audited') } }, null],
    ['a list of none without a word', { facts: { auditLinks: fact<string[]>([]) } }, null],
    [
      'reports of a source that is gone',
      { facts: { auditLinks: missing('stale', 'test') }, audits: [REPORT] },
      null,
    ],
  ])('the number of audits with %s', (_, fields, count) => {
    expect(detailOf(fields).auditCount).toBe(count)
  })

  test('a dimension that does not apply is null in its score and named in the metadata', () => {
    const { dimensions, scoreMetadata } = detailOf({ category: 'Dexs' })
    expect(dimensions?.credit).toMatchObject({ score: null, trend: 0, label: 'Credit' })
    expect(scoreMetadata?.dimensions.oracle).toMatchObject({
      status: 'not-applicable',
      reason: 'It declares no price source that its value depends on, so this is left out.',
    })
    expect(scoreMetadata?.dimensions.credit).toEqual({
      score: null,
      signalsUsed: [],
      missing: [],
      status: 'not-applicable',
      assumed: false,
      reason: 'A protocol of this kind does not raise the question.',
      coverage: 0,
      typical: 0,
      weight: 0,
      contribution: 0,
      signals: [],
      floor: null,
      trendSince: null,
    })
    expect(scoreMetadata?.composite.applicable_dimensions).toEqual([
      'smartContract',
      'counterparty',
      'liquidity',
      'liquidityTrap',
    ])
    expect(Object.keys(scoreMetadata?.composite.weights_used ?? {})).toEqual(
      scoreMetadata?.composite.applicable_dimensions,
    )
  })

  test('a dimension of which too little was measured has a number, is marked as assumed and says how little', () => {
    const { dimensions, scoreMetadata } = detailOf({ facts: { contract, tvlChange7d: fact(0) } })
    expect(dimensions?.liquidity.score).toBeGreaterThan(0)
    expect(scoreMetadata?.dimensions.liquidity).toMatchObject({
      status: 'scored',
      assumed: true,
      reason: 'Only 15 % of its weight was measured; the rest is assumed.',
    })
    expect(scoreMetadata?.composite.applicable_dimensions).toContain('liquidity')
  })

  test('a dimension of which nothing was measured says so', () => {
    const { scoreMetadata } = detailOf({ facts: { contract } })
    expect(scoreMetadata?.dimensions.liquidity.reason).toBe(
      'None of its weight was measured; all of it is assumed.',
    )
  })
})

describe('insufficient data', () => {
  const detail = detailOf({ facts: {} })

  test('has the form of the decision: listed, without score, level, day, dimensions or history', () => {
    expect(detail).toMatchObject({
      id: 'protocol-1',
      composite: null,
      riskLevel: null,
      scoredAt: null,
      dimensions: null,
      scoreHistory: [],
    })
    expect(detail.coverageScore).toBeGreaterThan(0)
    expect(protocolDetail.safeParse(detail).error).toBeUndefined()
  })

  test('is labelled in the metadata, with the reasons', () => {
    expect(detail.scoreMetadata?.composite.score).toBeNull()
    expect(detail.scoreMetadata?.eligibility).toEqual({
      label: 'Insufficient Data',
      reasons: [
        'No contract address is known.',
        'No governance vote is declared.',
        'TVL is not known for 90 days with a median of at least $100,000 over the last 30.',
      ],
    })
    expect(detailOf().scoreMetadata?.eligibility).toEqual({ label: 'Scored', reasons: [] })
  })
})

describe('the trend', () => {
  const now = anEntry({ category: 'Dexs' }).score.dimensions.liquidityTrap.score ?? Number.NaN

  function trends(dimensions: EarlierScores['dimensions']) {
    const monthAgo = { asOf: '2024-02-10', composites: new Map(), dimensions }
    const { dimensions: shown, scoreMetadata } = detailOf({ category: 'Dexs' }, monthAgo)
    return {
      trap: shown?.liquidityTrap.trend,
      since: scoreMetadata?.trendSince,
      shown,
      metadata: scoreMetadata,
    }
  }

  test('is the change over a month, rising when riskier', () => {
    expect(trends(new Map([['1', { liquidityTrap: now - 0.5 }]]))).toMatchObject({
      trap: 0.5,
      since: '2024-02-10',
    })
    expect(trends(new Map([['1', { liquidityTrap: now + 1.234 }]])).trap).toBe(-1.23)
  })

  test('is 0 for a dimension without a score then or now, and says so beside it', () => {
    const { shown, since, metadata } = trends(new Map([['1', { credit: 5, liquidityTrap: now }]]))
    expect(shown).toMatchObject({
      credit: { score: null, trend: 0 },
      liquidity: { trend: 0 },
      liquidityTrap: { trend: 0 },
    })
    expect(metadata?.dimensions).toMatchObject({
      credit: { trendSince: null },
      liquidity: { trendSince: null },
      liquidityTrap: { trendSince: '2024-02-10' },
    })
    expect(since).toBe('2024-02-10')
    expect(trends(new Map([['1', { credit: 5 }]])).since).toBeNull()
  })

  test('is 0 and says so for a protocol that was not scored then', () => {
    expect(trends(new Map())).toMatchObject({ trap: 0, since: null })
    expect(detailOf().scoreMetadata?.trendSince).toBeNull()
  })
})

test('each entry of the score history has its day and its methodology beside it', () => {
  const { scoreHistory, scoreMetadata } = detailOf({ scoreHistory: [5, 5.1] })
  expect(scoreHistory).toEqual([5, 5.1])
  expect(scoreMetadata?.scoreHistoryDetail).toEqual([
    { day: addDays(DAY, -1), methodology: '0.1.0' },
    { day: DAY, methodology: '0.1.0' },
  ])
  expect(detailOf({ facts: {} }).scoreMetadata?.scoreHistoryDetail).toEqual([])
})

describe('control and markets of a detail', () => {
  test('are there when they are known, with the reviews of the same protocol', () => {
    const detail = detailOf({
      facts: {
        contract,
        control: fact([aContract()]),
        markets: fact([aMarket()]),
        reviews: fact([aReview()]),
      },
    })
    expect(protocolDetail.parse(detail)).toEqual(detail)
    expect(detail.control?.contracts).toHaveLength(1)
    expect(detail.control?.reviews).toHaveLength(1)
    expect(detail.reviews).toEqual(detail.control?.reviews)
    expect(detail.markets?.assets).toHaveLength(1)
    expect([detail.controlMissing, detail.marketsMissing]).toEqual([null, null])
  })

  test('leave the reviews where no contract was read', () => {
    const stale = missing('stale', 'onchain')
    const detail = detailOf({ facts: { contract, control: stale, reviews: fact([aReview()]) } })
    expect(protocolDetail.parse(detail)).toMatchObject({ control: null, reviewsMissing: null })
    expect(detail.reviews?.map(({ chain }) => chain)).toEqual([aReview().chain])
    const without = detailOf({ facts: { contract, reviews: missing('not-covered', 'defiscan') } })
    expect(without).toMatchObject({ reviews: null, reviewsMissing: 'not-covered' })
  })

  test('say why when they are not, an empty list included', () => {
    const detail = detailOf({
      facts: { contract, control: missing('stale', 'onchain'), markets: fact([]) },
    })
    expect(detail).toMatchObject({
      control: null,
      controlMissing: 'stale',
      markets: null,
      marketsMissing: 'not-covered',
    })
    expect(detailOf().controlMissing).toBe('not-read-yet')
  })
})
