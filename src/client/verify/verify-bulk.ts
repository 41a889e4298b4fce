import { checkFiles } from './check-files.ts'
import { checkManifest, checkSnapshot } from './check-manifest.ts'
import { placeOf } from './place.ts'
import { type BulkReport, Failures, UNREAD } from './report.ts'
import { readPublicKey } from './signature.ts'

export type { BulkOutcome, BulkReport } from './report.ts'

export interface VerifyBulkOptions {
  /** A site, its `bulk` folder or a dated folder below it, as an address or as a folder of this machine. */
  from: string
  /** The public key to expect: 32 bytes in base64, or PEM. Left out, the key that the manifest names is believed, and the report says so. */
  publicKey?: string | undefined
  fetch?: typeof fetch | undefined
  /** Called after each file. */
  onProgress?: ((done: number, total: number, file: string) => void) | undefined
}

/**
 * Bulk files are checked: the signature of the manifest, the length and SHA-256 of each file, that every score is the sum of its signals,
 * and, for a site, that it serves the same snapshot. The report names each thing that does not match. Rejects with a `TypeError` when
 * `publicKey` or `from` is none.
 */
export async function verifyBulk(options: VerifyBulkOptions): Promise<BulkReport> {
  const { from, publicKey, fetch: request = fetch, onProgress } = options
  const pinned = publicKey === undefined ? null : readPublicKey(publicKey)
  if (publicKey !== undefined && pinned === null) {
    throw new TypeError('The public key must be 32 bytes in base64, or PEM.')
  }
  const place = await placeOf(from, request)
  const failures = new Failures()
  const report = emptyReport(place.name, failures)
  const manifest = await checkManifest(place, pinned, report, failures)
  if (manifest) {
    report.snapshot = {
      id: manifest.snapshot.id,
      day: manifest.snapshot.asOf,
      methodology: manifest.snapshot.methodology,
    }
    report.lost = manifest.lost.map(({ path }) => path)
    await checkSnapshot(place, manifest, request, report, failures)
    await checkFiles(place, manifest, report, failures, onProgress)
  }
  const { list, more, unread } = failures
  const isClean = list.length === 0
  const good = manifest?.signature === null ? 'not-signed' : 'good'
  report.moreFailures = more
  report.outcome = isClean ? good : unread && list.every(isUnread) ? 'cannot-be-checked' : 'bad'
  return report
}

function isUnread({ found }: { found: string }): boolean {
  return found.startsWith(UNREAD)
}

function emptyReport(from: string, { list }: Failures): BulkReport {
  return {
    outcome: 'cannot-be-checked',
    ...{ from, snapshot: null, online: null, key: null, files: 0, protocols: 0, signals: 0 },
    ...{ lost: [], failures: list, moreFailures: 0 },
  }
}
