import { type ApiResponse, problem } from './api-response.ts'

/** 410: a read of a snapshot that is not published any more, or never was. `current` is the one that is. */
export function snapshotGone(parameter: 'snapshot' | 'cursor', current: string): ApiResponse {
  const details = { [parameter]: ['is of a snapshot that is not published'], current: [current] }
  return problem('SNAPSHOT_GONE', { details })
}
