import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { methodologyHash } from '../contract/hash.ts'
import { METHODOLOGY } from '../score/methodology.ts'
import { SMALLEST_TVL_USD } from './judged.ts'
import { readCohort } from './read-cohort.ts'
import { backtestReport } from './report.ts'
import { RUNS, refreshCommand, type ValidationRun } from './validation-runs.ts'

const ADVICE = 'make the file again: data/README.md, "The reports of the back-test"'

describe.each(RUNS.map((run) => ({ ...run, run })))('the published report $name', ({ run }) => {
  test('keeps the schema of a back-test', () => {
    const result = backtestReport.safeParse(published(run))
    expect(result.error?.issues ?? []).toEqual([])
  })

  test('is of the methodology in force', () => {
    expect(backtestReport.parse(published(run)).methodology, ADVICE).toEqual({
      version: METHODOLOGY.version,
      sha256: methodologyHash(METHODOLOGY),
    })
  })

  test('is made by a command that the README of the data gives', () => {
    const readme = readFileSync(new URL('../../data/README.md', import.meta.url), 'utf8')
    expect(readme).toContain(refreshCommand(run))
  })
})

test('every judged loss of the registered cohort is one of the development data: it is no independent test, as the page says', async () => {
  const [development, registered] = await Promise.all(RUNS.map(lossesOf))
  const judged = registered?.filter(({ isJudged }) => isJudged) ?? []
  expect(judged.length).toBeGreaterThan(5)
  const seen = new Set(development?.map(({ id }) => id))
  expect(judged.filter(({ id }) => !seen.has(id))).toEqual([])
})

async function lossesOf({ name }: ValidationRun) {
  const { judged } = await readCohort(readFileSync(fileOf(`${name}.parquet`)))
  return judged.rows.flatMap(({ event, isPublished, atLeastUsd }) =>
    (event?.incidents ?? []).map((one) => ({
      id: one.name,
      isJudged: isPublished && atLeastUsd >= SMALLEST_TVL_USD,
    })),
  )
}

function published({ name }: ValidationRun): unknown {
  return JSON.parse(readFileSync(fileOf(`${name}.json`), 'utf8'))
}

function fileOf(name: string): URL {
  return new URL(`../../data/validation/${name}`, import.meta.url)
}
