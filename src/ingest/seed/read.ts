import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as z from 'zod'
import type { Batch } from '../../domain/batch.ts'
import type { Day } from '../../domain/day.ts'
import { PlimsollError } from '../../domain/errors.ts'
import { parseJson } from '../../domain/json.ts'
import type { SourceId } from '../../domain/sources.ts'
import { mapSeed } from './map.ts'
import { seedOn } from './past.ts'
import {
  PAST_FILE,
  SEED_FILES,
  type SeedContent,
  type SeedFile,
  type SeedPastDay,
} from './schema.ts'

/**
 * The batches of a seed folder, such as `data/seed` or `data/sandbox`, by source.
 * Throws `NOT_RECORDED` when a file cannot be read and `UPSTREAM_INVALID` when one does not match its schema.
 */
export function readSeed(dir: URL | string): Map<SourceId, Batch> {
  return mapSeed(loadSeed(dir))
}

/** The same of each earlier day that the folder knows, oldest first. A file without a row of that time is left out. */
export function readPast(dir: URL | string): { asOf: Day; batches: Map<SourceId, Batch> }[] {
  const seed = loadSeed(dir)
  return loadPastDays(dir).map((past) => {
    const batches = [...mapSeed(seedOn(seed, past))]
    const known = batches.filter(([, { rowCounts }]) => rowCounts && rowCounts.rows > 0)
    return { asOf: past.asOf, batches: new Map(known) }
  })
}

/** The files of a seed folder, checked. Throws like `readSeed`. */
export function loadSeed(dir: URL | string): SeedContent {
  const folder = folderOf(dir)
  return {
    protocols: loadFile(folder, 'protocols'),
    incidents: loadFile(folder, 'incidents'),
    bounties: loadFile(folder, 'bounties'),
    reviews: loadFile(folder, 'reviews'),
    sanctions: loadFile(folder, 'sanctions'),
    adapters: loadFile(folder, 'adapters'),
    control: loadFile(folder, 'control'),
    markets: loadFile(folder, 'markets'),
    audits: loadFile(folder, 'audits'),
  }
}

/** The earlier days of a seed folder, oldest first; none without a file `past.json`. Throws like `readSeed`. */
export function loadPastDays(dir: URL | string): SeedPastDay[] {
  const file = new URL('past.json', folderOf(dir))
  if (!existsSync(file)) return []
  return parseFile(file, PAST_FILE).days.toSorted((a, b) => (a.asOf < b.asOf ? -1 : 1))
}

function folderOf(dir: URL | string): URL {
  const url = typeof dir === 'string' ? pathToFileURL(dir) : dir
  return url.href.endsWith('/') ? url : new URL(`${url.href}/`)
}

function loadFile<File extends SeedFile>(folder: URL, name: File): SeedContent[File]
function loadFile(folder: URL, name: SeedFile): SeedContent[SeedFile] {
  return parseFile<SeedContent[SeedFile]>(new URL(`${name}.json`, folder), SEED_FILES[name])
}

function parseFile<Content>(url: URL, schema: z.ZodType<Content>): Content {
  const file = fileURLToPath(url)
  const value = parseJson(readText(file))
  if (value === undefined) throw new PlimsollError('UPSTREAM_INVALID', `${file} is not valid JSON.`)
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new PlimsollError(
    'UPSTREAM_INVALID',
    `${file} does not match its schema: ${z.prettifyError(parsed.error)}`,
  )
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new PlimsollError('NOT_RECORDED', `${file} cannot be read.`, { cause })
  }
}
