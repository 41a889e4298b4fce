import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { type Manifest, manifest as manifestSchema } from '../contract/documents.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import { PlimsollError } from '../errors.ts'
import { createDocuments } from '../export/documents.ts'
import { sha256 } from '../fingerprint.ts'
import type { Progress } from '../progress.ts'

/** Folder of the documents below the published one; only the gateway may read it. */
const DATA = '_data'

export interface PublishOptions {
  live: Catalogue
  sandbox: Catalogue
  /** The folder that is published. It is replaced whole, or not at all. */
  distDir: string
  codeFingerprint: string
  progress: Progress
  /** Makes the website from the documents in `dataDir` and writes it to `siteDir`; left out, only documents are published. */
  buildSite?: (dataDir: string, siteDir: string) => Promise<void>
}

export interface PublishReport {
  documents: number
  bytes: number
  /** Documents whose bytes differ from those that were published before. */
  changed: number
  /** True when nothing had to be done at all. */
  unchanged: boolean
}

/**
 * Writes a snapshot as the published folder: documents and, from the same documents, the website.
 * Everything is written beside the old folder first, and the two change places at the end, so that a run which fails
 * or is killed leaves the old one as it was. Unchanged files are linked, not written again.
 * Throws `EXPORT_FAILED` when a document breaks its schema or the disk does not take it.
 */
export async function publish(options: PublishOptions): Promise<PublishReport> {
  const { distDir } = options
  recoverPublished(distDir)
  const inputs = inputsOf(options)
  const before = readManifest(distDir)
  if (before?.inputs === inputs && siteIsThere(options)) {
    const documents = Object.values(before.documents)
    return { documents: documents.length, bytes: sumBytes(documents), changed: 0, unchanged: true }
  }
  const staging = `${distDir}.next`
  try {
    rmSync(staging, { recursive: true, force: true })
    const written = writeDocuments(options, staging, before)
    writeManifest(options, staging, inputs, written.documents)
    if (options.buildSite) {
      options.progress.step('Building the site', 0, 1)
      await options.buildSite(path.resolve(staging, DATA, 'live'), path.resolve(staging))
      options.progress.step('Building the site', 1, 1)
    }
    swap(staging, distDir)
    return { ...written.report, unchanged: false }
  } catch (error) {
    rmSync(staging, { recursive: true, force: true })
    throw diskError(error, distDir)
  }
}

function inputsOf({ live, sandbox, codeFingerprint, buildSite }: PublishOptions): string {
  const parts = [
    live.snapshot.publicId,
    sandbox.snapshot.publicId,
    codeFingerprint,
    Boolean(buildSite),
  ]
  return sha256(
    JSON.stringify([
      ...parts,
      live.aliases,
      live.monthAgo?.asOf,
      live.weekAgo?.asOf,
      live.sanctions,
    ]),
  )
}

function siteIsThere({ buildSite, distDir }: PublishOptions): boolean {
  return !buildSite || existsSync(path.join(distDir, 'index.html'))
}

interface Written {
  documents: Manifest['documents']
  report: Omit<PublishReport, 'unchanged'>
}

function writeDocuments(
  options: PublishOptions,
  staging: string,
  before: Manifest | null,
): Written {
  const { distDir, progress } = options
  const documents: Manifest['documents'] = {}
  const report = { documents: 0, bytes: 0, changed: 0 }
  const made = new Set<string>()
  const total = options.live.entries.length + options.sandbox.entries.length
  for (const [set, catalogue] of [
    ['live', options.live],
    ['sandbox', options.sandbox],
  ] as const) {
    for (const { path: name, body } of createDocuments(catalogue)) {
      const key = `${set}/${name}`
      const file = path.join(staging, DATA, key)
      const folder = path.dirname(file)
      if (!made.has(folder)) mkdirSync(folder, { recursive: true })
      made.add(folder)
      const entry = { sha256: sha256(body), bytes: Buffer.byteLength(body) }
      const same = before?.documents[key]?.sha256 === entry.sha256
      if (!same || !linked(path.join(distDir, DATA, key), file)) writeFileSync(file, body)
      documents[key] = entry
      report.documents += 1
      report.bytes += entry.bytes
      if (!same) report.changed += 1
      progress.step('Writing documents', report.documents, Math.max(total, report.documents + 1))
    }
  }
  progress.step('Writing documents', 1, 1)
  return { documents, report }
}

/** Gives the old file a second name in the new folder; false when that cannot be done. */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch {
    return false
  }
}

function writeManifest(
  { live }: PublishOptions,
  staging: string,
  inputs: string,
  documents: Manifest['documents'],
): void {
  const { publicId: id, ...snapshot } = live.snapshot
  const scoredCount = live.entries.filter(({ score }) => score.composite !== null).length
  const content: Manifest = {
    format: 1,
    snapshot: { id, ...snapshot, protocolCount: live.entries.length, scoredCount },
    inputs,
    sources: live.sources,
    documents,
  }
  writeFileSync(
    path.join(staging, DATA, 'manifest.json'),
    JSON.stringify(manifestSchema.parse(content)),
  )
}

/** The manifest of the published folder, or null when there is none that can be read. */
export function readManifest(distDir: string): Manifest | null {
  try {
    const text = readFileSync(path.join(distDir, DATA, 'manifest.json'), 'utf8')
    return manifestSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/** The two renames of `swap` are the only moment without a published folder; a run killed there is mended here. */
export function recoverPublished(distDir: string): void {
  const previous = `${distDir}.previous`
  if (!existsSync(previous)) return
  if (existsSync(distDir)) rmSync(previous, { recursive: true, force: true })
  else renameSync(previous, distDir)
}

function swap(staging: string, distDir: string): void {
  const previous = `${distDir}.previous`
  if (existsSync(distDir)) renameSync(distDir, previous)
  renameSync(staging, distDir)
  rmSync(previous, { recursive: true, force: true })
}

function sumBytes(documents: { bytes: number }[]): number {
  return documents.reduce((sum, { bytes }) => sum + bytes, 0)
}

function diskError(error: unknown, distDir: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const why: Record<string, string> = {
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    EFBIG: 'a file may not grow that large',
    EACCES: 'it may not be written',
    EPERM: 'it may not be written',
    EROFS: 'the disk is read-only',
  }
  if (!why[code]) return error
  const message = `${distDir} was not published: ${why[code]}. The last published snapshot stays as it was.`
  return new PlimsollError('EXPORT_FAILED', message, { cause: error })
}
