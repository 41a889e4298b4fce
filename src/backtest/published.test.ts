import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { methodologyHash } from '../contract/hash.ts'
import { METHODOLOGY } from '../score/methodology.ts'
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

function published({ name }: ValidationRun): unknown {
  const file = new URL(`../../data/validation/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8'))
}
