import { type ParseArgsConfig, type parseArgs, styleText } from 'node:util'
import { watchStdout } from '../../src/cli/stdout.ts'
import type { Progress } from '../../src/domain/progress.ts'
import { readArguments } from './arguments.ts'
import { failureOf } from './failure.ts'

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
      stream.write(`${paint(text, stream)}\n`)
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

/** Colours the mark that a line begins with, where the stream shows colours. */
export function paint(text: string, stream: NodeJS.WriteStream): string {
  const style = text.startsWith('✗') ? 'red' : text.startsWith('✓') ? 'green' : null
  if (!style) return text
  return styleText(style, text.slice(0, 1), { stream }) + text.slice(1)
}

/** Writes a line beside the result of a script. */
export function note(text: string): void {
  process.stderr.write(`${paint(text, process.stderr)}\n`)
}

/** Runs the main function of a script: a failure, also to write its result, is one line on stderr and an exit code. */
export async function run(main: () => Promise<void>): Promise<void> {
  watchStdout((sentence) => note(`✗ ${sentence}`))
  try {
    await main()
  } catch (error) {
    const { message, code } = failureOf(error)
    note(`✗ ${message}`)
    process.exitCode = code
  }
}

type Options = NonNullable<ParseArgsConfig['options']>

/** Runs a script with its options; `--help` shows its help instead. Where an option is on by default, `--no-…` turns one off. */
export function runCommand<T extends Options>(
  help: string,
  options: T,
  main: (values: ReturnType<typeof parseArgs<{ options: T }>>['values']) => Promise<void>,
): Promise<void> {
  return run(async () => {
    const allowNegative = Object.values(options).some((option) => option.default === true)
    const { values } = readArguments({ options: { ...options, help: HELP }, allowNegative })
    if ('help' in values && values.help) console.log(help)
    else await main(values)
  })
}

const HELP = { type: 'boolean', default: false } as const
