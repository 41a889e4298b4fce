import { PlimsollError } from '../../errors.ts'
import { unusable } from './unusable.ts'

/** How long a request waits for another process that is writing, before it is rejected. */
export const SQLITE_DEADLINE_MS = 500

/** Waiting is done here and not in SQLite, which would hold the whole process still. */
const RETRY_MS = 1

/** Runs `work` again and again while another process is writing, until the deadline; others may run in between. */
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

/** Whether `guarded` met another process that was writing. */
export function isBusy(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && String(cause.code).startsWith('SQLITE_BUSY')
}

/** Whether there is no room for what SQLite wanted to write. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC'].includes(code)
}

/** Runs `work` and turns what SQLite or the file system threw into one sentence. */
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
    return `another process held it for over ${SQLITE_DEADLINE_MS} ms`
  if (code.startsWith('SQLITE_READONLY') || code === 'EACCES' || code === 'EROFS')
    return 'it may not be written'
  if (['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC'].includes(code)) return 'the disk is full'
  if (code.startsWith('SQLITE_IOERR')) return 'the disk refused to read or write'
  if (code.startsWith('SQLITE_CONSTRAINT')) return 'it already holds a key with this id or digest'
  if (code.startsWith('SQLITE_NOTADB') || code.startsWith('SQLITE_CORRUPT'))
    return 'it is damaged or not a state file'
  if (code.startsWith('SQLITE_CANTOPEN') || code === 'ENOENT') return 'it cannot be opened'
  return 'an unknown fault'
}
