import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { altered } from '../src/backtest/fixtures/altered-cohort.ts'
import { SILENT } from '../src/domain/progress.ts'
import { levelProof } from '../src/site/level-rates.ts'
import { validate } from './validate.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const LIMIT = { timeout: 240_000 }

test(
  'npm run validate finds every number of the validation page and the claim of the home page equal',
  LIMIT,
  () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/validate.ts'], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { NO_COLOR: '1' },
    })
    expect(stderr.replaceAll(/^ {2}.*\n/gm, '')).toBe('')
    expect(status).toBe(0)
    expect(stdout.match(/all equal to the last digit/g)).toHaveLength(2)
    expect(stdout).not.toContain('✗')
    expect(stdout).not.toContain('\u001b')
    expect(stdout).toContain(levelProof()?.claim)
    expect(stdout).toContain(levelProof()?.basis)
  },
)

test(
  'one score that was changed ends with 1, and the figures that it moved are named',
  LIMIT,
  async () => {
    const changed = 'data/validation/2024-03-11.parquet'
    const body = await altered(readFileSync(path.join(ROOT, changed)), (rows) => {
      const row = rows.find(({ losses, published }) => losses !== null && published)
      if (row) row.composite = 1
    })
    const printed: string[] = []
    const status = await validate(['--json'], {
      print: (text) => void printed.push(text),
      progress: SILENT,
      style: (_, text) => text,
      runs: [{ name: '2024-03-11' }],
      read: (file) => (file === changed ? body : readFileSync(path.join(ROOT, file))),
    })
    expect(status).toBe(1)
    const { equal, runs } = JSON.parse(printed.join(''))
    expect(equal).toBe(false)
    expect(runs[0].differences.map((one: { path: string }) => one.path)).toEqual(
      expect.arrayContaining(['composites', 'universes[0].pooled.figures.any.value']),
    )
  },
)
