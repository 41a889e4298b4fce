import path from 'node:path'
import { bulkInFolder, bulkOnline, type EarlierBulk } from '../bulk/earlier-bulk.ts'
import { isSignedBy } from '../bulk/signing.ts'
import { type BulkManifest, bulkManifest, MAX_MANIFEST_BYTES } from '../contract/bulk.ts'
import { sha256 } from '../contract/hash.ts'
import { parseJson } from '../domain/json.ts'
import { DATA } from '../publish/write-documents.ts'
import { uncheckable } from './published.ts'

/** A signature is 89 bytes. */
const SIGNATURE_BYTES = 1_000

export interface CheckedBulk {
  /** Id of the key that signed the manifest; null when it is not signed. */
  signedBy: string | null
  files: number
}

/** The tables of a published folder, its `_data`, or a site. */
export function bulkOf(
  snapshot: string,
  request: typeof fetch,
  pause: (ms: number) => Promise<void>,
): EarlierBulk {
  if (/^https?:\/\//i.test(snapshot)) return bulkOnline(new URL(snapshot).origin, request, pause)
  const dir = path.resolve(snapshot)
  return bulkInFolder(path.basename(dir) === DATA ? path.dirname(dir) : dir)
}

/**
 * Checks the tables for download that are published with a snapshot: the signature of their manifest, and length and hash of each file.
 * Null when there are none. Throws `UPSTREAM_INVALID` that names what does not match.
 */
export async function checkBulk(
  place: EarlierBulk,
  snapshotId: string,
): Promise<CheckedBulk | null> {
  const bytes = await read(place, 'manifest.json', MAX_MANIFEST_BYTES)
  if (bytes === null) return null
  const { data } = bulkManifest.safeParse(parseJson(Buffer.from(bytes).toString('utf8')))
  if (!data) throw uncheckable(`bulk/manifest.json of ${place.name} does not match its schema.`)
  if (data.snapshot.id !== snapshotId) {
    throw uncheckable(
      `The tables of ${place.name} are of snapshot ${data.snapshot.id}, and the documents of ${snapshotId}.`,
    )
  }
  await checkSignature(place, bytes, data)
  for (const file of data.files) {
    const body = await read(place, file.path, file.bytes)
    if (body === null || body.length !== file.bytes || sha256(body) !== file.sha256) {
      throw uncheckable(`bulk/${file.path} of ${place.name} is not the file that was published.`)
    }
  }
  return { signedBy: data.key?.id ?? null, files: data.files.length }
}

async function checkSignature(
  place: EarlierBulk,
  bytes: Uint8Array,
  { signature, key }: BulkManifest,
): Promise<void> {
  if (signature === null && key === null) return
  const text = await read(place, 'manifest.json.sig', SIGNATURE_BYTES)
  const signed = Buffer.from(text ?? []).toString('latin1')
  if (key === null || !isSignedBy(key.publicKey, bytes, signed)) {
    throw uncheckable(`The signature of bulk/manifest.json of ${place.name} is not valid.`)
  }
}

async function read(place: EarlierBulk, file: string, most: number): Promise<Uint8Array | null> {
  try {
    return await place.get(file, most)
  } catch (error) {
    throw uncheckable(`bulk/${file} of ${place.name} could not be read.`, error)
  }
}
