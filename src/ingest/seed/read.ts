import { readFileSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as z from 'zod'
import type { Batch } from '../../domain/batch.ts'
import { PlimsollError } from '../../domain/errors.ts'
import { parseJson } from '../../domain/json.ts'
import type { SourceId } from '../../domain/sources.ts'
import { mapSeed } from './map.ts'
import { SEED_FILES, type SeedContent, type SeedFile } from './schema.ts'

/**
 * The batches of a seed folder, such as `data/seed` or `data/sandbox`, by source.
 * Throws `NOT_RECORDED` when a file cannot be read and `UPSTREAM_INVALID` when one does not match its schema.
 */
export function readSeed(dir: URL | string): Map<SourceId, Batch> {
  return mapSeed(loadSeed(dir))
}

/** The files of a seed folder, checked. Throws like `readSeed`. */
export function loadSeed(dir: URL | string): SeedContent {
  const url = typeof dir === 'string' ? pathToFileURL(dir) : dir
  const folder = url.href.endsWith('/') ? url : new URL(`${url.href}/`)
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

function loadFile<File extends SeedFile>(folder: URL, name: File): SeedContent[File]
function loadFile(folder: URL, name: SeedFile): SeedContent[SeedFile] {
  const file = fileURLToPath(new URL(`${name}.json`, folder))
  const value = parseJson(readText(file))
  if (value === undefined) throw new PlimsollError('UPSTREAM_INVALID', `${file} is not valid JSON.`)
  const parsed = SEED_FILES[name].safeParse(value)
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
