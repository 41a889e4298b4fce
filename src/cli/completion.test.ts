import { execFileSync, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { COMMANDS } from './command-table.ts'
import { completionScript } from './completion.ts'

const has = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0
const hasBash = has('bash')

/** What bash offers after the words of each line; the last one is being typed. One bash answers all. */
function offered(lines: string[][]): string[][] {
  const asked = lines.map(
    (words) => `COMP_WORDS=(plimsoll ${words.map((word) => `'${word}'`).join(' ')})
      COMP_CWORD=${words.length}; COMPREPLY=(); _plimsoll; printf '%s\n' "\${COMPREPLY[@]}" END`,
  )
  const script = [completionScript('bash'), ...asked].join('\n')
  const output = execFileSync('bash', ['-c', script], { encoding: 'utf8' })
  const answers = output.split('END\n').slice(0, -1)
  return answers.map((answer) => answer.split('\n').filter(Boolean))
}

test.skipIf(!hasBash)('bash completes commands, options and values', () => {
  const cases: [string[], unknown][] = [
    [[''], expect.arrayContaining(COMMANDS.map(({ name }) => name))],
    [['s'], ['search', 'stress', 'screener', 'stats']],
    [['screener', '--max-o'], ['--max-oracle-risk']],
    [
      ['--url', 'http://localhost', 'st'],
      ['stress', 'stats'],
    ],
    [
      ['list', '--sort-by', ''],
      ['compositeScore', 'tvl', 'name'],
    ],
    [['screener', '--level', 'e'], ['elevated']],
    [['screener', '--level', 'elevated,h'], ['elevated,high']],
    [['screener', '--level', '=', 'v'], ['very-low']],
    [['completion', 'f'], ['fish']],
    [['search', '--limit', ''], []],
  ]
  expect(offered(cases.map(([words]) => words))).toEqual(cases.map(([, found]) => found))
})

test.skipIf(!hasBash)('bash completes every option of every command', () => {
  const found = offered(COMMANDS.map(({ name }) => [name, '--']))
  expect(found).toEqual(
    COMMANDS.map(({ options }) =>
      expect.arrayContaining([...options.map(({ name }) => `--${name}`), '--json', '--help']),
    ),
  )
})

test('zsh offers several of a list of choices, and one of the words of an order', () => {
  const script = completionScript('zsh')
  expect(script).toContain(':LEVELS:_values -s , LEVELS very-low low moderate elevated high none')
  expect(script).toContain(':ORDER:(asc desc)')
})

test.each(['bash', 'zsh', 'fish'])('%s itself reads the script without an error', (shell) => {
  const script = completionScript(shell)
  for (const { name } of COMMANDS) expect(script).toContain(name)
  if (!has(shell)) {
    process.stderr.write(`${shell} is not installed: its script was not read by it\n`)
    return
  }
  expect(spawnSync(shell, ['-n'], { input: script }).status).toBe(0)
})
