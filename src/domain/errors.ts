/** Everything that can go wrong unexpectedly, as a closed list. */
const ERROR_CODES = {
  USAGE: 'a command got an argument that it does not accept',
  CONFIG_INVALID: 'an environment variable has an invalid value',
  UPSTREAM_UNREACHABLE: 'an upstream did not respond, or responded with an error status',
  UPSTREAM_TIMEOUT: 'an upstream did not respond in time',
  UPSTREAM_TOO_LARGE: 'an upstream response exceeds the size limit of its endpoint',
  UPSTREAM_INVALID: 'an upstream response does not match its schema',
  NOT_RECORDED: 'the recording does not contain this endpoint',
  BUSY: 'another process uses the store or the published folder',
  STORE_UNUSABLE: 'the snapshot store cannot be opened, read or written',
  STATE_UNUSABLE: 'the state store (API keys and counters) cannot be opened, read or written',
  STATE_PAUSED: 'the state store did not answer and is not asked again for a few seconds',
  SNAPSHOT_REFUSED: 'the snapshot failed a check and was not published',
  EXPORT_FAILED: 'the published folder could not be written',
} as const

export type ErrorCode = keyof typeof ERROR_CODES

/** The one class of unexpected outcomes. The message is a complete sentence without secrets. */
export class PlimsollError extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'PlimsollError'
    this.code = code
  }
}

/** A command got an argument that it does not accept. */
export function usage(message: string): PlimsollError {
  return new PlimsollError('USAGE', message)
}
