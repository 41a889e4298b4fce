import { spawnSync } from 'node:child_process'

/** Runs a program and returns what it printed. Throws with everything that it printed, and with the code of a full disk. */
export function runProgram(program: string, words: string[], cwd: string): string {
  // npm is a script of the shell on Windows.
  const shell = process.platform === 'win32' && program === 'npm'
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    ...{ cwd, encoding: 'utf8', shell, timeout: 120_000 },
  })
  if (status === 0) return stdout
  const said = `${stdout ?? ''}${stderr ?? error}`
  const failure = new Error(`${program} ${words[0]} failed:\n${said}`)
  throw said.includes('no space left on device')
    ? Object.assign(failure, { code: 'ENOSPC' })
    : failure
}
