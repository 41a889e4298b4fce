import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type SnapshotManifest, snapshotManifest } from '../contract/snapshot-files.ts'
import type { PlimsollError } from '../domain/errors.ts'
import { parseJson } from '../domain/json.ts'
import { measureHistory } from '../store/history.ts'
import { openStore } from '../store/open.ts'
import { fileHash } from './file-hash.ts'
import type { HistoryPlace } from './history-place.ts'
import { DamagedError, unpackStore } from './pack-store.ts'

const MANIFEST = 'manifest.json'
const MANIFEST_MS = 30_000
const MANIFEST_BYTES = 1_000_000
const STORE_MS = 600_000
const ATTEMPTS = 3
const PAUSE_MS = 5_000

interface PreviousOptions {
  place: HistoryPlace
  /** Where the store is written. Replaces an existing file. */
  storeFile: string
  pause: (ms: number) => Promise<void>
  /** The error for a reason. */
  refusal: (why: string) => PlimsollError
  /** Folder for the unchanged manifest and packed store; left out, they are not kept. */
  keepIn?: string
}

/** What a place publishes, or why it publishes nothing, as part of a sentence. */
export type Previous = Found | { absent: string }

interface Found {
  manifest: SnapshotManifest
  /** The manifest as it was downloaded. */
  text: string
}

/**
 * Downloads the store that a place publishes and checks its length, its hashes before and after unpacking, that it opens, and
 * that its history is the one in the manifest. Throws the `refusal` when it cannot be used or could not be downloaded.
 */
export async function fetchPrevious(options: PreviousOptions): Promise<Previous> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const previous = await readManifest(options)
      if ('manifest' in previous) await readStore(options, previous)
      return previous
    } catch (error) {
      // The network failed, or a deploy happened between the two files.
      if (!(error instanceof TransientError || error instanceof DamagedError)) throw error
      if (attempt === ATTEMPTS) throw options.refusal(error.message)
      await options.pause(PAUSE_MS)
    }
  }
}

class TransientError extends Error {}

async function readManifest(options: PreviousOptions): Promise<Previous> {
  const response = await ask(options, MANIFEST, MANIFEST_MS)
  const { status } = response
  if (status === 404) {
    await response.body?.cancel()
    return { absent: 'no history is published there' }
  }
  const text = Buffer.concat(await collect(response, MANIFEST_BYTES)).toString('utf8')
  const parsed = snapshotManifest.safeParse(parseJson(text))
  if (status === 200 && parsed.success) return { manifest: parsed.data, text }
  if (status >= 500 || status === 429) throw new TransientError(`it answered with status ${status}`)
  if ([301, 302, 303, 307, 401, 403].includes(status) || /<html/i.test(text)) {
    return {
      absent: `it answered with status ${status} and no manifest, as a site does that is private (Project configuration → Visitor access)`,
    }
  }
  throw options.refusal(`its manifest does not match the schema (status ${status})`)
}

async function readStore(options: PreviousOptions, { manifest, text }: Found): Promise<void> {
  const { storeFile, keepIn } = options
  const { store } = manifest
  const packed = `${storeFile}.packed`
  const draft = `${storeFile}.part`
  mkdirSync(path.dirname(path.resolve(storeFile)), { recursive: true })
  try {
    const response = await ask(options, store.name, STORE_MS)
    if (response.status !== 200) {
      await response.body?.cancel()
      throw new TransientError(`the file was answered with status ${response.status}`)
    }
    // The whole file is read before it is written: the fetch of Node 24.21 ends the process with a failed assertion when a
    // connection closes while its reader waits for the disk. The length in the manifest has a limit.
    const parts = await collect(response, store.bytes)
    if (parts.reduce((sum, { length }) => sum + length, 0) !== store.bytes) {
      throw new TransientError('the length of the file differs from its manifest')
    }
    writeFileSync(packed, Buffer.concat(parts))
    await check(packed, store.sha256)
    await unpackStore(packed, draft, store)
    await check(draft, store.unpacked.sha256)
    checkHistory(options, draft, manifest)
    if (keepIn !== undefined) {
      mkdirSync(keepIn, { recursive: true })
      copyFileSync(packed, path.join(keepIn, store.name))
      writeFileSync(path.join(keepIn, MANIFEST), text)
    }
    for (const ending of ['', '-wal', '-shm']) rmSync(storeFile + ending, { force: true })
    renameSync(draft, storeFile)
  } finally {
    for (const ending of ['', '-wal', '-shm']) rmSync(draft + ending, { force: true })
    rmSync(packed, { force: true })
  }
}

/** Reads a body, at most one chunk beyond `bytes`. */
async function collect({ body }: Response, bytes: number): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = []
  let received = 0
  try {
    for await (const part of body ?? []) {
      parts.push(part)
      received += part.length
      if (received > bytes) break
    }
  } catch {
    throw new TransientError('the download was interrupted')
  }
  return parts
}

async function check(file: string, sha256: string): Promise<void> {
  if ((await fileHash(file)) !== sha256)
    throw new TransientError('the SHA-256 of the file differs from its manifest')
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
      throw options.refusal('its store covers other days than its manifest says')
    }
  } finally {
    store.close()
  }
}

async function ask({ place }: PreviousOptions, file: string, ms: number): Promise<Response> {
  try {
    return await place.get(file, ms)
  } catch {
    throw new TransientError('it could not be reached')
  }
}
