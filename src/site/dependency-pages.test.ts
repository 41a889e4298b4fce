import { expect, test } from 'vitest'
import type { Dependencies, DependencyEdge, Dependents } from '../contract/dependencies.ts'
import {
  allStoodOn,
  dependencyMatrix,
  edgePage,
  issuerPage,
  shadeOf,
  whatItPromises,
} from './dependency-pages.ts'
import { whoElseSentence, whoElseSummary } from './dependency-text.ts'

const DAY = '2026-10-04'

const holds = (id: string, share: number, given: Partial<DependencyEdge> = {}): DependencyEdge => ({
  kind: 'holds',
  to: { id, name: id, class: 'fiat', isProtocol: false },
  ...{ tokens: [id], share, owedShare: null, usd: share * 100, basis: 'curated', day: DAY },
  ...{ source: 'x', ...given },
})

const holder = (
  id: string,
  heldUsd: number | null,
  issuer: number,
  edges: DependencyEdge[],
): Dependencies => ({
  ...{ id, name: id, day: DAY, heldUsd, makeup: null, resolved: { issuer, final: 0 }, edges },
  ...{ moreEdges: 0, finalAssets: [], bridges: [], priceSources: [], worst: null },
  ...{ signals: [], dependents: [], dependentCount: 0 },
})

const stoodOn = (id: string, given: Partial<Dependents> = {}): Dependents => ({
  ...{
    id,
    name: id,
    kind: 'issuer',
    protocol: null,
    day: DAY,
    model: null,
    quorum: null,
    source: null,
    reviewedOn: null,
  },
  ...{ rows: [], more: 0, resolvedProtocols: 2, ...given },
})

const row = (id: string, usd: number | null): Dependents['rows'][number] => {
  return { id, name: id, kind: 'holds', share: 0.5, usd, day: DAY }
}

test('the matrix has the largest holders with what they hold by issuer, the others and what is not known', () => {
  const all = [
    holder('small', 10, 0.5, [holds('circle', 0.3), holds('tether', 0.2)]),
    holder('large', 90, 0.905, [holds('circle', 0.9), holds('tether', 0.005)]),
    holder('not resolved', 500, 0, [holds('', 1, { kind: 'unknown', to: null })]),
    holder('not known', null, 1, [holds('circle', 1, { usd: null })]),
  ]
  const { issuers, rows } = dependencyMatrix(all)
  expect(issuers.map(({ id }) => id)).toEqual(['circle', 'tether'])
  expect(rows.map(({ id, cells, others }) => [id, cells, others])).toEqual([
    ['large', [0.9, null], null],
    ['small', [0.3, 0.2], null],
  ])
  expect(rows.map(({ unknown }) => unknown)).toEqual([expect.closeTo(0.095), 0.5])
})

test('the matrix has at most twenty issuers, with a column for the others, and thirty holders', () => {
  const edges = Array.from({ length: 25 }, (_, at) => holds(`issuer ${at}`, 0.04))
  const all = Array.from({ length: 40 }, (_, at) => holder(`holder ${at}`, at, 1, edges))
  const { issuers, rows } = dependencyMatrix(all)
  expect([issuers.length, rows.length, rows[0]?.id]).toEqual([20, 30, 'holder 39'])
  expect(rows[0]?.others).toBeCloseTo(0.2)
})

test('a larger share is darker', () => {
  expect([0.01, 0.05, 0.2, 0.3, 1].map(shadeOf)).toEqual([1, 2, 3, 4, 5])
})

test('a protocol leads to its page, an issuer to its own, and the own token nowhere', () => {
  expect(issuerPage({ id: 'lido', isProtocol: true })).toBe('/protocol/lido/')
  expect(issuerPage({ id: 'Tether Ltd', isProtocol: false })).toBe(
    '/dependencies/~54ether~20~4ctd/',
  )
  expect(edgePage(holds('circle', 1))).toBe('/dependencies/circle/')
  expect(edgePage(holds('circle', 1, { kind: 'own' }))).toBeUndefined()
  expect(edgePage(holds('circle', 1, { kind: 'unknown', to: null }))).toBeUndefined()
})

test('all that is stood on is listed by value, which is a least where rows are missing', () => {
  const all = allStoodOn(
    [
      stoodOn('lido', { rows: [row('a', 5)] }),
      // As a former slug has it.
      stoodOn('lido', { rows: [row('a', 5)] }),
      stoodOn('circle', { rows: [row('a', 20), row('b', null)] }),
      stoodOn('tether', { rows: [row('b', 10)] }),
      stoodOn('layerzero', { model: 'lock', rows: [row('b', null)] }),
    ],
    [holder('lido', 10, 1, [holds('circle', 1)]), holder('layerzero', 10, 0, [])],
  )
  expect(all.map(({ href, count, value }) => [href, count, value])).toEqual([
    ['/dependencies/circle/', 2, 'at least $20'],
    ['/dependencies/tether/', 1, '$10'],
    ['/protocol/lido/', 1, '$5'],
    ['/dependencies/layerzero/', 1, 'not known'],
  ])
  expect(all.map(whatItPromises)).toEqual([
    'money at a bank',
    'not known',
    'protocol',
    'bridge: the original is locked',
  ])
})

test('an oracle has a page of its own, with the TVL of those that declare it', () => {
  const rows = [5, null].map((tvlUsd) => ({
    ...{ ...row('a', null), kind: 'priced-by' as const, share: null, tvlUsd },
  }))
  const [own] = allStoodOn([stoodOn('oracle-a', { kind: 'oracle', rows })], [])
  expect([own?.href, own?.value, own?.isProtocol]).toEqual([
    '/dependencies/oracle-a/',
    'at least $5',
    false,
  ])
})

test('who else is stated with its day, and none is never known', () => {
  const found = { isBefore: true, day: '2026-03-21', rows: [], count: 0, resolvedProtocols: 105 }
  expect(whoElseSentence(found)).toBe(
    'Who stood on it on 21 Mar 2026, before the loss: none found among 105 resolved.',
  )
  expect(whoElseSentence({ ...found, isBefore: false, count: 3 })).toBe(
    'No snapshot before the loss kept who stood on it. Who stands on it on 21 Mar 2026: 3 found among 105 resolved.',
  )
  expect(whoElseSummary(found)).toBe('Who else: none found')
  expect(whoElseSummary({ ...found, isBefore: false, count: 3 })).toBe(
    'Who else: 3, on 21 Mar 2026',
  )
})
