import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import {
  BULK_FOLDER,
  type BulkKey,
  type BulkManifest,
  bulkManifest,
  copyPath,
  MAX_MANIFEST_BYTES,
} from '../contract/bulk.ts'
import { PlimsollError } from '../domain/errors.ts'
import { parseJson } from '../domain/json.ts'
import { isSignedBy } from '../domain/signature.ts'

/** Where earlier tables, or other files for download, are published. */
export interface EarlierBulk {
  name: string
  /** A file below their folder, at most this long; null when it is not there. Rejects when the place cannot be read. */
  get: (file: string, mostBytes: number) => Promise<Uint8Array<ArrayBuffer> | null>
  /** Names of the dated folders, where they can be listed. */
  list?: () => string[]
}

const FETCH_MS = 120_000
const ATTEMPTS = 3
const PAUSE_MS = 2_000

/** The tables in a published folder, or the files of another of its folders. */
export function bulkInFolder(distDir: string, below = BULK_FOLDER): EarlierBulk {
  const folder = path.join(distDir, below)
  return {
    name: folder,
    get: async (file, mostBytes) => {
      const at = path.join(folder, file)
      const size = statSync(at, { throwIfNoEntry: false })?.size
      return size === undefined || size > mostBytes ? null : readFileSync(at)
    },
    list: () =>
      existsSync(folder)
        ? readdirSync(folder).filter((name) => copyPath.safeParse(name).success)
        : [],
  }
}

/** The tables of an online site. Redirects are not followed: a private site redirects to its login page. */
export function bulkOnline(
  siteUrl: string,
  request: typeof fetch,
  pause: (ms: number) => Promise<void>,
  below = BULK_FOLDER,
): EarlierBulk {
  async function get(file: string, mostBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
    const response = await request(`${siteUrl}/${below}/${file}`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(FETCH_MS),
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      if (response.status === 404) return null
      throw new Error(`${file} was answered with status ${response.status}`)
    }
    const parts: Uint8Array[] = []
    let received = 0
    for await (const part of response.body ?? []) {
      received += part.length
      if (received > mostBytes) return null
      parts.push(part)
    }
    return Buffer.concat(parts)
  }
  return {
    name: siteUrl,
    get: async (file, mostBytes) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await get(file, mostBytes)
        } catch (error) {
          if (attempt === ATTEMPTS) throw error
          await pause(PAUSE_MS)
        }
      }
    },
  }
}

/** An earlier manifest, and why its copies may not be carried over; null when they may. */
export interface EarlierManifest {
  copies: BulkManifest['copies']
  lost: BulkManifest['lost']
  refusal: string | null
  /** Of the earlier manifest; 0 when there is none, or when it is not trusted: a forged one could use up the numbers. */
  version: number
}

/**
 * What the earlier manifest lists. With a key of ours, only a manifest that this key or a former one signed vouches for copies.
 * Throws `EXPORT_FAILED` when the place cannot be read, and when its manifest is invalid and its folders cannot be listed.
 */
export async function readEarlier(
  place: EarlierBulk,
  trusted: BulkKey[],
): Promise<EarlierManifest> {
  const bytes = await read(place, 'manifest.json')
  if (bytes === null) return { copies: [], lost: [], refusal: null, version: 0 }
  const { data } = bulkManifest.safeParse(parseJson(Buffer.from(bytes).toString('utf8')))
  if (!data) return withoutManifest(place)
  const { copies, lost } = data
  const refusal = await findRefusal(place, bytes, data, trusted)
  return { copies, lost, refusal, version: refusal === null ? data.version : 0 }
}

/** Why a manifest does not vouch for what it lists; null when it does. */
export async function findRefusal(
  place: EarlierBulk,
  bytes: Uint8Array<ArrayBuffer>,
  { signature }: { signature: string | null },
  trusted: BulkKey[],
): Promise<string | null> {
  if (trusted.length === 0) return null
  if (signature === null) return 'the manifest that listed it was not signed'
  const text = await read(place, 'manifest.json.sig')
  const signed = Buffer.from(text ?? []).toString('latin1')
  for (const { publicKey } of trusted) {
    if (await isSignedBy(publicKey, bytes, signed)) return null
  }
  return 'the manifest that listed it was not signed by this key or a former one'
}

function withoutManifest(place: EarlierBulk): EarlierManifest {
  if (!place.list) {
    throw new PlimsollError(
      'EXPORT_FAILED',
      `The list of the earlier tables of ${place.name} does not match its schema. A build without it would lose their dated copies, so the build stops.`,
    )
  }
  const why = 'the manifest that listed it cannot be read'
  const lost = place.list().map((path) => ({ path, snapshot: '', why }))
  return { copies: [], lost, refusal: null, version: 0 }
}

async function read(place: EarlierBulk, file: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return await place.get(file, MAX_MANIFEST_BYTES)
  } catch (error) {
    const message = `The earlier tables of ${place.name} could not be read, and their dated copies would be lost, so the build stops.`
    throw new PlimsollError('EXPORT_FAILED', message, { cause: error })
  }
}
