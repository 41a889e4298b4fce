import * as z from 'zod'
import { bulkKey } from './bulk.ts'
import * as f from './fields.ts'

/** Most bytes of one package, for readers. */
export const MAX_PACKAGE_BYTES = 5_000_000

/** A version without a suffix, as both npm and Python read it. */
const version = z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/)

const file = z.strictObject({
  path: z.string().regex(/^plimsoll-\d{1,5}\.\d{1,5}\.\d{1,5}(\.tgz|-py3-none-any\.whl)$/),
  language: z.enum(['typescript', 'python']),
  version,
  bytes: z.int().min(1).max(MAX_PACKAGE_BYTES),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

/** `client/manifest.json`. */
export const packagesManifest = z.strictObject({
  format: z.literal(1),
  /** The version that pages and guides name. */
  version,
  /** SHA-256 of the code that made the packages of this version. */
  code: f.text,
  /** Every package that is served, newest version first. `path` is relative to the manifest. */
  files: z.array(file).max(100),
  key: bulkKey.nullable(),
  /** The file with the signature of exactly these bytes; null when there is no key, and so no signature. */
  signature: f.textOrNull,
})

export type PackagesManifest = z.infer<typeof packagesManifest>
export type PackageFile = z.infer<typeof file>
