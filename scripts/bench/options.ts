import { PlimsollError } from '../../src/domain/errors.ts'
import { readArguments } from '../command/arguments.ts'

/** What can be measured, in the order in which it is. */
export const PARTS = ['job', 'gateway', 'workers'] as const

export type BenchPart = (typeof PARTS)[number]

export interface BenchOptions {
  parts: readonly BenchPart[]
  /** Times that the job is run. */
  runs: number
  json: boolean
  help: boolean
}

/** The options of `npm run bench`. Throws `USAGE` for anything else. */
export function parseOptions(words: string[]): BenchOptions {
  const { only, runs: times, json, help } = parse(words)
  const parts = only === undefined ? PARTS : PARTS.filter((part) => part === only)
  if (parts.length === 0) {
    throw new PlimsollError('USAGE', `--only wants ${PARTS.join(', ')}, not ${only}.`)
  }
  const runs = Number(times)
  if (!(Number.isInteger(runs) && runs > 0)) {
    throw new PlimsollError('USAGE', `--runs wants a whole number above 0, not ${times}.`)
  }
  return { parts, runs, json, help }
}

function parse(words: string[]) {
  const options = {
    only: { type: 'string' },
    runs: { type: 'string', default: '3' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  } as const
  return readArguments({ args: words, options }).values
}
