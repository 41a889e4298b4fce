import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import {
  SNAPSHOT_FOLDER,
  type SnapshotManifest,
  snapshotManifest,
} from '../contract/snapshot-files.ts'
import { PlimsollError } from '../errors.ts'
import { measureHistory } from '../store/history.ts'
import { openStore } from '../store/open.ts'
import { fileHash } from './file-hash.ts'

const MANIFEST_MS = 30_000
const STORE_MS = 600_000
const ATTEMPTS = 3
const PAUSE_MS = 5_000

export interface PreviousOptions {
  /** The live site, without a trailing slash. */
  siteUrl: string
  /** Where the store is put. Whatever is there is replaced. */
  storeFile: string
  fetch: typeof fetch
  pause: (ms: number) => Promise<void>
  /** The error for a reason; left out, that of a build which would lose its history. */
  refusal?: (why: string) => PlimsollError
}

/**
 * Downloads the store that the live site publishes, and checks it: its hashes, that it opens, and that it goes as far back
 * as it says. Null when nothing was ever deployed there. Throws `SNAPSHOT_REFUSED` in every other case, because a build
 * without the history would lose it.
 */
export async function fetchPrevious(options: PreviousOptions): Promise<SnapshotManifest | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const manifest = await readManifest(options)
      if (manifest) await readStore(options, manifest)
      return manifest
    } catch (error) {
      // A deploy may have come between the two files; and networks fail.
      if (!(error instanceof Passing)) throw error
      if (attempt === ATTEMPTS) throw refused(options, error.message)
      await options.pause(PAUSE_MS)
    }
  }
}

class Passing extends Error {}

async function readManifest(options: PreviousOptions): Promise<SnapshotManifest | null> {
  const response = await ask(options, `/${SNAPSHOT_FOLDER}/manifest.json`, MANIFEST_MS)
  if (response.status === 404) {
    await response.body?.cancel()
    const home = await ask(options, '/', MANIFEST_MS)
    await home.body?.cancel()
    if (home.status === 404) return null
    throw refused(options, 'it is online without one')
  }
  const text = await textOf(response)
  const parsed = snapshotManifest.safeParse(parseJson(text))
  if (response.status === 200 && parsed.success) return parsed.data
  if (response.status >= 500 || response.status === 429) {
    throw new Passing(`it answered with status ${response.status}`)
  }
  const looksPrivate = [301, 302, 303, 307, 401, 403].includes(response.status)
  throw refused(
    options,
    looksPrivate || /<html/i.test(text)
      ? `it answered with status ${response.status} and no manifest, as a site does that is private (Project configuration → Visitor access)`
      : `its manifest is not of the form that is known here (status ${response.status})`,
  )
}

async function readStore(options: PreviousOptions, manifest: SnapshotManifest): Promise<void> {
  const { storeFile } = options
  const packed = `${storeFile}.gz`
  const draft = `${storeFile}.part`
  mkdirSync(path.dirname(path.resolve(storeFile)), { recursive: true })
  try {
    const response = await ask(options, `/${SNAPSHOT_FOLDER}/plimsoll.sqlite.gz`, STORE_MS)
    if (response.status !== 200 || response.body === null) {
      throw new Passing(`the file was answered with status ${response.status}`)
    }
    const { bytes, sha256 } = manifest.files['plimsoll.sqlite.gz']
    await save(response.body, packed, bytes)
    await check(packed, sha256)
    await pipeline(createReadStream(packed), createGunzip(), createWriteStream(draft))
    await check(draft, manifest.files['plimsoll.sqlite'].sha256)
    checkHistory(options, draft, manifest)
    for (const ending of ['', '-wal', '-shm']) rmSync(storeFile + ending, { force: true })
    renameSync(draft, storeFile)
  } finally {
    for (const ending of ['', '-wal', '-shm']) rmSync(draft + ending, { force: true })
    rmSync(packed, { force: true })
  }
}

/**
 * All of it is read before any is written: the fetch of Node 24.21 ends the whole process with a failed assertion when
 * a connection closes while its reader waits for the disk.
 */
async function save(body: ReadableStream<Uint8Array>, file: string, bytes: number): Promise<void> {
  const parts: Uint8Array[] = []
  let received = 0
  try {
    for await (const part of body) {
      parts.push(part)
      received += part.length
      if (received > bytes) break
    }
  } catch {
    throw new Passing('the file broke off')
  }
  if (received !== bytes) throw new Passing('the file is not as long as its manifest says')
  writeFileSync(file, Buffer.concat(parts))
}

async function check(file: string, sha256: string): Promise<void> {
  if ((await fileHash(file)) !== sha256)
    throw new Passing('the file is not the one of its manifest')
}

function checkHistory(options: PreviousOptions, file: string, manifest: SnapshotManifest): void {
  const store = openStore(file)
  try {
    const history = measureHistory(store)
    const stated = manifest.history
    if (
      history?.snapshots !== stated.snapshots ||
      history.firstDay !== stated.firstDay ||
      history.lastDay !== stated.lastDay
    ) {
      throw refused(options, 'its store does not go as far back as its manifest says')
    }
  } finally {
    store.close()
  }
}

/** Redirects are not followed: a private site redirects to a page for logging in. */
async function ask(
  { siteUrl, fetch: request }: PreviousOptions,
  address: string,
  deadlineMs: number,
): Promise<Response> {
  try {
    return await request(siteUrl + address, {
      redirect: 'manual',
      signal: AbortSignal.timeout(deadlineMs),
    })
  } catch {
    throw new Passing('it could not be reached')
  }
}

async function textOf(response: Response): Promise<string> {
  try {
    return await response.text()
  } catch {
    throw new Passing('its manifest broke off')
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function refused({ refusal }: PreviousOptions, why: string): PlimsollError {
  if (refusal) return refusal(why)
  return new PlimsollError(
    'SNAPSHOT_REFUSED',
    `The last snapshot could not be read from the live site: ${why}. Building without it would lose the history, so nothing is built. To start a new history, set PLIMSOLL_HISTORY=new for one build.`,
  )
}
