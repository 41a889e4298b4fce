import path from 'node:path'
import { ABSENT } from '../client/verify/report.ts'
import { type BulkReport, verifyBulk } from '../client/verify/verify-bulk.ts'
import { BULK_FOLDER } from '../contract/bulk.ts'
import { DATA } from '../publish/write-documents.ts'
import { uncheckable } from './published.ts'

const ATTEMPTS = 3
const PAUSE_MS = 2_000

export interface CheckedBulk {
  /** Id of the key that signed the manifest; null when it is not signed. */
  signedBy: string | null
  files: number
}

/** The key that the manifest names is trusted: nothing is compared with earlier checks. */
const NO_MEMORY = { recall: async () => null, remember: async () => undefined }

/**
 * Checks the tables for download that are published with a snapshot, in its folder or on its site, as `plimsoll verify` does.
 * Null when there are none. Throws `UPSTREAM_INVALID` that names what does not match.
 */
export async function checkBulk(
  snapshot: string,
  snapshotId: string,
  request: typeof fetch,
  pause: (ms: number) => Promise<unknown>,
): Promise<CheckedBulk | null> {
  const from = bulkFolder(snapshot)
  const report = await readReport(from, request, pause)
  const { failures, key, files } = report
  const [first] = failures
  if (isAbsent(report)) return null
  if (report.snapshot && report.snapshot.id !== snapshotId) {
    throw uncheckable(
      `The tables of ${from} are of snapshot ${report.snapshot.id}, and the documents of ${snapshotId}.`,
    )
  }
  if (first) {
    const { what, name, expected, found } = first
    throw uncheckable(`The ${what} ${name} of ${from}: expected ${expected}, found ${found}.`)
  }
  return { signedBy: key?.id ?? null, files }
}

async function readReport(
  from: string,
  request: typeof fetch,
  pause: (ms: number) => Promise<unknown>,
): Promise<BulkReport> {
  for (let attempt = 1; ; attempt += 1) {
    const report = await verifyBulk({ from, memory: NO_MEMORY, now: new Date(), fetch: request })
    const isFinal = report.outcome !== 'cannot-be-checked' || isAbsent(report)
    if (isFinal || attempt === ATTEMPTS) return report
    await pause(PAUSE_MS)
  }
}

function isAbsent({ failures: [first] }: BulkReport): boolean {
  return first?.what === 'manifest' && first.found === ABSENT
}

/** The tables of a published folder, its `_data`, or a site. */
function bulkFolder(snapshot: string): string {
  if (/^https?:\/\//i.test(snapshot)) return `${new URL(snapshot).origin}/${BULK_FOLDER}`
  const dir = path.resolve(snapshot)
  return path.join(path.basename(dir) === DATA ? path.dirname(dir) : dir, BULK_FOLDER)
}
