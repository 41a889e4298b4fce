import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const SCRIPT = fileURLToPath(new URL('./backtest.ts', import.meta.url))

function start(...words: string[]) {
  return spawnSync(process.execPath, [SCRIPT, ...words], {
    encoding: 'utf8',
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
    for (const option of [
      'cohort',
      'incidents',
      'until',
      'horizon',
      'sizes',
      'adapters',
      'scores-out',
      'json',
    ]) {
      expect(stdout).toContain(`--${option}`)
    }
  })
})
