import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { backtestReport } from '../src/backtest/report.ts'

const SCRIPT = fileURLToPath(new URL('./backtest.ts', import.meta.url))
const UPSTREAM = fileURLToPath(new URL('../../shared/upstream/', import.meta.url))
const INCIDENTS = path.join(UPSTREAM, 'incidents/hacks_to_2024-06-30.json')

test.skipIf(!existsSync(UPSTREAM))(
  'npm run backtest on a recording prints a page, or JSON in the promised shape, and nothing of this machine',
  () => {
    const words = ['--cohort', path.join(UPSTREAM, '2023-09-12'), '--incidents', INCIDENTS]
    const json = start(...words, '--json')
    expect(json.status).toBe(0)
    const report = backtestReport.parse(JSON.parse(json.stdout))
    expect(report.universes[0]?.pooled.events).toBeGreaterThan(10)
    const page = start(...words)
    expect(page.status).toBe(0)
    expect(page.stdout).toContain('Plimsoll score')
    expect(page.stdout).not.toContain('\x1b[')
    for (const text of [json.stdout, page.stdout]) expect(text).not.toContain(UPSTREAM)
  },
  120_000,
)

function start(...words: string[]) {
  return spawnSync(process.execPath, [SCRIPT, ...words], {
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  })
}
