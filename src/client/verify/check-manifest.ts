import { encode, isSigned, keyId, readPublicKey } from '../../domain/signature.ts'
import { type BulkPlace, placeOf } from './place.ts'
import { readListed } from './read-listed.ts'
import { type ReadManifest, readManifest } from './read-manifest.ts'
import type { BulkReport, Failures, KeyTrust } from './report.ts'

/** Most bytes of a manifest, and of a signature and a health check. */
const MAX_MANIFEST = 1_000_000
const MAX_SMALL = 10_000

/** The key that must have signed, and why. */
export interface ExpectedKey {
  key: Uint8Array<ArrayBuffer>
  trust: 'pinned' | 'remembered'
}

/** The manifest, with its signature checked; null when there is none that can be read. */
export async function checkManifest(
  place: BulkPlace,
  expected: ExpectedKey | null,
  report: BulkReport,
  failures: Failures,
): Promise<ReadManifest | null> {
  const name = 'manifest.json'
  const bytes = await readListed(place, name, MAX_MANIFEST, 'manifest', failures)
  if (bytes === null) return null
  const manifest = readManifest(new TextDecoder().decode(bytes))
  if (typeof manifest === 'string') {
    failures.add('manifest', name, 'a manifest of bulk files', manifest)
    return null
  }
  const named = manifest.key && readPublicKey(manifest.key.publicKey)
  const key = expected?.key ?? named
  if (manifest.signature === null) {
    if (expected) {
      failures.add('signature', name, `signed by ${await keyId(expected.key)}`, 'not signed')
    }
    return manifest
  }
  if (!key) {
    failures.add('signature', name, 'a public key', 'a key that is none')
    return manifest
  }
  const described = await describeKey(key, expected?.trust ?? 'first-use')
  report.key = described
  const body = await readListed(place, manifest.signature, MAX_SMALL, 'signature', failures)
  if (body === null) return manifest
  const signature = new TextDecoder().decode(body)
  if (await isSigned(key, bytes, signature)) return manifest
  if (expected?.trust === 'remembered' && named && (await isSigned(named, bytes, signature))) {
    report.key = await describeKey(named, 'changed')
    report.formerKey = await keyId(key)
    return manifest
  }
  failures.add('signature', manifest.signature, `signed by ${described.id}`, whose(manifest, key))
  return manifest
}

async function describeKey(
  key: Uint8Array<ArrayBuffer>,
  trust: KeyTrust,
): Promise<NonNullable<BulkReport['key']>> {
  return { id: await keyId(key), publicKey: encode(key), trust }
}

/** What is known of a signature that the expected key did not make. */
function whose({ key, formerKeys }: ReadManifest, expected: Uint8Array): string {
  const text = encode(expected)
  if (key?.publicKey === text) return 'a signature of other bytes'
  const isFormer = formerKeys.some(({ publicKey }) => publicKey === text)
  const note = isFormer ? ', which names the expected key as a former one' : ''
  return `the manifest names the key ${key?.id}${note}`
}

/** An older manifest has a valid signature too: only the site says which snapshot is the newest. */
export async function checkSnapshot(
  { site, name }: BulkPlace,
  { snapshot }: ReadManifest,
  request: typeof fetch,
  report: BulkReport,
  failures: Failures,
): Promise<void> {
  if (site === null || /\/\d{4}-\d\d-\d\d(-\d+)?$/.test(name)) return
  const health = await (await placeOf(`${site}/v1`, request))
    .read('health', MAX_SMALL)
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
