import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { RUNS } from './fixtures/validation-runs.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const RECORDINGS = new URL('../../../shared/upstream/', import.meta.url)
const ADVICE = 'make the file again: data/README.md, "The reports of the back-test"'

test.skipIf(!existsSync(RECORDINGS)).each(RUNS)(
  'the published report $name is what a run gives today',
  { timeout: 120_000 },
  ({ name, words }) => {
    const text = execFileSync(process.execPath, ['scripts/backtest.ts', ...words], {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 10_000_000,
    })
    const file = new URL(`../../data/validation/${name}.json`, import.meta.url)
    expect(JSON.parse(readFileSync(file, 'utf8')), ADVICE).toEqual(JSON.parse(text))
  },
)
