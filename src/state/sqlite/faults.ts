import { PlimsollError } from '../../domain/errors.ts'
import { unusable } from '../unusable.ts'

/** How long a request waits for another process that is writing. */
export const SQLITE_DEADLINE_MS = 500

/** The wait is here and not in SQLite, which would block the whole process. */
const RETRY_MS = 1

/** Retries `work` while another process is writing, until the deadline, without blocking the event loop. */
export async function patiently<T>(work: () => T): Promise<T> {
  let late = false
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    for (;;) {
      try {
        return work()
      } catch (error) {
        if (late || !isBusy(error)) throw error
      }
      timer ??= setTimeout(() => {
        late = true
      }, SQLITE_DEADLINE_MS)
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  } finally {
    clearTimeout(timer)
  }
}

/** Whether `guarded` failed because another process was writing. */
export function isBusy(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && String(cause.code).startsWith('SQLITE_BUSY')
}

/** Whether the disk is full. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC'].includes(code)
}

/** Runs `work`; turns errors of SQLite and the file system into `STATE_UNUSABLE` with one sentence. */
export function guarded<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof PlimsollError) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    throw unusable(`${explain(code)} (${file})`, error)
  }
}

function explain(code: string): string {
  if (code.startsWith('SQLITE_BUSY'))
    return `another process has locked it for over ${SQLITE_DEADLINE_MS} ms`
  if (code.startsWith('SQLITE_READONLY') || code === 'EACCES' || code === 'EROFS')
    return 'it is read-only'
  if (['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC'].includes(code)) return 'the disk is full'
  if (code.startsWith('SQLITE_IOERR')) return 'the disk failed to read or write'
  if (code.startsWith('SQLITE_CONSTRAINT')) return 'it already holds a key with this id or digest'
  if (code.startsWith('SQLITE_NOTADB') || code.startsWith('SQLITE_CORRUPT'))
    return 'it is damaged or not a state file'
  if (code.startsWith('SQLITE_CANTOPEN') || code === 'ENOENT') return 'it cannot be opened'
  return 'unknown error'
}
