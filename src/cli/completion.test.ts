import { execFileSync, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { COMMANDS } from './command-table.ts'
import { completionScript } from './completion.ts'

const has = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0
const hasBash = has('bash')

/** What bash offers after these words; the last one is being typed. */
function offered(...words: string[]): string[] {
  const script = `${completionScript('bash')}
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _plimsoll; printf '%s\\n' "\${COMPREPLY[@]}"`
  const output = execFileSync('bash', ['-c', script, 'bash', 'plimsoll', ...words], {
    encoding: 'utf8',
  })
  return output.split('\n').filter(Boolean)
}

test.skipIf(!hasBash)('bash completes commands, options and values', () => {
  expect(offered('')).toEqual(expect.arrayContaining(COMMANDS.map(({ name }) => name)))
  expect(offered('s')).toEqual(['search', 'stress', 'screener', 'stats'])
  expect(offered('screener', '--max-o')).toEqual(['--max-oracle-risk'])
  expect(offered('--url', 'http://localhost', 'st')).toEqual(['stress', 'stats'])
  expect(offered('list', '--sort-by', '')).toEqual(['compositeScore', 'tvl', 'name'])
  expect(offered('screener', '--level', 'e')).toEqual(['elevated'])
  expect(offered('screener', '--level', 'elevated,h')).toEqual(['elevated,high'])
  expect(offered('screener', '--level', '=', 'v')).toEqual(['very-low'])
  expect(offered('completion', 'f')).toEqual(['fish'])
  expect(offered('search', '--limit', '')).toEqual([])
})

test.skipIf(!hasBash)('bash completes every option of every command', () => {
  for (const { name, options } of COMMANDS) {
    const all = [...options.map((option) => `--${option.name}`), '--json', '--help']
    expect(offered(name, '--')).toEqual(expect.arrayContaining(all))
  }
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
