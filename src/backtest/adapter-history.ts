import { readFileSync, statSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import * as z from 'zod'
import { isDay } from '../domain/day.ts'
import { PlimsollError, usage } from '../domain/errors.ts'
import type { AdapterChange } from '../ingest/adapters/history.ts'
import { adapterBatch, SOURCE_ID } from '../ingest/adapters/map.ts'
import type { Source } from '../ingest/source.ts'

const HEADER = 'day\tmodule\tauthor\tmodules_touched'

/** The history up to 2026 has 280 kB, and 1.4 MB unpacked. */
const MAX_FILE_BYTES = 20_000_000
const MAX_BYTES = 100_000_000

const count = z.coerce.number().int().min(1)
const rowSchema = z
  .tuple([z.string().refine(isDay), z.string().min(1), count, count])
  .transform(
    ([day, name, author, modulesTouched]): AdapterChange => ({ day, name, author, modulesTouched }),
  )

/**
 * Reads a history of the adapters: a gzipped table of day, module, author as a number, and how many modules the commit touched.
 * Throws `USAGE` when the file cannot be read or has another form.
 */
export function readAdapterHistory(file: string): AdapterChange[] {
  const [header, ...lines] = unpack(file).trimEnd().split('\n')
  if (header !== HEADER) throw unusable(`the first line must be ${JSON.stringify(HEADER)}.`)
  return lines.map((line, index) => {
    const row = rowSchema.safeParse(line.split('\t'))
    if (!row.success) throw unusable(`line ${index + 2} is not a day, a module and two counts.`)
    return row.data
  })
}

/** The source of a back-test: the same readings as in production, from changes up to the day of the cohort. */
export function recordedAdapters(changes: readonly AdapterChange[]): Source {
  return { id: SOURCE_ID, read: async ({ asOf }) => adapterBatch(changes, asOf) }
}

function unpack(file: string): string {
  try {
    if (statSync(file).size > MAX_FILE_BYTES) throw unusable('the file is too large.')
    return gunzipSync(readFileSync(file), { maxOutputLength: MAX_BYTES }).toString('utf8')
  } catch (error) {
    if (error instanceof PlimsollError) throw error
    throw unusable('the file cannot be read as a gzip file.')
  }
}

function unusable(what: string): PlimsollError {
  return usage(`--adapters: ${what}`)
}
