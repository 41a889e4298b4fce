import { spawnSync } from 'node:child_process'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** What a process cost, from its start to its end. */
export interface Cost {
  wallMs: number
  /** Time on a processor in the program itself, over all its threads. */
  userMs: number
  /** Time on a processor in the system for it, such as writing files. */
  systemMs: number
  peakMb: number
}

/**
 * Runs a script of this project in a process of its own and an environment that holds nothing but `env`.
 * Throws with what the script said when it fails.
 */
export function measureScript(
  words: string[],
  env: Record<string, string> = {},
): Cost & { output: string } {
  const hooks = ['./scripts/node-version.mjs', './scripts/bench/usage.ts']
  const started = performance.now()
  const child = spawnSync(
    process.execPath,
    [...hooks.flatMap((hook) => ['--import', hook]), ...words],
    {
      cwd: ROOT,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    },
  )
  const wallMs = performance.now() - started
  if (child.status !== 0) {
    throw new Error(`node ${words.join(' ')} failed.\n${child.stderr || child.error}`)
  }
  const usage: NodeJS.ResourceUsage = JSON.parse(child.output[3] ?? '')
  return {
    wallMs,
    userMs: usage.userCPUTime / 1_000,
    systemMs: usage.systemCPUTime / 1_000,
    peakMb: usage.maxRSS / 1_000,
    output: child.stdout,
  }
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle) - 1] ?? 0)) / 2
}

/** Progress on standard error, since standard output belongs to the figures. */
export function logProgress(text: string): void {
  process.stderr.write(`  ${text}\n`)
}
