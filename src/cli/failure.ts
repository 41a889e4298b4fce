import { PlimsollError } from '../client/index.ts'
import { meant } from '../domain/nearest.ts'
import { COMMANDS } from './command-table.ts'
import { plain } from './text/plain.ts'
import { WrongUse } from './wrong-use.ts'

/** What went wrong, for a person, and the exit code that says it to a program. */
export interface CommandFailure {
  message: string
  exitCode: number
}

export const EXIT = {
  good: 0,
  failed: 1,
  wrongUse: 2,
  notFound: 3,
  refused: 4,
  interrupted: 130,
} as const

const EXIT_OF: Record<string, number> = {
  INVALID_REQUEST: EXIT.wrongUse,
  UNPROCESSABLE: EXIT.wrongUse,
  INVALID_ARGUMENT: EXIT.wrongUse,
  NOT_FOUND: EXIT.notFound,
  PROTOCOL_NOT_FOUND: EXIT.notFound,
  UNAUTHORIZED: EXIT.refused,
  FORBIDDEN: EXIT.refused,
  RATE_LIMIT_EXCEEDED: EXIT.refused,
}

/** Describes an error of a command. Null for one that is not expected: a fault of the program. */
export function describeFailure(error: unknown, site: string): CommandFailure | null {
  if (error instanceof WrongUse) {
    const where = error.command === null ? 'plimsoll --help' : `plimsoll ${error.command} --help`
    return { message: `${plain(error.message)}\nSee ${where}.`, exitCode: EXIT.wrongUse }
  }
  if (!(error instanceof PlimsollError)) return null
  return { message: plain(sentence(error, site)), exitCode: EXIT_OF[error.code] ?? EXIT.failed }
}

function sentence(error: PlimsollError, site: string): string {
  const { code, details, retryAfterMs, documentation } = error
  if (code === 'NETWORK') return unreachable(error, site)
  if (code === 'TIMEOUT') return `${site} did not answer in time. --timeout SECONDS waits longer.`
  if (code === 'INVALID_RESPONSE' || code === 'HTTP_ERROR') {
    return `${site} did not answer as Plimsoll does: ${error.message} --url URL or PLIMSOLL_URL names another site.`
  }
  const said = /[.!?]$/.test(error.message) ? error.message : `${error.message}.`
  const { suggestions = [], ...fields } = details ?? {}
  const wrong = Object.entries(fields).map(
    ([name, texts]) => `${optionOf(name)}: ${texts.join(', ')}.`,
  )
  const wait =
    retryAfterMs === null || retryAfterMs === undefined
      ? []
      : [`Try again in ${formatWait(retryAfterMs)}.`]
  const key = code === 'UNAUTHORIZED' ? ['Put your API key into PLIMSOLL_API_KEY.'] : []
  const page = documentation ? [`See ${new URL(documentation, site).href}`] : []
  const near = meant(suggestions).trim()
  return [said, ...wrong, ...(near === '' ? [] : [near]), ...key, ...wait, ...page].join(' ')
}

function unreachable(error: PlimsollError, site: string): string {
  const code = networkCode(error)
  const why = code === null ? '' : ` (${code})`
  const isLocal = /^https?:\/\/(localhost|127\.|\[::1\])/.test(site)
  const other = 'Name another site with --url URL or PLIMSOLL_URL.'
  if (code === 'ECONNREFUSED' && isLocal) {
    return `Nothing listens at ${site}. ${other} To serve one here: npm start, in the project's folder.`
  }
  return `${site} could not be reached${why}. ${other}`
}

/** The code of the system's error below the client's, such as `ENOTFOUND`. */
export function networkCode(error: unknown): string | null {
  let cause = error
  for (let depth = 0; depth < 5 && cause instanceof Error; depth += 1) {
    if (
      'code' in cause &&
      typeof cause.code === 'string' &&
      /^[A-Z]{2}[A-Z_0-9]*$/.test(cause.code)
    ) {
      if (cause.code !== 'NETWORK') return cause.code
    }
    const [first = cause.cause] = cause instanceof AggregateError ? cause.errors : []
    cause = first
  }
  return null
}

/** A query parameter as it is typed here, such as `--max-tvl`; other fields have their own name. */
/** What an answer adds to a refusal, in words. */
const WORDS: Readonly<Record<string, string>> = {
  lookedAt: 'Looked at',
  otherChains: 'The same address is known on',
}

function optionOf(parameter: string): string {
  const options = COMMANDS.flatMap((command) => command.options)
  const option = options.find((each) => each.parameter === parameter)
  return option === undefined ? (WORDS[parameter] ?? parameter) : `--${option.name}`
}

function formatWait(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000)
  if (seconds < 120) return `${seconds} s`
  if (seconds < 7_200) return `${Math.ceil(seconds / 60)} minutes`
  return `${Math.ceil(seconds / 3_600)} hours`
}
