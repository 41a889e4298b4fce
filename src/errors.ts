/** Everything that can go wrong unexpectedly, as a closed list. */
export const ERROR_CODES = {
  USAGE: 'the command was given words it does not know',
  CONFIG_INVALID: 'the environment holds a value that cannot be used',
  UPSTREAM_UNREACHABLE: 'an upstream did not answer, or answered with an error',
  UPSTREAM_TIMEOUT: 'an upstream did not answer in time',
  UPSTREAM_TOO_LARGE: 'an upstream sent more than its endpoint may',
  UPSTREAM_INVALID: 'an upstream answered with something that is not what it promises',
  NOT_RECORDED: 'the recording does not hold this endpoint',
  STORE_UNUSABLE: 'the store cannot be opened, read or written',
  STATE_UNUSABLE: 'the state store (API keys and counters) cannot be opened, read or written',
  SNAPSHOT_REFUSED: 'a snapshot that may not be published',
  EXPORT_FAILED: 'the published folder could not be written',
} as const

export type ErrorCode = keyof typeof ERROR_CODES

/** The one class of unexpected outcomes. The message is a finished sentence and holds no secret. */
export class PlimsollError extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'PlimsollError'
    this.code = code
  }
}
