import { PlimsollError } from '../domain/errors.ts'

/** Whether an error concerns one upstream only: the run continues without it. Any other error ends the run. */
export function isUpstreamFailure(error: unknown): error is PlimsollError {
  if (!(error instanceof PlimsollError)) return false
  return error.code.startsWith('UPSTREAM_') || error.code === 'NOT_RECORDED'
}
