import { sha256 } from '../../domain/signature.ts'
import { addSignal, checkScore, type Sums } from './add-up.ts'
import { rowsOf } from './lines.ts'
import { type BulkPlace, UnreadError } from './place.ts'
import { readListed } from './read-listed.ts'
import type { BulkFile, ReadManifest } from './read-manifest.ts'
import type { BulkReport, Failures } from './report.ts'

/** Checks length and hash of each file, and the sums of the scores where they are there as NDJSON. `onProgress` is called after each. */
export async function checkFiles(
  place: BulkPlace,
  { files }: ReadManifest,
  report: BulkReport,
  failures: Failures,
  onProgress: ((done: number, total: number, file: string) => void) | undefined,
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
  place: BulkPlace,
  { path, bytes, sha256: expected }: BulkFile,
  failures: Failures,
): Promise<Uint8Array<ArrayBuffer> | null> {
  // One byte more than stated is enough to see that it is longer.
  const body = await readListed(place, path, bytes + 1, 'file', failures)
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
