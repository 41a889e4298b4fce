import { type ErrorCode, PlimsollError } from '../../src/domain/errors.ts'

/** As `sysexits.h` has it: a failure that a later try may not meet. */
const EX_TEMPFAIL = 75

const EXIT_CODES: Partial<Record<ErrorCode, number>> = {
  USAGE: 2,
  CONFIG_INVALID: 2,
  BUSY: EX_TEMPFAIL,
}

const UNWRITABLE: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'there is no permission',
  EPERM: 'there is no permission',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EEXIST: 'it exists already',
  ENOTDIR: 'a part of the path is no folder',
}

/**
 * The message and exit code of a failed command: 1 for an expected failure, 2 for a wrong option or setting, 75 for a store or folder
 * that another process uses. An unexpected error keeps its stack.
 */
export function failureOf(error: unknown): { message: string; code: number } {
  if (error instanceof PlimsollError) {
    return { message: error.message, code: EXIT_CODES[error.code] ?? 1 }
  }
  if (isPackageMissing(error)) {
    const message = 'This command needs the development packages. Install them: npm ci'
    return { message, code: 1 }
  }
  const stack = error instanceof Error ? error.stack : String(error)
  const message = unwritableFile(error) ?? `Unexpected error; please report this.\n${stack}`
  return { message, code: 1 }
}

/** The sentence for a file or folder that the system does not let us write; null for another error. */
function unwritableFile(error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return null
  // Node says so of a folder on a read-only disk.
  const isUnmade = error.syscall === 'mkdir' && error.code === 'ENOENT'
  const why = isUnmade
    ? 'no folder can be made there; the disk may be read-only'
    : UNWRITABLE[String(error.code)]
  const file = 'path' in error ? String(error.path) : 'A file'
  return why === undefined ? null : `${file} cannot be read or written: ${why}.`
}

/** True when a package is not installed, as after `npm ci --omit=dev`; false when a file of our own is missing. */
function isPackageMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_MODULE_NOT_FOUND' &&
    error.message.startsWith('Cannot find package')
  )
}
