import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { type ApiResponse, JSON_TYPE, PUBLISHED } from '../../http/api-response.ts'

/** Most documents in memory. */
const MAX_CACHED = 2_000

/** How often the manifest is checked for a newly published folder. */
const CHECK_EVERY_MS = 1_000

/** Longer than it takes to replace the folder. */
const SWAP_MS = 25

const BACK_DOOR = '/_data/'

const NOT_FOUND: ApiResponse = { status: 404, headers: {}, body: null }

/** 503: the document is in the manifest but cannot be read, or its hash differs. */
function broken(fault: string): ApiResponse {
  return { status: 503, headers: {}, body: null, fault }
}

/** One published folder: its manifest and the documents read so far. */
interface Published {
  /** Identifies the published folder. */
  mark: string
  /** SHA-256 by name, such as `live/stats.json`. */
  hashes: Map<string, string>
  cache: LRUCache<string, ApiResponse>
}

/** Reads an address; `look` checks at once whether another folder was published. */
export interface DataFiles {
  (address: string): Promise<ApiResponse>
  look(): Promise<void>
}

/**
 * Reads `/_data/…` addresses from the published folder, cached in memory: 404 when the document is not in the manifest, 503
 * when its hash differs or there is no manifest. Notices within a second that a folder was published or removed, and keeps the last
 * manifest while the new one cannot be read. `awaitFolder` waits for a folder that is being replaced.
 */
export function dataFiles(
  distDir: string,
  clock: () => number,
  awaitFolder: () => Promise<boolean> = async () => false,
  maxCached: number = MAX_CACHED,
): DataFiles {
  const root = path.resolve(distDir, '_data')
  let published: Published | null = null
  let checkedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | null = null

  // Concurrent requests share one check, so that all of them see the same folder.
  function look(): Promise<void> {
    checkedAt = clock()
    looking ??= readPublished(root, published, maxCached).then((found) => {
      published = found
      looking = null
    })
    return looking
  }

  async function read(address: string): Promise<ApiResponse> {
    const sinceCheck = clock() - checkedAt
    if (looking || sinceCheck >= CHECK_EVERY_MS || sinceCheck < 0) await look()
    const name = address.startsWith(BACK_DOOR) ? address.slice(BACK_DOOR.length) : ''
    const answer = published?.cache.get(name) ?? (await readDocument(root, published, name))
    if (answer.status === 200) return answer
    // A folder may have been published since the last check, or is being replaced now.
    if (answer.status === 503 && !(await awaitFolder())) await pause(SWAP_MS)
    await look()
    return readDocument(root, published, name)
  }
  return Object.assign(read, { look })
}

async function readPublished(
  root: string,
  last: Published | null,
  maxCached: number,
): Promise<Published | null> {
  const file = path.join(root, 'manifest.json')
  try {
    const { ino, mtimeMs, size } = await stat(file)
    const mark = `${ino} ${mtimeMs} ${size}`
    if (mark === last?.mark) return last
    return {
      mark,
      hashes: parseHashes(await readFile(file, 'utf8')),
      cache: new LRUCache({ max: maxCached }),
    }
  } catch (error) {
    // What is in memory is not given out as if it were still published.
    return error instanceof Error && 'code' in error && error.code === 'ENOENT' ? null : last
  }
}

/** Throws when the text is not a manifest. Its content was checked before it was published. */
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
  // Opens only names of the manifest, so no address leads outside the folder.
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
    return broken(`the hash of _data/${name} differs from the manifest`)
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
