import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type ApiResponse, JSON_TYPE, PUBLISHED } from '../../http/api-response.ts'

/** Most documents in memory. */
const MAX_CACHED = 2_000

/** How long a published folder is trusted to be the same before its manifest is looked at again. */
const CHECK_EVERY_MS = 1_000

/** Longer than it takes to put one folder in the place of another. */
const SWAP_MS = 25

const BACK_DOOR = '/_data/'

const NOT_FOUND: ApiResponse = { status: 404, headers: {}, body: null }

/** The manifest promises the document, and it cannot be read or is not the one that was published. */
function broken(fault: string): ApiResponse {
  return { status: 503, headers: {}, body: null, fault }
}

/** One published folder: what its manifest promises, and what was read of it. */
interface Published {
  /** Tells one published folder from the next. */
  mark: string
  /** SHA-256 by name, such as `live/stats.json`. */
  hashes: Map<string, string>
  cache: LRUCache<string, ApiResponse>
}

/**
 * Reads `/_data/…` addresses from the published folder, through memory: 404 when the manifest does not name the document,
 * 503 when it does and the bytes are not the promised ones, or when there is no manifest at all.
 * A newly published folder is noticed within a second. While its manifest cannot be read the last one stands. `awaitFolder`
 * waits for a folder that is away.
 */
export function dataFiles(
  distDir: string,
  clock: () => number,
  awaitFolder: () => Promise<boolean> = async () => false,
): (address: string) => Promise<ApiResponse> {
  const root = path.resolve(distDir, '_data')
  let published: Published | null = null
  let checkedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | null = null

  // Requests that come in meanwhile wait for the same look, so that all of them see one folder.
  function look(): Promise<void> {
    checkedAt = clock()
    looking ??= readPublished(root, published).then((found) => {
      published = found
      looking = null
    })
    return looking
  }

  return async (address) => {
    const sinceCheck = clock() - checkedAt
    if (looking || sinceCheck >= CHECK_EVERY_MS || sinceCheck < 0) await look()
    const name = address.startsWith(BACK_DOOR) ? address.slice(BACK_DOOR.length) : ''
    const answer = published?.cache.get(name) ?? (await readDocument(root, published, name))
    if (answer.status === 200) return answer
    // Perhaps a folder was published since the last look, or is being put in its place just now.
    if (answer.status === 503 && !(await awaitFolder())) await pause(SWAP_MS)
    await look()
    return readDocument(root, published, name)
  }
}

async function readPublished(root: string, last: Published | null): Promise<Published | null> {
  const file = path.join(root, 'manifest.json')
  try {
    const { ino, mtimeMs, size } = await stat(file)
    const mark = `${ino} ${mtimeMs} ${size}`
    if (mark === last?.mark) return last
    return {
      mark,
      hashes: parseHashes(await readFile(file, 'utf8')),
      cache: new LRUCache({ max: MAX_CACHED }),
    }
  } catch {
    return last
  }
}

/** Throws when the text is not a manifest; the whole of it was checked when it was written. */
function parseHashes(text: string): Map<string, string> {
  const { documents }: { documents: Record<string, { sha256: string }> } = JSON.parse(text)
  return new Map(Object.entries(documents).map(([name, { sha256 }]) => [name, sha256]))
}

async function readDocument(
  root: string,
  published: Published | null,
  name: string,
): Promise<ApiResponse> {
  if (!published) return broken('_data/manifest.json cannot be read')
  const { hashes, cache } = published
  // Only names out of the manifest are ever opened, so no address leads outside the folder.
  const promised = hashes.get(name)
  if (promised === undefined) return NOT_FOUND
  let body: Buffer
  try {
    body = await readFile(path.join(root, name))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return broken(`_data/${name} cannot be read (${code})`)
  }
  if (createHash('sha256').update(body).digest('hex') !== promised) {
    return broken(`_data/${name} is not as it was published`)
  }
  const headers = {
    'Content-Type': JSON_TYPE,
    ETag: `"${promised.slice(0, 32)}"`,
    [PUBLISHED]: published.mark,
  }
  const answer = { status: 200, headers, body }
  cache.set(name, answer)
  return answer
}
