import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { methodologyHash } from '../fingerprint.ts'
import { METHODOLOGY } from '../score/methodology.ts'
import { RUNS, refreshCommand, type ValidationRun } from './fixtures/validation-runs.ts'
import { backtestReport } from './report.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const RECORDINGS = new URL('../../../shared/upstream/', import.meta.url)
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

  test.skipIf(!existsSync(RECORDINGS))('is what a run gives today', { timeout: 120_000 }, () => {
    const text = execFileSync(process.execPath, ['scripts/backtest.ts', ...run.words], {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 10_000_000,
    })
    expect(published(run), ADVICE).toEqual(JSON.parse(text))
  })
})

function published({ name }: ValidationRun): unknown {
  const file = new URL(`../../data/validation/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8'))
}
