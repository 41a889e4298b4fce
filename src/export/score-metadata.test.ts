import { describe, expect, test } from 'vitest'
import { protocolDetail } from '../contract/protocol-detail.ts'
import type { ScoreMetadata } from '../contract/score-metadata.ts'
import { DIMENSIONS, type DimensionKey } from '../domain/dimension.ts'
import { fact } from '../score/fixtures/record.ts'
import { anEntry, type EntryFields } from './fixtures/catalogue.ts'
import { createMetadata } from './score-metadata.ts'

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

  test('of a dimension say what was read and no score, as long as the protocol has none', () => {
    const entry = anEntry({ ...HURT, category: 'Dexs' })
    Object.assign(entry.score, { composite: null })
    const { composite, dimensions } = createMetadata(entry, { rank: null, monthAgo: null })
    expect(composite).toMatchObject({ applicable_dimensions: [], weights_used: {} })
    expect(dimensions.credit.status).toBe('not-applicable')
    expect(dimensions.smartContract).toMatchObject({
      ...{ score: null, status: 'unknown', assumed: false, weight: 0 },
      reason: 'The protocol has no score: `eligibility` says why.',
      coverage: expect.closeTo(entry.score.dimensions.smartContract.coverage, 9),
    })
    expect(dimensions.smartContract.floor).not.toBeNull()
    for (const key of DIMENSIONS) {
      const parts = [dimensions[key].contribution, ...partsOf(dimensions[key])]
      expect(parts.filter((points) => points !== 0)).toEqual([])
    }
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
