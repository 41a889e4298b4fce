import { encode, readPublicKey } from '../../domain/signature.ts'
import { checkFiles } from './check-files.ts'
import { checkManifest, checkSnapshot, type ExpectedKey } from './check-manifest.ts'
import { judgeFreshness } from './freshness.ts'
import { placeOf } from './place.ts'
import type { ReadManifest } from './read-manifest.ts'
import type { Memory, Remembered } from './remembered.ts'
import { ABSENT, type BulkOutcome, type BulkReport, Failures, UNREAD } from './report.ts'

export type { Memory, Remembered } from './remembered.ts'
export type { BulkOutcome, BulkReport, KeyTrust } from './report.ts'

export interface VerifyBulkOptions {
  /** A site, its `bulk` folder or a dated folder below it, as an address or as a folder of this machine. */
  from: string
  /** The public key to expect: 32 bytes in base64, or PEM. It replaces a remembered one. Left out, the remembered key is expected. */
  publicKey?: string | undefined
  /** What earlier checks saw. */
  memory: Memory
  now: Date
  fetch?: typeof fetch | undefined
  /** Called after each file. */
  onProgress?: ((done: number, total: number, file: string) => void) | undefined
}

/**
 * Outcomes after which the key and the version are remembered: all is signed by a key that is trusted, or new. A key that is new with a
 * manifest whose freshness is unknown is not: the next check would not say that it is new.
 */
const REMEMBERED: BulkOutcome[] = ['good', 'first-use', 'freshness-unknown']

/**
 * Bulk files are checked: the signature of the manifest and its key, that it is not older than what was seen before and not expired,
 * the length and SHA-256 of each file, that every score is the sum of its signals, and, for a site, that it serves the same
 * snapshot. The report names each thing that does not match. Rejects with a `TypeError` when `publicKey` or `from` is none, and
 * when the memory does.
 */
export async function verifyBulk(options: VerifyBulkOptions): Promise<BulkReport> {
  const { from, memory, now, fetch: request = fetch, onProgress } = options
  const pinned = readPinned(options.publicKey)
  const place = await placeOf(from, request)
  const site = place.site ?? place.name
  const known = await memory.recall(site)
  // Versions are those of a key: another one that the caller names begins anew.
  const earlier = pinned && known?.publicKey !== encode(pinned) ? null : known
  const failures = new Failures()
  const report = emptyReport(place.name, failures)
  const manifest = await checkManifest(place, expectedKey(pinned, known), report, failures)
  if (manifest) {
    const { id, asOf: day, methodology } = manifest.snapshot
    report.snapshot = { id, day, methodology }
    report.version = manifest.version
    report.expires = manifest.expires
    report.lost = manifest.lost.map(({ path }) => path)
    await checkSnapshot(place, manifest, request, report, failures)
    await checkFiles(place, manifest, report, failures, onProgress)
  }
  report.moreFailures = failures.more
  report.outcome = outcomeOf(manifest, report, failures, earlier, now)
  const isNewAndStale = report.key?.trust === 'first-use' && report.outcome !== 'first-use'
  if (report.key && REMEMBERED.includes(report.outcome) && !isNewAndStale) {
    const version = Math.max(report.version ?? 0, earlier?.version ?? 0)
    const { publicKey } = report.key
    await memory.remember(site, { publicKey, version, checkedAt: now.toISOString() })
  }
  return report
}

function readPinned(publicKey: string | undefined): Uint8Array<ArrayBuffer> | null {
  if (publicKey === undefined) return null
  const key = readPublicKey(publicKey)
  if (key === null) throw new TypeError('The public key must be 32 bytes in base64, or PEM.')
  return key
}

function expectedKey(
  pinned: Uint8Array<ArrayBuffer> | null,
  known: Remembered | null,
): ExpectedKey | null {
  if (pinned) return { key: pinned, trust: 'pinned' }
  if (known === null) return null
  const key = readPublicKey(known.publicKey)
  // To go on without it would trust the next key that comes.
  if (key === null) throw new TypeError('The remembered public key is none.')
  return { key, trust: 'remembered' }
}

/** The worst of what was found. Sets why the manifest may be old. */
function outcomeOf(
  manifest: ReadManifest | null,
  report: BulkReport,
  { list, unread }: Failures,
  earlier: Remembered | null,
  now: Date,
): BulkOutcome {
  // Where no manifest is, nothing says what should match.
  if (manifest === null && list[0]?.found === ABSENT) return 'cannot-be-checked'
  if (manifest === null || list.length > 0) {
    return unread && list.every(({ found }) => found.startsWith(UNREAD))
      ? 'cannot-be-checked'
      : 'bad'
  }
  if (manifest.signature === null) return 'not-signed'
  if (report.key?.trust === 'changed') return 'changed-key'
  const { outcome, why } = judgeFreshness(manifest, earlier, now)
  report.freshness = why
  return outcome === 'good' && report.key?.trust === 'first-use' ? 'first-use' : outcome
}

function emptyReport(from: string, { list }: Failures): BulkReport {
  return {
    outcome: 'cannot-be-checked',
    ...{ from, snapshot: null, online: null, version: null, expires: null, freshness: null },
    ...{ key: null, formerKey: null, files: 0, protocols: 0, signals: 0 },
    ...{ lost: [], failures: list, moreFailures: 0 },
  }
}
