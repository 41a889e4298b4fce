import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { fileNameOf } from '../contract/file-name.ts'
import { historyColumns } from '../contract/history.ts'
import { detailDocument } from '../contract/protocol-detail.ts'
import { screenerIndex } from '../contract/screener-index.ts'
import { addDays } from '../domain/day.ts'
import { DIMENSIONS } from '../domain/dimension.ts'
import { roundScore } from '../domain/risk-level.ts'
import { METHODOLOGY } from '../score/methodology.ts'
import { loadCatalogue } from '../store/load-catalogue.ts'
import { openStore, type Store } from '../store/open.ts'
import { replaceSnapshot } from '../store/snapshots.ts'
import { seedCatalogues } from '../testing/published/two-snapshots.ts'
import { runs } from '../testing/runs.ts'
import { createAgreement } from './agreement.ts'
import { createDocuments } from './documents.ts'
import { anEntry } from './fixtures/catalogue.ts'

const DAY = '2026-08-01'

let store: Store

beforeEach(() => {
  store = openStore(':memory:')
})
afterEach(() => store.close())

/** Every document of a snapshot of one protocol with these exact scores. */
function documentsOf(composite: number, dimension: number): string[] {
  const { scoreHistory: _, ...entry } = anEntry({ composite })
  entry.score.rounded = roundScore(composite)
  for (const key of DIMENSIONS) {
    if (entry.score.dimensions[key].score !== null) entry.score.dimensions[key].score = dimension
  }
  const about = { methodology: METHODOLOGY.version, origin: 'live', inputs: null }
  for (const asOf of [DAY, addDays(DAY, 1)]) {
    const snapshot = { ...about, asOf, computedAt: `${asOf}T00:00:00.000Z`, fingerprint: 'f' }
    replaceSnapshot(store, snapshot, { incidents: [], sources: [] }, [entry])
  }
  const catalogue = loadCatalogue(store) ?? expect.fail('there is no snapshot')
  return [...createDocuments(catalogue)].map(({ path }) => path)
}

describe('all documents', () => {
  test('give the score that is rounded once: 4.349979316 is 4.3 in all of them', () => {
    expect(documentsOf(4.3, 4.349979316)).toContain('alerts.json')
  })

  test('agree on exact scores around every rounding limit', () => {
    const tenths = fc.integer({ min: 1, max: 99 })
    const off = fc.oneof(
      fc.constant(0),
      fc.double({ min: -1e-4, max: 1e-4, noNaN: true }),
      fc.double({ min: -1e-9, max: 1e-9, noNaN: true }),
    )
    fc.assert(
      fc.property(tenths, off, (tenth, distance) => {
        const exact = tenth / 10 + 0.05 + distance
        expect(documentsOf(Math.round(exact * 1e6) / 1e6, exact)).not.toEqual([])
      }),
      runs(),
    )
  })
})

test('history, detail and screener are the same for every protocol of both days of the sample', async () => {
  for (const catalogue of Object.values(await seedCatalogues())) {
    const read = new Map([...createDocuments(catalogue)].map(({ path, body }) => [path, body]))
    const parse = (path: string) => JSON.parse(read.get(path) ?? expect.fail(`no ${path}`))
    const { columns } = screenerIndex.parse(parse('screener.json'))
    expect(columns.id.length).toBeGreaterThan(300)
    for (const [row, id] of columns.id.entries()) {
      const name = `${fileNameOf(id)}.json`
      const { data } = detailDocument.parse(parse(`protocols/${name}`))
      const history = historyColumns.parse(parse(`history/${name}`))
      const scores = DIMENSIONS.map((key) => data.dimensions?.[key].score ?? null)
      expect([columns.compositeScore[row], history.composite.at(-1)], id).toEqual([
        data.composite,
        data.composite,
      ])
      expect(DIMENSIONS.map((key) => columns[`${key}Risk`][row] ?? null)).toEqual(scores)
      expect(DIMENSIONS.map((key) => history.dimensions[key].at(-1) ?? null)).toEqual(scores)
    }
  }
})

describe(createAgreement, () => {
  const dimensions = Object.fromEntries(DIMENSIONS.map((key) => [key, 4])) as Record<
    (typeof DIMENSIONS)[number],
    number
  >

  test('names the protocol, the score and the documents that differ', () => {
    const agree = createAgreement()
    agree('screener.json', 'portal', { composite: 4.3 })
    agree('screener.json', 'portal', { composite: 4.3, dimensions })
    agree('screener.json', 'other', { composite: null })
    expect(() =>
      agree('alerts.json', 'portal', {
        composite: 4.3,
        dimensions: { ...dimensions, oracle: 4.1 },
      }),
    ).toThrow('portal has the oracle score 4 in screener.json and 4.1 in alerts.json.')
    expect(() => agree('history/', 'other', { composite: 1 })).toThrow(
      'other has the composite score null in screener.json and 1',
    )
  })
})
