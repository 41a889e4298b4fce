import type { ProgramReader } from './program-reader.ts'

/** The programs that a scan reads. */
export const PROGRAM_READERS: readonly ProgramReader[] = []
