import { readdirSync, readFileSync } from 'node:fs'
import * as z from 'zod'
import { SCAN_CHAINS } from '../../src/chains/scan-chains.ts'
import { PlimsollError } from '../../src/domain/errors.ts'

const FOLDER = new URL('../../data/wallet/sources/', import.meta.url)

/**
 * A file of `data/wallet/sources`: a row, or a group that gives its fields to the rows in it, which may be groups as well. Fields that
 * are not named here are those of a contract entry, whose driver has their schema.
 */
const group = z
  .object({
    /** For the reader of the file. */
    note: z.string().min(1).optional(),
    /** A row without a chain is for every chain. */
    chain: z.enum(SCAN_CHAINS.map(({ key }) => key)).optional(),
    /** What makes the entries of the row. Without one the row is an entry. */
    generator: z.string().min(1).optional(),
    /** Where the addresses are from, and the day of a list that changes often. */
    source: z.string().min(1).optional(),
    day: z.iso.date().optional(),
    get rows() {
      return z.array(group).min(1).optional()
    },
  })
  .catchall(z.json())
type Group = z.infer<typeof group>

export interface SourceFile {
  /** Without the ending. */
  name: string
  /** Each row with the fields of the groups that it is in. */
  rows: Group[]
}

/** Every file of the folder, by name. */
export function readSourceFiles(folder: URL = FOLDER): SourceFile[] {
  const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ''))
  return names.sort().map((name) => readSourceFile(name, folder))
}

/** One file. Throws when it is not as described above. */
export function readSourceFile(name: string, folder: URL = FOLDER): SourceFile {
  return inSourceFile(name, () => {
    const text = readFileSync(new URL(`${name}.json`, folder), 'utf8')
    return { name, rows: rowsOf(group.parse(JSON.parse(text))) }
  })
}

function rowsOf({ rows, note: _, ...fields }: Group): Group[] {
  return rows ? rows.flatMap(rowsOf).map((row) => ({ ...fields, ...row })) : [fields]
}

/** Names the file in the message of what goes wrong. */
export function inSourceFile<T>(name: string, of: () => T): T {
  try {
    return of()
  } catch (cause) {
    const problem = problemOf(cause)
    throw new PlimsollError('USAGE', `data/wallet/sources/${name}.json: ${problem}`, { cause })
  }
}

/** The message of an error, of a schema with the fields that it is about. */
export function problemOf(cause: unknown): string {
  if (cause instanceof z.ZodError) return z.prettifyError(cause)
  return cause instanceof Error ? cause.message : String(cause)
}
