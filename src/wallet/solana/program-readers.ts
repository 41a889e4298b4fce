import type { ProgramReader } from './program-reader.ts'
import { kamino } from './programs/kamino.ts'
import { marginfi } from './programs/marginfi.ts'
import { save } from './programs/save.ts'

/** The programs that a scan reads. */
export const PROGRAM_READERS: readonly ProgramReader[] = [kamino, marginfi, save]
