import * as z from 'zod'
import * as f from './fields.ts'

/** Folder of the published site with the tables for download. */
export const BULK_FOLDER = 'bulk'

/** Folder below it with the newest tables, under names that never change. */
export const LATEST = 'latest'

export const BULK_TABLES = ['scores', 'signals', 'facts', 'edges', 'incidents', 'history'] as const

/** Of the tables and their columns: 1 had no metadata in its Parquet files, and no `protocol_id` in `scores`. */
export const BULK_SCHEMA_VERSION = '2'

/** Describes the tables to readers of the Data Package format, below `bulk/`. */
export const DATA_PACKAGE = 'datapackage.json'

export type BulkTableName = (typeof BULK_TABLES)[number]

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** A dated folder: its day, and a number from 2 where a day was published again with other content. */
export const copyPath = z.string().regex(/^\d{4}-\d\d-\d\d(-[2-9]|-[1-9]\d{1,2})?$/)

/** Most bytes of one file and of one manifest, for readers. */
export const MAX_BULK_BYTES = 100_000_000
export const MAX_MANIFEST_BYTES = 1_000_000

const bytes = z.int().min(1).max(MAX_BULK_BYTES)

const snapshot = z.strictObject({
  id: f.text,
  asOf: f.day,
  computedAt: f.instant,
  methodology: f.text,
  origin: f.text,
})

/** The public half of the key that signed a manifest. */
export const bulkKey = z.strictObject({
  /** First 16 hex digits of the SHA-256 of the raw public key. */
  id: z.string().regex(/^[0-9a-f]{16}$/),
  algorithm: z.literal('Ed25519'),
  /** The raw public key, 32 bytes in base64. */
  publicKey: z.base64(),
})

export const bulkColumn = z.strictObject({
  name: f.text,
  type: z.enum(['text', 'double', 'integer', 'boolean', 'date', 'list', 'json']),
  unit: f.textOrNull,
  about: f.text,
})

const copy = z.strictObject({
  path: copyPath,
  snapshot: z.strictObject({ id: f.text, asOf: f.day }),
  manifest: z.strictObject({ bytes, sha256 }),
  files: z.array(z.strictObject({ path: f.text, bytes, sha256 })).max(20),
})

/** `bulk/manifest.json`, and the manifest of each dated folder, which lists no copies. */
export const bulkManifest = z.strictObject({
  format: z.literal(1),
  /** Rises with every publication of a site. 0 in a manifest of an earlier format, which had none. */
  version: f.count.default(0),
  /** Until when the publisher vouches that no newer manifest exists. Null for a dated folder, which never changes, and an earlier format. */
  expires: f.instantOrNull.default(null),
  snapshot,
  /** SHA-256 of the code and data that the tables were made with. */
  code: f.text,
  /** `path` is relative to the manifest. */
  files: z
    .array(
      z.strictObject({
        path: f.text,
        format: z.enum(['parquet', 'ndjson', 'csv', 'sqlite']),
        /** Null for a file with every table. */
        table: z.enum(BULK_TABLES).nullable(),
        rows: f.count,
        bytes,
        sha256,
      }),
    )
    .max(20),
  tables: z.array(
    z.strictObject({
      name: z.enum(BULK_TABLES),
      about: f.text,
      rows: f.count,
      columns: z.array(bulkColumn),
    }),
  ),
  sources: z.array(
    z.strictObject({
      id: f.text,
      title: f.text,
      terms: f.text,
      redistributable: f.boolean,
      /** What the tables lack for its terms; null when nothing is left out. */
      leftOut: f.textOrNull,
      /** Where its readings can be had. */
      homepage: f.text,
    }),
  ),
  /** Dated folders, newest first. */
  copies: z.array(copy).max(100),
  /** Dated folders that an earlier manifest listed and that could not be carried over. */
  lost: z.array(z.strictObject({ path: copyPath, snapshot: f.text, why: f.text })).max(200),
  key: bulkKey.nullable(),
  /** Public keys that signed earlier manifests of this site. */
  formerKeys: z.array(bulkKey).max(20),
  /** The file with the signature of exactly these bytes; null when there is no key, and so no signature. */
  signature: f.textOrNull,
})

export type BulkManifest = z.infer<typeof bulkManifest>
export type BulkKey = z.infer<typeof bulkKey>
export type BulkColumn = z.infer<typeof bulkColumn>
export type BulkCopy = z.infer<typeof copy>
