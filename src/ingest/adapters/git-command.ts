import { spawn } from 'node:child_process'
import { devNull } from 'node:os'
import { PlimsollError } from '../../domain/errors.ts'
import { codeOf } from '../reader.ts'

export interface GitOptions {
  /** The program; tests replace it. */
  program: string
  /** Protocols that git may use, separated by colons, such as `https`; `none` for no network. */
  protocols: string
  timeoutMs: number
  /** Called with each chunk of the output. When it throws, git is stopped and the error is passed on. */
  onOutput?: (chunk: Buffer) => void
  /** Called every second. When it throws, git is stopped and the error is passed on. */
  onTick?: () => void
}

/** What git may take from the environment: where it is installed, proxies, and certificates. */
const INHERITED = new Set([
  'PATH',
  'PATHEXT',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'TMPDIR',
  'ALL_PROXY',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'SSL_CERT_DIR',
  'SSL_CERT_FILE',
  'GIT_SSL_CAINFO',
])

/** Time that git has to end by itself once it was asked to. */
const KILL_AFTER_MS = 2_000

/** No hooks, no credentials, no settings of the user. One pack for every fetch, so that its size can be watched. */
const SETTINGS = [
  `core.hooksPath=${devNull}`,
  'core.fsmonitor=false',
  'credential.helper=',
  'fetch.unpackLimit=1',
  'gc.autoDetach=false',
].flatMap((setting) => ['-c', setting])

/**
 * Runs git without a shell, prompts, hooks or the user's settings. Throws `UPSTREAM_UNREACHABLE` when git is not installed or
 * fails, and `UPSTREAM_TIMEOUT`. No error repeats what git printed: it may contain the address, or text of the host.
 */
export function runGit(args: readonly string[], options: GitOptions): Promise<void> {
  const { program, protocols, timeoutMs, onOutput, onTick } = options
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...SETTINGS, ...args], {
      env: gitEnvironment(protocols),
      stdio: ['ignore', onOutput ? 'pipe' : 'ignore', 'ignore'],
    })
    let failure: unknown
    const stop = (error: unknown): void => {
      failure ??= error
      child.kill('SIGTERM')
      timers.push(setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS))
    }
    const attempt = (run: () => void): void => {
      if (failure !== undefined) return
      try {
        run()
      } catch (error) {
        stop(error)
      }
    }
    const timers = [setTimeout(() => stop(timedOut(timeoutMs)), timeoutMs)]
    const ticks = onTick && setInterval(() => attempt(onTick), 1_000)
    child.stdout?.on('data', (chunk: Buffer) => attempt(() => onOutput?.(chunk)))
    child.on('error', (error) => {
      failure ??= unreachable(`git cannot be started${codeOf(error)}`, error)
    })
    child.on('close', (code, signal) => {
      for (const timer of timers) clearTimeout(timer)
      clearInterval(ticks)
      if (failure !== undefined) reject(failure)
      else if (code === 0) resolve()
      else reject(unreachable(`git ended with ${code === null ? signal : `exit code ${code}`}`))
    })
  })
}

/** Variables such as GIT_DIR, which a hook of another repository sets, must not reach git. */
function gitEnvironment(protocols: string): NodeJS.ProcessEnv {
  // biome-ignore lint/style/noProcessEnv: git needs PATH, and the proxy and certificates of the machine.
  const given = Object.entries(process.env).filter(([name]) => INHERITED.has(name.toUpperCase()))
  return {
    ...Object.fromEntries(given),
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_TERMINAL_PROMPT: '0',
    GIT_ALLOW_PROTOCOL: protocols,
    // A transfer below 1,000 bytes a second for half a minute is given up.
    GIT_HTTP_LOW_SPEED_LIMIT: '1000',
    GIT_HTTP_LOW_SPEED_TIME: '30',
  }
}

function unreachable(what: string, cause?: unknown): PlimsollError {
  const message = `The history of the DefiLlama adapters cannot be read: ${what}.`
  return new PlimsollError('UPSTREAM_UNREACHABLE', message, { cause })
}

function timedOut(timeoutMs: number): PlimsollError {
  return new PlimsollError(
    'UPSTREAM_TIMEOUT',
    `The history of the DefiLlama adapters was not read in ${timeoutMs / 1_000} seconds.`,
  )
}
