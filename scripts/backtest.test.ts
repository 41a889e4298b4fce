import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { backtestReport } from '../src/backtest/report.ts'

const SCRIPT = fileURLToPath(new URL('./backtest.ts', import.meta.url))
const UPSTREAM = fileURLToPath(new URL('../../shared/upstream/', import.meta.url))
const INCIDENTS = path.join(UPSTREAM, 'incidents/hacks_to_2024-06-30.json')

function start(...words: string[]) {
  return spawnSync(process.execPath, [SCRIPT, ...words], {
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  })
}

describe('npm run backtest', { timeout: 60_000 }, () => {
  test.each([
    [[], 'Name at least one cohort'],
    [['--cohort', '.'], 'Name the list of incidents'],
    [['--cohort', 'nowhere', '--incidents', 'x'], '--cohort: "nowhere" does not exist.'],
    [['--cohort', '.', '--incidents', 'x', '--until', 'June'], '--until wants a day'],
    [['--cohort', '.', '--incidents', 'x', '--horizon', '0'], '--horizon wants a whole number'],
    [['--nonsense'], '--nonsense'],
  ])('%j: exit 2 and one line', (words, says) => {
    const { status, stderr, stdout } = start(...words)
    expect(status).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain(says)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })

  test('--help tells every option', () => {
    const { status, stdout } = start('--help')
    expect(status).toBe(0)
    for (const option of ['cohort', 'incidents', 'until', 'horizon', 'sizes', 'json']) {
      expect(stdout).toContain(`--${option}`)
    }
  })

  describe.skipIf(!existsSync(UPSTREAM))('on a recording', () => {
    test('prints a page, or JSON in the promised shape, and nothing of this machine', () => {
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
    })
  })
})
