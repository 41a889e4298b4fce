import { PlimsollError } from '../../src/domain/errors.ts'
import type { Progress } from '../../src/domain/progress.ts'

/** What a command reads and where it writes: a process, or a test. */
export interface Terminal {
  env: Record<string, string | undefined>
  /** Writes a line of the result. */
  print(text: string): void
  /** Whether what is printed is lost. */
  isDiscarded: boolean
  /** Writes a line beside the result, such as a warning. */
  note(text: string): void
  progress: Progress
  /** Asks a question; null where no person can answer. */
  ask: ((question: string) => Promise<string>) | null
}

/** The options of one call. */
export interface Values {
  /** The value of an option; undefined when it is absent. */
  text(name: string): string | undefined
  /** The value of an option. Throws `USAGE` with `message` when it is absent or empty. */
  required(name: string, message: string): string
  flag(name: string): boolean
}

export interface Action {
  /** The options as help shows them: `--id ID --yes` is a value and a flag. They are parsed from this text. */
  usage: string
  about: string
  run(values: Values, terminal: Terminal): Promise<void> | void
}

/** A command with its actions; the action `''` needs no word. */
export interface Topic {
  about: string
  actions: Record<string, Action>
  /** Options that need a line of their own, beside those in the usage of an action. */
  options?: Record<string, string>
  /** Every action can print JSON. */
  hasJson?: boolean
  notes: string
}

export function usageError(message: string): PlimsollError {
  return new PlimsollError('USAGE', `${message} Try --help.`)
}
