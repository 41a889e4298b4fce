import { describe, expect, test } from 'vitest'
import developmentFile from '../../data/validation/development.json' with { type: 'json' }
import { protocolDetail } from '../contract/protocol-detail.ts'
import { type ScoreMetadata, scoreMetadata } from '../contract/score-metadata.ts'
import { DIMENSIONS, type DimensionKey } from '../domain/dimension.ts'
import { missing } from '../domain/reading.ts'
import { RISK_LEVELS } from '../domain/risk-level.ts'
import type { SignalScore } from '../domain/score.ts'
import { fact } from '../score/fixtures/record.ts'
import { anEntry, type EntryFields } from './fixtures/catalogue.ts'
import { createMetadata, levelRate, type RateReport, sourceLink } from './score-metadata.ts'

const schema = protocolDetail.shape.scoreMetadata.unwrap()

const RANK = { category: 'Lending', position: 1, of: 2, tied: 0 }

function metadataOf(fields: EntryFields = {}): ScoreMetadata {
  return createMetadata(anEntry(fields), { rank: RANK, monthAgo: null })
}

/** A lending market that lost half of its value six weeks ago: two floors act. */
const HURT: EntryFields = {
  category: 'Lending',
  facts: { contract: fact('0xabc'), oracles: fact([{ name: 'A', type: 'Primary', proof: [] }]) },
  incidents: [{ day: '2024-02-01', lossUsd: 1_000_000 }],
}

const micro = (points: number) => Math.round(points * 1e6)
const sum = (parts: number[]) => parts.reduce((total, part) => total + part, 0)

/** Millionths of a point that the signals and the floor of a dimension add. */
function partsOf({ signals, floor }: ScoreMetadata['dimensions'][DimensionKey]): number[] {
  return [...signals, ...(floor ? [floor] : [])].map(({ contribution }) => micro(contribution))
}

describe('contributions', () => {
  test.each<[string, EntryFields]>([
    ['without a floor', { category: 'Lending' }],
    ['with floors', HURT],
    ['with dimensions that do not apply', { category: 'Dexs' }],
  ])('%s add up exactly: to each dimension, and to the composite', (_, fields) => {
    const { composite, dimensions } = metadataOf(fields)
    const sums = DIMENSIONS.map((key) => sum(partsOf(dimensions[key])))
    expect(sums).toEqual(DIMENSIONS.map((key) => micro(dimensions[key].contribution)))
    expect(sum(sums) / 1e6).toBe(composite.score)
    const weights = Object.values(composite.weights_used)
    expect(sum(weights.map((weight) => weight ?? 0))).toBeCloseTo(1, 12)
  })

  test('of a floor are what its dimension lacks', () => {
    const { smartContract } = metadataOf(HURT).dimensions
    const mean = sum(smartContract.signals.map(({ weight, risk }) => weight * risk))
    expect(smartContract.floor).toEqual({
      id: 'recentLoss',
      risk: smartContract.score,
      contribution: expect.closeTo(smartContract.weight * ((smartContract.score ?? 0) - mean), 5),
      reason: 'The loss of 2024-02-01 counts until 2 years after it.',
    })
    expect(smartContract.floor?.contribution).toBeGreaterThan(0)
    expect(metadataOf().dimensions.smartContract.floor).toBeNull()
  })

  test('of missing signals are what the gaps cost', () => {
    const { missingCost, dimensions } = metadataOf(HURT)
    const gaps = DIMENSIONS.flatMap((key) =>
      dimensions[key].signals.flatMap(({ missing, contribution }) =>
        missing ? [micro(contribution)] : [],
      ),
    )
    expect(gaps.length).toBeGreaterThan(3)
    expect(micro(missingCost ?? Number.NaN)).toBe(sum(gaps))
    expect(missingCost).toBeGreaterThan(0)
  })
})

describe('the range and the changes', () => {
  const entry = anEntry(HURT)
  const { composite } = entry.score
  if (composite === null) throw new Error('the fixture has a score')
  const metadata = () => createMetadata(entry, { rank: RANK, monthAgo: null })

  test('the range has one decimal and holds the published composite', () => {
    const { range } = metadata().composite
    const { band, rounded } = entry.score
    expect(range?.low).toBeCloseTo(band?.low ?? Number.NaN, 1)
    expect(range?.high).toBeCloseTo(band?.high ?? Number.NaN, 1)
    expect(String(range?.low)).toMatch(/^\d+(\.\d)?$/)
    expect(range?.low).toBeLessThanOrEqual(rounded ?? Number.NaN)
    expect(range?.high).toBeGreaterThanOrEqual(rounded ?? Number.NaN)
  })

  test('a change gives the composite as published, and its move from full precision', () => {
    entry.score.changes = [
      { signal: 'audits', dimension: 'smartContract', what: 'A', composite: composite - 0.2449 },
      { signal: 'bounty', dimension: 'smartContract', what: 'B', composite: composite + 0.0512 },
    ]
    const changes = metadata().changes
    expect(changes.map(({ delta }) => delta)).toEqual([-0.24, 0.05])
    expect(changes[0]).toEqual({
      signal: 'audits',
      dimension: 'smartContract',
      what: 'A',
      composite: expect.closeTo(composite - 0.2449, 1),
      delta: -0.24,
    })
    expect(String(changes[0]?.composite)).toMatch(/^\d+(\.\d)?$/)
  })
})

describe('every added field', () => {
  const scored = metadataOf(HURT)
  const changed = (change: (copy: ScoreMetadata) => void) => {
    const copy = structuredClone(scored)
    change(copy)
    return schema.safeParse(copy).success
  }

  test('keeps its promise, scored or not', () => {
    expect(schema.safeParse(scored).error).toBeUndefined()
    expect(schema.safeParse(metadataOf({ facts: {} })).error).toBeUndefined()
    expect(scored.changes.length).toBeGreaterThan(0)
    expect(scored.rank).toBe(RANK)
  })

  test.each<[string, (copy: ScoreMetadata) => void]>([
    ['a range off the scale', (copy) => Object.assign(copy.composite, { range: { low: -1 } })],
    ['a place before the first', (copy) => Object.assign(copy.rank ?? {}, { position: 0 })],
    ['a fourth change', (copy) => copy.changes.push(...copy.changes, ...copy.changes)],
    ['a cost off the scale', (copy) => Object.assign(copy, { missingCost: 11 })],
    [
      'a floor without a reason',
      (copy) => Object.assign(copy.dimensions.smartContract.floor ?? {}, { reason: undefined }),
    ],
    [
      'a link that runs a script',
      (copy) =>
        Object.assign(copy.dimensions.smartContract.signals[0] ?? {}, {
          link: 'javascript:alert(1)',
        }),
    ],
    [
      'a link to another host without a scheme',
      (copy) =>
        Object.assign(copy.dimensions.smartContract.signals[0] ?? {}, { link: '//example.com' }),
    ],
    [
      'a signal that does not say whether it is inherited',
      (copy) =>
        Object.assign(copy.dimensions.smartContract.signals[0] ?? {}, { inherited: undefined }),
    ],
  ])('is checked: %s is refused', (_, change) => {
    expect(changed(() => {})).toBe(true)
    expect(changed(change)).toBe(false)
  })

  test('is null or empty without a composite, never zero', () => {
    const entry = anEntry({ facts: {} })
    const { composite, rank, changes, missingCost } = createMetadata(entry, {
      rank: null,
      monthAgo: null,
    })
    expect(composite).toMatchObject({ score: null, range: null })
    expect({ rank, changes, missingCost }).toEqual({ rank: null, changes: [], missingCost: null })
  })
})

test('a reading of another member of the family is marked as inherited', () => {
  const entry = anEntry({ category: 'Lending', parentSlug: 'port' })
  const governance = entry.score.dimensions.counterparty.signals.find(
    ({ id }) => id === 'governance',
  )
  Object.assign(governance ?? {}, { inherited: true, source: 'defillama-protocols' })
  const { signals } = createMetadata(entry, { rank: null, monthAgo: null }).dimensions.counterparty
  expect(signals.find(({ id }) => id === 'governance')).toMatchObject({
    inherited: true,
    link: 'https://defillama.com/protocol/port',
  })
  expect(signals.filter(({ inherited }) => inherited)).toHaveLength(1)
})

const LOW = {
  level: 'low' as const,
  merged: null,
  protocolYears: 621.1,
  any: { events: 15, value: 0.024, low: 0.0135, high: 0.04 },
}

const REPORT: RateReport = {
  methodology: { version: '1' },
  universes: [
    { levelRates: [LOW, { level: 'high', protocolYears: 3, any: null, merged: null }] },
    { levelRates: [{ ...LOW, protocolYears: 1 }] },
  ],
}

test('a level has the rate of the first universe of the report', () => {
  expect(levelRate('low', '1', REPORT)).toEqual({
    perYear: 0.024,
    low: 0.0135,
    high: 0.04,
    events: 15,
    years: 621.1,
    levels: ['low'],
    source: 'development',
  })
})

test('levels that are counted together have the rate of both', () => {
  const merged = { ...LOW, protocolYears: 900, levels: ['low' as const, 'moderate' as const] }
  const report = { ...REPORT, universes: [{ levelRates: [{ ...LOW, protocolYears: 1, merged }] }] }
  expect(levelRate('low', '1', report)).toMatchObject({ years: 900, levels: ['low', 'moderate'] })
})

test('a report of another version gives none, nor does a level without a rate or a protocol without a level', () => {
  expect(levelRate('low', '2', REPORT)).toBeNull()
  expect(levelRate('high', '1', REPORT)).toBeNull()
  expect(levelRate('elevated', '1', REPORT)).toBeNull()
  expect(levelRate(null, '1', REPORT)).toBeNull()
  expect(levelRate('low', '1', { ...REPORT, universes: [{}] })).toBeNull()
})

test('what the bundled report gives matches the published schema', () => {
  const schema = scoreMetadata.shape.levelRate
  const rates = RISK_LEVELS.map((level) => levelRate(level, developmentFile.methodology.version))
  expect(rates.map((rate) => schema.safeParse(rate).success)).toEqual(rates.map(() => true))
})

function link(signal: Partial<SignalScore>, fields: EntryFields = {}): string | null {
  const read: SignalScore = {
    id: 'audits',
    value: 1,
    risk: 1,
    weight: 1,
    contribution: 1,
    sentence: '',
    source: 'defillama-protocols',
    asOf: '2024-03-11',
    basis: 'measured',
    missing: null,
    inherited: false,
    ...signal,
  }
  return sourceLink(read, anEntry({ slug: 'harbour', ...fields }))
}

describe('the link of a reading', () => {
  test('of the registry is its page of the protocol, even for what it does not carry', () => {
    expect(link({})).toBe('https://defillama.com/protocol/harbour')
    expect(link({ missing: 'not-covered', value: null, asOf: null })).toBe(
      'https://defillama.com/protocol/harbour',
    )
    expect(link({}, { slug: 'a/b c+' })).toBe('https://defillama.com/protocol/a%2Fb%20c%2B')
  })

  test('that is inherited is the page of the family', () => {
    expect(link({ inherited: true }, { parentSlug: 'port' })).toBe(
      'https://defillama.com/protocol/port',
    )
    expect(link({ inherited: true })).toBe('https://defillama.com/protocol/harbour')
    expect(link({}, { parentSlug: 'port' })).toBe('https://defillama.com/protocol/harbour')
  })

  test('of the list of losses is the list, or the one loss when there is one with a page', () => {
    const source = 'defillama-hacks'
    const pocUrl = 'https://example.com/poc'
    const list = 'https://defillama.com/hacks'
    expect(link({ source })).toBe(list)
    expect(link({ source }, { incidents: [{ pocUrl }] })).toBe(pocUrl)
    expect(link({ source }, { incidents: [{ pocUrl: null }] })).toBe(list)
    expect(link({ source }, { incidents: [{ pocUrl }, { id: '2', pocUrl }] })).toBe(list)
  })

  test('of a bounty is its programme, and nothing where there is none', () => {
    const source = 'immunefi'
    const programme = { maxUsd: 5, programme: 'Harbour', url: 'https://immunefi.example/harbour' }
    expect(link({ source }, { facts: { bounty: fact(programme) } })).toBe(programme.url)
    const none = fact({ maxUsd: 0, programme: '', url: '' })
    expect(link({ source }, { facts: { bounty: none } })).toBeNull()
    expect(link({ source }, { facts: { bounty: missing('stale', source) } })).toBeNull()
    expect(link({ source })).toBeNull()
  })

  test('of a review is the link that the reading carries, whatever its sentence says', () => {
    const page = 'https://reviews.example/polygon'
    const sentence = 'Stage 1 on Ethereum.'
    expect(link({ source: 'defiscan', sentence, link: page })).toBe(page)
    expect(link({ source: 'defiscan', sentence })).toBeNull()
  })

  test('of a table of ours is the page that shows the tables, and an unknown source has none', () => {
    expect(link({ source: 'methodology' })).toBe('/methodology/')
    expect(link({ source: 'sandbox' })).toBeNull()
  })
})
