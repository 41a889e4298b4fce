import { PlimsollError } from '../errors.ts'

/** Whether an error speaks of one upstream, so that the run goes on without it. Any other ends the run. */
export function isUpstreamFailure(error: unknown): error is PlimsollError {
  if (!(error instanceof PlimsollError)) return false
  return error.code.startsWith('UPSTREAM_') || error.code === 'NOT_RECORDED'
}
