import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Finished, ROOT } from '../scripts/run-script.ts'

const MAIN = path.join(ROOT, 'src/cli/main.ts')
/** Compiled modules are kept from run to run, so that most of a run is the run. */
const CACHE = path.join(tmpdir(), 'plimsoll-compile-cache')

export interface CliOptions {
  env?: Record<string, string>
  /** Sends SIGINT when it resolves. */
  interrupt?: Promise<void>
}

/** Runs the command line as a process of its own, with nothing of our environment but the path. */
export function runCli(words: string[], options: CliOptions = {}): Promise<Finished> {
  return finished(process.execPath, [MAIN, ...words], options)
}

/** Runs a line of bash in which `$cli` is the command line. */
export function runBash(line: string, options: CliOptions = {}): Promise<Finished> {
  const cli = `${process.execPath} ${MAIN}`
  return finished('bash', ['-c', line], { ...options, env: { cli, ...options.env } })
}

function finished(program: string, words: string[], options: CliOptions): Promise<Finished> {
  const child = spawn(program, words, {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: CACHE, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  options.interrupt?.then(() => child.kill('SIGINT')).catch(() => undefined)
  const read = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    read.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    read.stderr += text
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      resolve({ code, signal, ...read, output: read.stdout + read.stderr })
    })
  })
}
