import { type Place, placeOf } from './place.ts'
import { readListed } from './read-listed.ts'
import { type BulkManifest, readManifest } from './read-manifest.ts'
import type { BulkReport, Failures } from './report.ts'
import { encode, isSigned, keyId, readPublicKey } from './signature.ts'

/** Most bytes of a manifest, and of a signature and a health check. */
const MOST_MANIFEST = 1_000_000
const MOST_SMALL = 10_000

/** The manifest, with its signature checked; null when there is none that can be read. */
export async function checkManifest(
  place: Place,
  pinned: Uint8Array<ArrayBuffer> | null,
  report: BulkReport,
  failures: Failures,
): Promise<BulkManifest | null> {
  const name = 'manifest.json'
  const bytes = await readListed(place, name, MOST_MANIFEST, 'manifest', failures)
  if (bytes === null) return null
  const manifest = readManifest(new TextDecoder().decode(bytes))
  if (typeof manifest === 'string') {
    failures.add('manifest', name, 'a manifest of bulk files', manifest)
    return null
  }
  const key = pinned ?? (manifest.key && readPublicKey(manifest.key.publicKey))
  if (manifest.signature === null) {
    if (pinned) failures.add('signature', name, `signed by ${await keyId(pinned)}`, 'not signed')
    return manifest
  }
  if (!key) {
    failures.add('signature', name, 'a public key', 'a key that is none')
    return manifest
  }
  const trust = pinned ? 'pinned' : 'first-use'
  report.key = { id: await keyId(key), publicKey: encode(key), trust }
  const signature = await readListed(place, manifest.signature, MOST_SMALL, 'signature', failures)
  if (signature === null) return manifest
  const isGood = await isSigned(key, bytes, new TextDecoder().decode(signature))
  if (!isGood) {
    failures.add(
      'signature',
      manifest.signature,
      `signed by ${report.key.id}`,
      whose(manifest, key),
    )
  }
  return manifest
}

/** What is known of a signature that the expected key did not make. */
function whose({ key, formerKeys }: BulkManifest, expected: Uint8Array): string {
  const text = encode(expected)
  if (key?.publicKey === text) return 'a signature of other bytes'
  const isFormer = formerKeys.some(({ publicKey }) => publicKey === text)
  const note = isFormer ? ', which names the expected key as a former one' : ''
  return `the manifest names the key ${key?.id}${note}`
}

/** An older manifest has a valid signature too: only the site says which snapshot is the newest. */
export async function checkSnapshot(
  { site, name }: Place,
  { snapshot }: BulkManifest,
  request: typeof fetch,
  report: BulkReport,
  failures: Failures,
): Promise<void> {
  if (site === null || /\/\d{4}-\d\d-\d\d(-\d+)?$/.test(name)) return
  const health = await (await placeOf(`${site}/v1`, request))
    .read('health', MOST_SMALL)
    .catch(() => null)
  try {
    const { data } = JSON.parse(new TextDecoder().decode(health ?? undefined))
    report.online = typeof data.snapshot.id === 'string' ? data.snapshot.id : null
  } catch {
    report.online = null
  }
  if (report.online !== null && report.online !== snapshot.id) {
    failures.add('snapshot', 'manifest.json', report.online, `${snapshot.id} of ${snapshot.asOf}`)
  }
}
