import fc from 'fast-check'
import { expect, test } from 'vitest'
import { riskLevel } from '../domain/risk-level.ts'
import { STATUSES } from '../domain/status.ts'
import { incident, incidents as list, move, week } from './fixtures/past.ts'
import { placeOf } from './place.ts'
import { placeLinks, placePaths } from './place-links.ts'
import type { PlaceRow } from './place-rows.ts'

const named = (name: string) => ({ name, aliases: [], protocolCount: 1, tvlUsd: null })
const [base, bnb] = placeLinks('chain', [named('Base'), named('BNB Chain')])
const [lending] = placeLinks('category', [named('Lending')])
if (!base || !bnb || !lending) throw new Error('no places')

function row(
  id: string,
  score: number | null,
  tvlUsd: number | null,
  more: Partial<PlaceRow> = {},
): PlaceRow {
  return {
    id,
    name: id,
    compositeScore: score,
    riskLevel: score === null ? null : riskLevel(score),
    status: 'active',
    tvlUsd,
    tvlAsOf: '2026-11-20',
    ...more,
  }
}

const place = (rows: PlaceRow[], more: Partial<Parameters<typeof placeOf>[0]> = {}) =>
  placeOf({
    link: base,
    rows,
    asOf: '2026-11-21',
    changes: null,
    incidents: { ...list, incidents: [] },
    pathOf: placePaths([base, bnb, lending]),
    ...more,
  })

test('the lowest risk leaves out what is small, old, not active or without a score', () => {
  const { lowest } = place([
    row('large', 3.4, 9e6),
    row('second', 2.1, 2e6),
    row('dust', 0.4, 999_999),
    row('old', 0.5, 5e6, { tvlAsOf: '2025-01-01' }),
    row('dead', 0.6, 5e6, { status: 'dead' }),
    row('unscored', null, 5e6),
    row('unknown', 0.7, null),
  ])
  expect(lowest.map(({ id }) => id)).toEqual(['second', 'large'])
})

test('the share without a score is of the TVL of active protocols, and is not zero when no TVL is known', () => {
  const { unscored, medianScore, olderUsd } = place([
    row('a', 3, 75),
    row('b', null, 25),
    row('c', 4, 900, { status: 'drained', tvlAsOf: '2025-01-01' }),
  ])
  expect(unscored).toEqual({ protocols: 1, share: 0.25 })
  expect([medianScore, olderUsd]).toEqual([3, 900])
  expect(place([row('a', null, null)])).toMatchObject({
    unscored: { protocols: 1, share: null },
    medianScore: null,
  })
})

test('a loss counts on every chain that it is recorded on, and in the category of its protocol', () => {
  const own = {
    ...incident.protocol,
    id: '1',
    slug: 'a',
    name: 'A',
    composite: null,
    riskLevel: null,
  }
  const incidents = {
    ...list,
    incidents: [
      { ...incident, id: 'old', day: '2025-01-01', chain: 'Base', lossUsd: null, protocol: null },
      {
        ...incident,
        id: 'new',
        day: '2026-01-01',
        chain: 'BNB Chain, Base',
        lossUsd: 7,
        protocol: own,
      },
      { ...incident, id: 'other', chain: null, lossUsd: 5, protocol: own },
    ],
  }
  const rows = [row('a', 3, 1)]
  const here = place(rows, { incidents })
  expect(here.incidents.map(({ id }) => id)).toEqual(['new', 'old'])
  expect(here.losses).toEqual({ count: 2, usd: 7 })
  expect(place(rows, { incidents, link: bnb }).losses).toEqual({ count: 1, usd: 7 })
  expect(place(rows, { incidents, link: lending }).losses).toEqual({ count: 2, usd: 12 })
  expect(place([], { incidents, link: lending }).losses).toEqual({ count: 0, usd: null })
})

test('moves are those of its protocols', () => {
  const changes = { ...week, moves: [move, { ...move, id: 'elsewhere' }] }
  expect(place([row(move.id, 3, 1)], { changes }).moves).toEqual([move])
  expect(place([row(move.id, 3, 1)]).moves).toEqual([])
})

test('whatever the rows, levels count each once, shares are between 0 and 1, and order holds', () => {
  const rows = fc.array(
    fc.record({
      score: fc.option(fc.integer({ min: 0, max: 100 }).map((tenths) => tenths / 10)),
      tvlUsd: fc.option(fc.integer({ min: 0, max: 1e12 })),
      status: fc.constantFrom(...STATUSES),
    }),
  )
  fc.assert(
    fc.property(rows, (all) => {
      const own = all.map(({ score, tvlUsd, status }, at) =>
        row(`p${at}`, score, tvlUsd, { status }),
      )
      const { levels, unscored, lowest } = place(own)
      const total = (numbers: (number | null)[]) =>
        numbers.reduce<number>((sum, each) => sum + (each ?? 0), 0)
      expect(total(levels.map(({ protocols }) => protocols))).toBe(own.length)
      expect(total(levels.map(({ tvlUsd }) => tvlUsd))).toBeCloseTo(
        total(all.map(({ tvlUsd }) => tvlUsd)),
        0,
      )
      expect(unscored.share ?? 0).toBeGreaterThanOrEqual(0)
      expect(unscored.share ?? 1).toBeLessThanOrEqual(1)
      const scores = lowest.map(({ compositeScore }) => compositeScore ?? 11)
      expect(scores).toEqual(scores.toSorted((a, b) => a - b))
    }),
  )
})
