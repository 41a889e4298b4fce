import { type ChildProcess, spawn } from 'node:child_process'

const STORE = new URL('../../state/sqlite/store.ts', import.meta.url).href

/** Code that a process of its own runs with `store`, open on a state file. Ends with what it printed; rejects when it fails. */
export function runOnState(
  file: string,
  code: string,
): { child: ChildProcess; ended: Promise<string> } {
  const whole = `
    const { openSqliteState } = await import(process.argv[1])
    const store = openSqliteState(process.argv[2])
    ${code}
    await store.close()
    process.exit()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', whole, STORE, file])
  let text = ''
  let faults = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  child.stderr.on('data', (chunk) => {
    faults += chunk
  })
  const ended = new Promise<string>((resolve, reject) => {
    child.on('exit', (status) => (status === 0 ? resolve(text) : reject(new Error(faults))))
  })
  return { child, ended }
}
