import type { Day } from './day.ts'
import type { MakeupPart } from './dependency.ts'

/** What the value in a protocol consists of on one day, by the symbols that its source gives the tokens. */
export interface Assets {
  /** Symbol of the token with the largest share; several tokens may have one symbol. */
  topToken: string
  /** Its share of the value, 0-1. */
  topShare: number
  /** Share of the token with the protocol's own symbol, 0-1; null when the protocol has no symbol. Wrapped and staked forms are not in it. */
  ownShare: number | null
  /** Number of tokens with a value above zero. */
  tokens: number
  /** Symbols of tokens whose amount is below zero even with what is borrowed of them; absent when there are none. */
  leftOut?: string[]
  /** Every token by chain, largest first; absent in readings of before they were kept. */
  parts?: MakeupPart[]
}

/** How serious a source calls its warning: a note, an alarm, or the loss of what is deposited. */
export const WARNING_LEVELS = ['low', 'alert', 'rug'] as const

/** A warning that a source shows above a protocol. */
export interface Warning {
  /** Plain text of the source. */
  text: string
  /** Null when the source gives no level of ours. */
  level: (typeof WARNING_LEVELS)[number] | null
  /** Last day on which the source shows it; null when it has no end. */
  until: Day | null
}

/** An event that a source marks in the history of a protocol. */
export interface Hallmark {
  day: Day
  /** Plain text of the source. */
  text: string
}
