import type { Client } from '../client/index.ts'
import type { Value } from './options.ts'
import type { View } from './text/terminal.ts'

/** What a command was given: its operands, and its options by query parameter. */
export interface Input {
  operands: string[]
  /** The names and kinds of values are those of the table, which a test holds against the API. */
  query: Record<string, Value>
}

export interface PageMeta {
  total: number
  page: number
  limit: number
  pageCount: number
}

/** The document that the API answered with, without its envelope. */
export interface Answer<Data> {
  data: Data
  meta?: PageMeta
}

/** How a command asks, and shows what it was answered. */
export interface Action<Data> {
  ask: (client: Client, input: Input) => Promise<Answer<Data>>
  /** Lines for people. Every text in the answer is plain already. */
  render: (answer: Answer<Data>, view: View, input: Input) => string[]
  /** The day or instant that the answer is of; null when it does not say. */
  asOf: (answer: Answer<Data>) => string | null
  /** Exit code of an answer that is no failure and yet bad news. */
  exitCode?: (answer: Answer<Data>) => number
  /** What is odd about what was typed, as sentences for stderr. */
  remarks?: (client: Client, input: Input, answer: Answer<Data>) => Promise<string[]>
}

/** An action of which only the fit of its own parts matters. */
export type AnyAction = Action<unknown>

/** The same action, for a table of actions of several kinds of data. */
export function action<Data>(parts: Action<Data>): AnyAction {
  return parts as AnyAction
}
