import { addSignal, checkScore, type Sums } from './add-up.ts'
import { rowsOf } from './lines.ts'
import { type Place, placeOf, UnreadError } from './place.ts'
import { type BulkFile, type BulkManifest, readManifest } from './read-manifest.ts'
import { type BulkReport, Failures } from './report.ts'
import { encode, isSigned, keyId, readPublicKey, sha256 } from './signature.ts'

export type { BulkFailure, BulkOutcome, BulkReport } from './report.ts'

/** Most bytes of a manifest, a signature and a health check. */
const MOST_MANIFEST = 1_000_000
const MOST_SMALL = 10_000

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

const UNREAD = 'cannot be read: '

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

async function checkManifest(
  place: Place,
  pinned: Uint8Array<ArrayBuffer> | null,
  report: BulkReport,
  failures: Failures,
): Promise<BulkManifest | null> {
  const name = 'manifest.json'
  const bytes = await read(place, name, MOST_MANIFEST, 'manifest', failures)
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
  const signature = await read(place, manifest.signature, MOST_SMALL, 'signature', failures)
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
async function checkSnapshot(
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

async function checkFiles(
  place: Place,
  { files }: BulkManifest,
  report: BulkReport,
  failures: Failures,
  onProgress: VerifyBulkOptions['onProgress'],
): Promise<void> {
  const tables = new Map<string, Uint8Array<ArrayBuffer>>()
  for (const [index, file] of files.entries()) {
    const body = await checkFile(place, file, failures)
    if (body && file.format === 'ndjson' && file.table) tables.set(file.table, body)
    report.files += body ? 1 : 0
    onProgress?.(index + 1, files.length, file.path)
  }
  const [scores, signals] = [tables.get('scores'), tables.get('signals')]
  if (scores && signals) await checkSums(scores, signals, files, report, failures)
}

/** The bytes of a file, or null when they are not those of the manifest. */
async function checkFile(
  place: Place,
  { path, bytes, sha256: expected }: BulkFile,
  failures: Failures,
): Promise<Uint8Array<ArrayBuffer> | null> {
  // One byte more than stated is enough to see that it is longer.
  const body = await read(place, path, bytes + 1, 'file', failures)
  if (body === null) return null
  if (body.length !== bytes) {
    const found = body.length > bytes ? `more than ${bytes} bytes` : `${body.length} bytes`
    failures.add('file', path, `${bytes} bytes`, found)
    return null
  }
  const found = await sha256(body)
  if (found === expected) return body
  failures.add('file', path, `SHA-256 ${expected}`, `SHA-256 ${found}`)
  return null
}

async function checkSums(
  scores: Uint8Array<ArrayBuffer>,
  signals: Uint8Array<ArrayBuffer>,
  files: BulkFile[],
  report: BulkReport,
  failures: Failures,
): Promise<void> {
  const sums: Sums = new Map()
  const ids = new Set<string>()
  const table = (name: string) => files.find((one) => one.table === name && one.format === 'ndjson')
  await eachRow(signals, table('signals'), failures, (row) => {
    report.signals += 1
    const wrong = addSignal(sums, row)
    if (wrong) failures.add('protocol', String(row.protocol_id), 'a row of signals', wrong)
  })
  await eachRow(scores, table('scores'), failures, (row) => {
    const { id } = row
    report.protocols += 1
    if (typeof id !== 'string' || ids.has(id)) {
      failures.add('protocol', String(id), 'an id of its own', 'none, or one that is there twice')
      return
    }
    ids.add(id)
    checkScore(row, sums, failures)
  })
  for (const id of sums.keys()) {
    if (!ids.has(id)) failures.add('protocol', id, 'a row of scores', 'signals without a score')
  }
}

async function eachRow(
  body: Uint8Array<ArrayBuffer>,
  file: BulkFile | undefined,
  failures: Failures,
  check: (row: Record<string, unknown>) => void,
): Promise<void> {
  let rows = 0
  const name = file?.path ?? ''
  try {
    for await (const row of rowsOf(body)) {
      rows += 1
      check(row)
    }
  } catch (error) {
    if (!(error instanceof UnreadError)) throw error
    failures.add('file', name, 'one JSON object a line, packed with gzip', error.message)
    return
  }
  if (file && rows !== file.rows) failures.add('file', name, `${file.rows} rows`, `${rows} rows`)
}

async function read(
  place: Place,
  file: string,
  mostBytes: number,
  what: 'manifest' | 'signature' | 'file',
  failures: Failures,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    const body = await place.read(file, mostBytes)
    if (body === null) failures.add(what, file, 'the file', 'no such file')
    return body
  } catch (error) {
    if (!(error instanceof UnreadError)) throw error
    const isLonger = error.message.startsWith('it is longer')
    failures.add(what, file, 'the file', isLonger ? error.message : `${UNREAD}${error.message}`)
    failures.unread ||= !isLonger
    return null
  }
}
