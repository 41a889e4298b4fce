import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { findCohort } from './cohort.ts'
import { COLUMNS } from './cohort-columns.ts'
import { type Composites, compositesOf } from './composites.ts'
import { DEVELOPMENT_ENDS } from './development.ts'
import { altered, readPlain } from './fixtures/altered-cohort.ts'
import { options, someHacks, someRows, writeCohort, writeFiles } from './fixtures/small-cohort.ts'
import { judgedOf, SMALLEST_TVL_USD } from './judged.ts'
import { prepare } from './prepare.ts'
import type { BacktestReport } from './report.ts'
import { reportOf } from './run.ts'
import { readSizes } from './sizes.ts'
import { validateReport } from './validate.ts'
import { RUNS } from './validation-runs.ts'
import { cohortFile } from './write-cohort.ts'

const root = temporaryFolder()
let file: Uint8Array
let published: BacktestReport
let against: Composites

beforeAll(async () => {
  const full = writeCohort(path.join(root, 'full'), someRows())
  const bare = someRows().map(({ tvl: _, chainTvls: __, ...row }) => row)
  writeFiles(root, { '2023-03-01.json': { protocols: bare } })
  const sizes = readSizes(findCohort(full))
  const prepared = await prepare(
    options([full, path.join(root, '2023-03-01.json')], someHacks(), { sizes }),
  )
  const judged = judgedOf(prepared)
  against = compositesOf(prepared, SMALLEST_TVL_USD)
  published = reportOf(judged, against)
  file = cohortFile(judged)
})

const found = async (body = file) => (await validateReport(body, published, against)).differences

test('a published cohort gives every number of its report', async () => {
  const { differences, rows, figures } = await validateReport(file, published, against)
  expect(differences).toEqual([])
  expect(rows).toBe(40)
  expect(figures).toBeGreaterThan(1_000)
})

describe('a change of one cell is found', () => {
  test('a score that is not that of its signals, and every figure that reads it', async () => {
    const differences = await found(
      await altered(file, (rows) => {
        for (const row of rows.filter(({ losses }) => losses !== null)) row.composite = 0.5
      }),
    )
    expect(differences[0]).toMatchObject({ path: 'composites' })
    expect(differences.map(({ path: where }) => where)).toContain(
      'universes[0].pooled.figures.any.value',
    )
  })

  test.each([
    ['a signal', 'signal_effective_chains', 9.9],
    ['a loss', 'losses', null],
    ['a rank by size', 'size_rank', 1],
    ['a size', 'size_class', 0],
    ['an activity', 'activity', null],
    ['a family', 'family', 'other'],
  ])('%s', async (_, column, value) => {
    const body = await altered(file, (rows) => {
      for (const row of rows.filter(({ losses }) => losses !== null)) row[column] = value
    })
    expect((await found(body)).length).toBeGreaterThan(0)
  })
})

test('refuses what is no cohort, and a loss of after the development data', async () => {
  await expect(found(new Uint8Array(20))).rejects.toThrow('This is no cohort')
  await expect(found(new Uint8Array(6_000_000))).rejects.toThrow('This is no cohort')
  const late = await altered(file, (rows) => {
    const row = rows.find(({ losses }) => losses !== null)
    if (row) row.losses = String(row.losses).replaceAll('2023-', '2025-')
  })
  await expect(found(late)).rejects.toThrow('The cohort has incidents after 2024-06-30 (rows: 1)')
})

describe.each(RUNS)('the published cohort $name', ({ name }) => {
  const at = new URL(`../../data/validation/${name}.parquet`, import.meta.url)

  test('has no amount and no day after the development data, and says what it is', async () => {
    const { rows, metadata } = await readPlain(readFileSync(at))
    const losses = rows.flatMap((row) => JSON.parse(String(row.losses)) ?? [])
    expect(losses.length).toBeGreaterThanOrEqual(10)
    for (const loss of losses) {
      expect(Object.keys(loss)).toEqual(['incident', 'day', 'cause', 'share'])
      expect(loss.day <= DEVELOPMENT_ENDS).toBe(true)
    }
    expect(Object.keys(rows[0] ?? {})).toEqual(COLUMNS.map((column) => column.name))
    expect(metadata).toMatchObject({ schema_version: '1', licence: expect.stringContaining('MIT') })
    expect(JSON.stringify(metadata)).not.toMatch(/lossUsd|tvlUsd|\/shared\//)
  })
})
