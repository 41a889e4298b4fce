import type { Client, PageMeta } from '../client/index.ts'
import type { Value } from './options.ts'
import type { View } from './text/terminal.ts'

/** What a command was given: its operands, and its options by query parameter. */
export interface Input {
  operands: string[]
  /** The names and kinds of values are those of the table, which a test holds against the API. */
  query: Record<string, Value>
}

/** The document that the API answered with, without its envelope. */
export interface CommandAnswer<Data> {
  data: Data
  meta?: Partial<PageMeta>
}

/** How a command asks, and shows what it was answered. */
export interface CommandAction<Data> {
  ask: (client: Client, input: Input) => Promise<CommandAnswer<Data>>
  /** Lines for people. Every text in the answer is plain already. */
  render: (answer: CommandAnswer<Data>, view: View, input: Input) => string[]
  /** The day or instant that the answer is of; null when it does not say. */
  asOf: (answer: CommandAnswer<Data>) => string | null
  /** Exit code of an answer that is no failure and yet bad news. */
  exitCode?: (answer: CommandAnswer<Data>) => number
  /** What is odd about what was typed, as sentences for stderr. */
  remarks?: (client: Client, input: Input, answer: CommandAnswer<Data>) => Promise<string[]>
}

/** An action of which only the fit of its own parts matters. */
export type AnyAction = CommandAction<unknown>

/** The same action, for a table of actions of several kinds of data. */
export function action<Data>(parts: CommandAction<Data>): AnyAction {
  return parts as AnyAction
}
