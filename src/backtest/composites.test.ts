import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { METHODOLOGY } from '../score/methodology.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { compositesOf, parseComposites } from './composites.ts'
import {
  aHack,
  aRow,
  DAY,
  options,
  reportOn,
  someHacks,
  someRows,
  writeCohort,
} from './fixtures/small-cohort.ts'
import { judgedOf } from './judged.ts'
import { type Prepared, prepare } from './prepare.ts'
import { IN_FORCE } from './score-cohort.ts'

/** The same signals with all weight of the composite on one dimension. */
const OTHER = {
  ...IN_FORCE,
  method: {
    ...METHODOLOGY,
    version: '9.9.9',
    dimensionWeights: { ...METHODOLOGY.dimensionWeights, smartContract: 5 },
  },
}

const root = temporaryFolder()
let prepared: Prepared

beforeAll(async () => {
  const bare = { address: null, category: null, chainTvls: {}, listedAt: Date.parse(DAY) / 1_000 }
  const rows = [...someRows(), aRow(22, { tvl: 50_000, ...bare }), aRow(23, { tvl: 2e6, ...bare })]
  const cohort = writeCohort(root, rows)
  prepared = await prepare(options([cohort], someHacks()))
})

describe(compositesOf, () => {
  test('lists what a methodology gives to every protocol that is large enough, to six decimals', () => {
    const { cohorts, methodology } = compositesOf(prepared, 5_000_000)
    expect(methodology.version).toBe(METHODOLOGY.version)
    expect(Object.keys(cohorts)).toEqual([DAY])
    const { published } = cohorts[DAY] ?? expect.fail('the cohort is not there')
    const ids = Array.from({ length: 16 }, (_, index) => String(index + 5))
    expect(Object.keys(published)).toEqual(ids)
    const { rows } = judgedOf(prepared)
    const judged = rows.flatMap(({ id, composite }) => (id in published ? [[id, composite]] : []))
    expect(judged.length).toBeGreaterThan(10)
    for (const [id = '', composite] of judged) {
      expect(Math.abs(Number(published[id]) - Number(composite))).toBeLessThanOrEqual(5e-7)
    }
  })

  test('keeps apart what was not published', () => {
    const { unpublished } = compositesOf(prepared, 1_000_000).cohorts[DAY] ?? {}
    expect(Object.keys(unpublished ?? {})).toEqual(['23'])
  })

  test('lists a protocol that was exploited, and the members of its family', async () => {
    const rows = someRows().map((row) =>
      row.id === '4' || row.id === '6' ? { ...row, parentProtocol: 'parent#tide' } : row,
    )
    const dir = writeCohort(path.join(root, 'family'), rows)
    const hacks = [aHack('2023-08-01', { defillamaId: 4 })]
    const own = compositesOf(await prepare(options([dir], hacks)), 0).cohorts[DAY]
    expect(own?.published).toMatchObject({ 4: expect.any(Number), 6: expect.any(Number) })
  })

  test('is read back as it was written', () => {
    const written = compositesOf(prepared, 100_000)
    expect(parseComposites(JSON.parse(JSON.stringify(written)), 'x.json')).toEqual(written)
  })
})

test.each([
  ['a report', { format: 1, bars: [] }],
  [
    'a composite above ten',
    { ...empty(), cohorts: { [DAY]: { published: { 1: 11 }, unpublished: {} } } },
  ],
  [
    'an id that is none',
    { ...empty(), cohorts: { [DAY]: { published: { aave: 1 }, unpublished: {} } } },
  ],
])('as composites, %s is refused in one sentence', (_, body) => {
  expect(() => parseComposites(body, 'x.json')).toThrow(/^x\.json is not a file of composites/)
})

test('reportOn judges several methodologies on the same cohorts, each as if it were alone', () => {
  const before = reportOn(prepared)
  const other = reportOn(prepared, OTHER)
  expect(other.methodology.version).toBe('9.9.9')
  expect(other.methodology.sha256).not.toBe(before.methodology.sha256)
  expect(compositesOf(prepared, 0, OTHER).cohorts).not.toEqual(compositesOf(prepared, 0).cohorts)
  expect(reportOn(prepared)).toEqual(before)
})

function empty() {
  return { format: 1, methodology: { version: '1', sha256: 'x' }, minimumTvlUsd: 0, cohorts: {} }
}
