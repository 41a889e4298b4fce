import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import * as z from 'zod'
import type { Batch } from '../../domain/batch.ts'
import type { SourceId } from '../../domain/sources.ts'
import { PlimsollError } from '../../errors.ts'
import { mapSeed } from './map.ts'
import { SEED_FILES, type Seed, type SeedFile } from './schema.ts'

/**
 * The batches of a seed folder, such as `data/seed` or `data/sandbox`, by source.
 * Throws `NOT_RECORDED` when a file is not there and `UPSTREAM_INVALID` when one is not of the seed's form.
 */
export function readSeed(dir: URL | string): Map<SourceId, Batch> {
  return mapSeed(loadSeed(dir))
}

/** The five files of a seed folder, checked. Throws like `readSeed`. */
export function loadSeed(dir: URL | string): Seed {
  const url = typeof dir === 'string' ? pathToFileURL(dir) : dir
  const folder = url.href.endsWith('/') ? url : new URL(`${url.href}/`)
  return {
    protocols: loadFile(folder, 'protocols'),
    incidents: loadFile(folder, 'incidents'),
    bounties: loadFile(folder, 'bounties'),
    reviews: loadFile(folder, 'reviews'),
    sanctions: loadFile(folder, 'sanctions'),
  }
}

function loadFile<File extends SeedFile>(folder: URL, name: File): Seed[File]
function loadFile(folder: URL, name: SeedFile): Seed[SeedFile] {
  const parsed = SEED_FILES[name].safeParse(parseJson(readText(folder, name), name))
  if (parsed.success) return parsed.data
  throw new PlimsollError(
    'UPSTREAM_INVALID',
    `${name}.json of the seed is not of its form: ${z.prettifyError(parsed.error)}`,
  )
}

function readText(folder: URL, name: SeedFile): string {
  try {
    return readFileSync(new URL(`${name}.json`, folder), 'utf8')
  } catch (cause) {
    throw new PlimsollError('NOT_RECORDED', `The seed has no readable ${name}.json.`, { cause })
  }
}

function parseJson(text: string, name: SeedFile): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new PlimsollError('UPSTREAM_INVALID', `${name}.json of the seed is not JSON.`, { cause })
  }
}
