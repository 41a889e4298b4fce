import { parseOutsideJson } from '../../domain/json.ts'

/** What is checked of a manifest. */
export interface ReadManifest {
  /** Null in a manifest of an earlier format. */
  version: number | null
  /** Null in an earlier format, and in a dated copy. */
  expires: string | null
  snapshot: { id: string; asOf: string; methodology: string; computedAt: string }
  files: BulkFile[]
  lost: { path: string }[]
  key: BulkKey | null
  formerKeys: BulkKey[]
  signature: string | null
}

export interface BulkFile {
  path: string
  format: string
  table: string | null
  rows: number
  bytes: number
  sha256: string
}

interface BulkKey {
  id: string
  publicKey: string
}

const MAX_FILES = 20
const MAX_BYTES = 100_000_000

/** The manifest of a JSON text, or why it is none, as a part of a sentence. */
export function readManifest(text: string): ReadManifest | string {
  const value = parseOutsideJson(text)
  if (value === undefined) return 'no JSON, or JSON that is nested too deep'
  const { format, snapshot, files, lost, key, formerKeys, signature } = fieldsOf(value)
  const { version = null, expires = null } = fieldsOf(value)
  if (format !== 1) return `format ${JSON.stringify(format)?.slice(0, 40) ?? 'without a number'}`
  if (version !== null && !isCount(version)) return 'no version that is a whole number'
  if (expires !== null && !isInstant(expires)) return 'no expiry that is a date and time'
  const { id, asOf, methodology, computedAt } = fieldsOf(snapshot)
  if (!isText(id) || !isText(asOf) || !isText(methodology) || !isInstant(computedAt)) {
    return 'no snapshot'
  }
  if (!Array.isArray(files) || files.length > MAX_FILES || !files.every(isFile)) {
    return 'no list of files with path, bytes and sha256'
  }
  if (files.length === 0) return 'an empty list of files'
  if (new Set(files.map(({ path }) => path)).size < files.length) return 'a file listed twice'
  const isSigned = signature === 'manifest.json.sig' && isKey(key)
  if (!isSigned && (signature !== null || key !== null)) return 'no valid key and signature'
  return {
    ...{ version, expires },
    snapshot: { id, asOf, methodology, computedAt },
    files,
    lost: Array.isArray(lost) ? lost.filter((one) => isText(fieldsOf(one).path)) : [],
    key: isKey(key) ? key : null,
    formerKeys: Array.isArray(formerKeys) ? formerKeys.filter(isKey) : [],
    signature,
  }
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 200
}

function isInstant(value: unknown): value is string {
  return (
    isText(value) && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value))
  )
}

/** A path that leads outside the folder is none. */
function isFile(value: unknown): value is BulkFile {
  const { path, format, table, rows, bytes, sha256 } = fieldsOf(value)
  return (
    isText(path) &&
    /^(latest\/)?[a-z][a-z0-9.-]*$/.test(path) &&
    isText(format) &&
    (table === null || isText(table)) &&
    isCount(rows) &&
    isCount(bytes) &&
    bytes <= MAX_BYTES &&
    isText(sha256) &&
    /^[0-9a-f]{64}$/.test(sha256)
  )
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function isKey(value: unknown): value is BulkKey {
  const { id, publicKey } = fieldsOf(value)
  return isText(id) && isText(publicKey)
}
