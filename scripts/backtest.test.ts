import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import {
  aHack,
  someHacks,
  someRows,
  writeCohort,
  writeFiles,
} from '../src/backtest/fixtures/small-cohort.ts'
import { backtestReport } from '../src/backtest/report.ts'
import { temporaryFolder } from '../src/testing/temporary-folder.ts'
import { type BacktestOutput, backtest } from './backtest.ts'
import { failureOf } from './command/failure.ts'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const SCRIPT = fileURLToPath(new URL('./backtest.ts', import.meta.url))

/** Runs the command in this process. */
async function start(...words: string[]) {
  const printed: string[] = []
  const noted: string[] = []
  const output: BacktestOutput = {
    print: (text) => void printed.push(text),
    note: (text) => void noted.push(text),
    style: (_, text) => text,
  }
  const status = await backtest(words, output).then(
    () => 0,
    (error: unknown) => {
      const { message, code } = failureOf(error)
      noted.push(message)
      return code
    },
  )
  return { status, stdout: printed.join('\n'), stderr: noted.join('\n') }
}

const folder = temporaryFolder()
writeCohort(folder, someRows())
writeFiles(folder, {
  'hacks.json': someHacks(),
  'later.json': [...someHacks(), aHack('2024-07-01', { defillamaId: 6 })],
})

const COHORT = ['--cohort', path.join(folder, '2023-06-01')]
const at = (name: string) => path.join(folder, name)

describe('npm run backtest', () => {
  test.each([
    [[], 'Name at least one cohort'],
    [['--cohort', '.'], 'Name the list of incidents'],
    [['--cohort', 'nowhere', '--incidents', 'x'], '--cohort: "nowhere" does not exist.'],
    [['--cohort', '.', '--incidents', 'x', '--until', 'June'], '--until wants a day'],
    [['--cohort', '.', '--incidents', 'x', '--horizon', '0'], '--horizon wants a whole number'],
    [['--nonsense'], '--nonsense'],
  ])('%j: exit 2 and one line', async (words, says) => {
    const { status, stderr, stdout } = await start(...words)
    expect(status).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain(says)
    expect(stderr.split('\n')).toHaveLength(1)
  })

  test('--help lists every option', async () => {
    const { status, stdout } = await start('--help')
    expect(status).toBe(0)
    for (const option of [
      'cohort',
      'incidents',
      'until',
      'horizon',
      'sizes',
      'adapters',
      'against',
      'scores-out',
      'held-out',
      'json',
    ]) {
      expect(stdout).toContain(`--${option}`)
    }
  })

  test('refuses incidents after the development data, and names them held out when they are allowed', async () => {
    const words = [...COHORT, '--incidents', at('later.json'), '--json']
    const refused = await start(...words)
    expect(refused.status).toBe(2)
    expect(refused.stdout).toBe('')
    expect(refused.stderr).toContain('which development must not read')
    const allowed = await start(...words, '--held-out')
    expect(allowed.status).toBe(0)
    expect(allowed.stderr).toContain('Not development')
    expect(backtestReport.parse(JSON.parse(allowed.stdout)).heldOut).toBe(true)
  })

  test('writes the composites of a methodology, and compares a later one with them', async () => {
    const words = [...COHORT, '--incidents', at('hacks.json'), '--json']
    expect((await start(...words, '--scores-out', at('scores.json'))).status).toBe(0)
    expect(Object.keys(JSON.parse(readFileSync(at('scores.json'), 'utf8')).cohorts)).toEqual([
      '2023-06-01',
    ])
    const compared = await start(...words, '--against', at('scores.json'))
    const report = backtestReport.parse(JSON.parse(compared.stdout))
    expect(report.universes[0]?.earlier?.rows).toBe(20)
    expect((await start(...words, '--against', at('hacks.json'))).stderr).toContain(
      'hacks.json is not a file of composites',
    )
  })

  test('runs where the bundled sample and its incidents cannot be read, and prints a page without colours or paths', () => {
    const data = readdirSync(path.join(ROOT, 'data')).filter((name) => name !== 'seed')
    const open = [
      ...['node_modules', 'package.json', 'scripts', 'src'],
      ...data.map((name) => path.join('data', name)),
    ].flatMap((name) => [path.join(ROOT, name), realpathSync(path.join(ROOT, name))])
    const allowed = [...open, folder].map((name) => `--allow-fs-read=${name}`)
    const words = [...COHORT, '--incidents', at('hacks.json')]
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--permission', '--allow-addons', ...allowed, SCRIPT, ...words],
      { encoding: 'utf8' },
    )
    expect(stderr).not.toContain('ERR_ACCESS_DENIED')
    expect(status).toBe(0)
    expect(stdout).toContain('Plimsoll score')
    for (const text of ['\x1b[', folder]) expect(stdout).not.toContain(text)
  })
})
