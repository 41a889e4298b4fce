import { styleText } from 'node:util'
import { type ErrorCode, PlimsollError } from '../../src/domain/errors.ts'
import type { Progress } from '../../src/domain/progress.ts'

/** A piped run writes a step at most this often. */
const PLAIN_INTERVAL_MS = 5_000
const TERMINAL_INTERVAL_MS = 100

/** Draws progress: one moving line with the time left on a terminal, plain lines when piped. Colours respect NO_COLOR. */
export function terminalProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  let started = { name: '', at: 0 }
  let drawnAt = 0
  let drawn = false
  const clear = () => {
    if (drawn) stream.write('\r\x1b[K')
    drawn = false
  }
  return {
    line(text) {
      clear()
      stream.write(`${colour(text, stream)}\n`)
    },
    step(name, done, total) {
      const now = performance.now()
      if (started.name !== name) started = { name, at: now }
      const interval = stream.isTTY ? TERMINAL_INTERVAL_MS : PLAIN_INTERVAL_MS
      if (done >= total) {
        clear()
        return
      }
      if (now - Math.max(drawnAt, stream.isTTY ? 0 : started.at) < interval) return
      drawnAt = now
      const text = `  ${name}: ${done} of ${total}${timeLeft(now - started.at, done, total)}`
      if (!stream.isTTY) stream.write(`${text}\n`)
      else {
        stream.write(`\r\x1b[K${text.slice(0, Math.max(20, (stream.columns ?? 80) - 1))}`)
        drawn = true
      }
    },
  }
}

function timeLeft(elapsedMs: number, done: number, total: number): string {
  if (done < 1 || elapsedMs < 1_000) return ''
  const seconds = Math.ceil(((elapsedMs / done) * (total - done)) / 1_000)
  const text = seconds < 90 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
  return `, about ${text} left`
}

function colour(text: string, stream: NodeJS.WriteStream): string {
  const style = text.startsWith('✗') ? 'red' : text.startsWith('✓') ? 'green' : null
  if (!style) return text
  return styleText(style, text.slice(0, 1), { stream }) + text.slice(1)
}

/** As `sysexits.h` has it: a failure that a later try may not meet. */
const EX_TEMPFAIL = 75

const EXIT_CODES: Partial<Record<ErrorCode, number>> = {
  USAGE: 2,
  CONFIG_INVALID: 2,
  BUSY: EX_TEMPFAIL,
}

/**
 * Runs a script's main function. An expected failure is one line and exit code 1; a wrong option or setting, exit code 2; a store or
 * folder that another process uses, exit code 75.
 */
export async function run(main: () => Promise<void>): Promise<void> {
  try {
    await main()
  } catch (error) {
    if (error instanceof PlimsollError) {
      process.stderr.write(
        `${styleText('red', '✗', { stream: process.stderr })} ${error.message}\n`,
      )
      process.exitCode = EXIT_CODES[error.code] ?? 1
      return
    }
    if (isPackageMissing(error)) {
      process.stderr.write(`✗ This command needs the development packages. Install them: npm ci\n`)
      process.exitCode = 1
      return
    }
    const unwritable = unwritableFile(error)
    if (unwritable !== null) {
      process.stderr.write(`✗ ${unwritable}\n`)
      process.exitCode = 1
      return
    }
    process.stderr.write(
      `✗ Unexpected error; please report this.\n${error instanceof Error ? error.stack : String(error)}\n`,
    )
    process.exitCode = 1
  }
}

const UNWRITABLE: Record<string, string> = {
  EACCES: 'there is no permission',
  EPERM: 'there is no permission',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
}

/** The sentence for a file or folder that the system does not let us write; null for another error. */
function unwritableFile(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return null
  const why = UNWRITABLE[String(error.code)]
  const file = 'path' in error ? String(error.path) : 'A file'
  return why === undefined ? null : `${file} cannot be read or written: ${why}.`
}

/** True when a package is not installed, as after `npm ci --omit=dev`; false when a file of our own is missing. */
function isPackageMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_MODULE_NOT_FOUND' &&
    error.message.startsWith('Cannot find package')
  )
}
