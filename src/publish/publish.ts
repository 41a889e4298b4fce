import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import type { SiteSettings } from '../config/site.ts'
import { sha256 } from '../contract/hash.ts'
import { type Manifest, manifest as manifestSchema } from '../contract/manifest.ts'
import type { SandboxHoldings } from '../contract/sandbox-wallet.ts'
import { SNAPSHOT_FOLDER } from '../contract/snapshot-files.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import { PlimsollError } from '../domain/errors.ts'
import { parseJson } from '../domain/json.ts'
import type { ListedContract } from '../domain/listed-contract.ts'
import type { Progress } from '../domain/progress.ts'
import { leaveOutBroken } from '../export/leave-out.ts'
import { SCOREBOARD_FILE } from '../scoreboard/scoreboard.ts'
import { DATA, hasSize, type Written, writeDocuments, writeManifest } from './write-documents.ts'

export interface PublishOptions {
  live: Catalogue
  sandbox: Catalogue
  /** The scoreboard of the live store, as `createScoreboard` returns it. */
  scoreboard: string
  /** Holdings of the sandbox wallet. */
  holdings?: SandboxHoldings | undefined
  /** The contracts that the reviewed tables name, for the documents of single addresses. Default: none. */
  listed?: readonly ListedContract[] | undefined
  /** Days after which the next snapshot is due. Default: `REFRESH_DAYS`. */
  refreshDays?: number
  /** The published folder. It is replaced as a whole or not at all. */
  distDir: string
  codeFingerprint: string
  progress: Progress
  /** Files for the root of the folder, such as the OpenAPI documents. */
  files?: { path: string; body: string }[]
  /** Settings of the pages: a change of them is a reason to build again. */
  settings?: SiteSettings
  /** Makes the website from the documents in `dataDir` and writes it to `siteDir`; left out, only documents are published. */
  buildSite?: (dataDir: string, siteDir: string) => Promise<void>
  /** Adds the tables for download; left out, none are published. `inputs` are settings of which a change is a reason to publish again, as is that they are no longer current. */
  bulk?: {
    inputs: string
    isCurrent: () => boolean
    add: (siteDir: string, live: Catalogue) => Promise<void>
  }
  /** Adds the packages of the clients, which pages name; left out, none are published. */
  packages?: { isThere: () => boolean; add: (siteDir: string) => Promise<void> }
  /** Adds the store that the documents were made from, so that others can rebuild a score; left out, none is published. */
  addStore?: (siteDir: string, manifest: Manifest) => Promise<void>
}

interface PublishReport {
  documents: number
  bytes: number
  /** Documents whose bytes have changed. */
  changed: number
  /** True when there was nothing to do. */
  unchanged: boolean
}

/**
 * Writes a snapshot as the published folder: documents and, from the same documents, the website.
 * Everything is written to a new folder beside the old one and swapped at the end, so a run that fails or is killed leaves
 * the old folder as it was. Unchanged files are hard-linked.
 * A protocol whose documents do not match their schemas is left out and named in the manifest.
 * Throws `EXPORT_FAILED` when another document does not match its schema or the disk cannot be written.
 */
export async function publish(options: PublishOptions): Promise<PublishReport> {
  const { distDir } = options
  try {
    recoverPublished(distDir)
    refuseForeign(distDir)
  } catch (error) {
    throw diskError(error, distDir)
  }
  const inputs = inputsOf(options)
  const before = readManifest(distDir)
  const isWhole =
    siteIsThere(options) &&
    storeIsThere(options) &&
    bulkIsCurrent(options) &&
    (options.packages?.isThere() ?? true)
  if (before?.inputs === inputs && isWhole && documentsAreThere(distDir, before)) {
    const documents = Object.values(before.documents)
    return { documents: documents.length, bytes: sumBytes(documents), changed: 0, unchanged: true }
  }
  const staging = beside(distDir, '.next')
  let written: Written
  try {
    rmSync(staging, { recursive: true, force: true })
    const sound = writeSound(options, staging, before)
    const { live, leftOut } = sound
    written = sound.written
    writeManifest(live, staging, { inputs, documents: written.documents, leftOut })
    const scoreboard = { path: SCOREBOARD_FILE, body: options.scoreboard }
    for (const { path: name, body } of [...(options.files ?? []), scoreboard]) {
      writeFileSync(path.join(staging, name), body)
    }
    if (options.bulk) {
      options.progress.step('Writing tables', 0, 1)
      await options.bulk.add(path.resolve(staging), live)
      options.progress.step('Writing tables', 1, 1)
    }
    if (options.packages) {
      options.progress.step('Packing the clients', 0, 1)
      await options.packages.add(path.resolve(staging))
      options.progress.step('Packing the clients', 1, 1)
    }
    // Before the site, whose memory is not all given back.
    const manifest = readManifest(staging)
    if (options.addStore && manifest) await options.addStore(path.resolve(staging), manifest)
    if (options.buildSite) {
      options.progress.step('Building the site', 0, 1)
      await options.buildSite(path.resolve(staging, DATA, 'live'), path.resolve(staging))
      options.progress.step('Building the site', 1, 1)
    }
    swap(staging, distDir)
  } catch (error) {
    rmSync(staging, { recursive: true, force: true })
    throw diskError(error, distDir)
  }
  recoverPublished(distDir)
  return { ...written.report, unchanged: false }
}

/** Writes the documents. Protocols that would stop it are left out and named. */
function writeSound(options: PublishOptions, staging: string, before: Manifest | null) {
  try {
    const written = writeDocuments(options, staging, before)
    return { written, live: options.live, leftOut: undefined }
  } catch (failure) {
    // A full disk is no fault of a protocol.
    if (failure instanceof Error && 'syscall' in failure) throw failure
    const { catalogue: live, leftOut } = leaveOutBroken(options.live, failure)
    for (const { name, reason } of leftOut) {
      options.progress.line(`– Left out: ${name}. ${reason}`)
    }
    rmSync(staging, { recursive: true, force: true })
    return { written: writeDocuments({ ...options, live }, staging, before), live, leftOut }
  }
}

/** A folder next to the published one, on the same disk. Resolved, since the path may end in a slash. */
function beside(distDir: string, ending: string): string {
  return `${path.resolve(distDir)}${ending}`
}

/**
 * The published folder is replaced as a whole, so a mistyped path must not delete other files, and one that could be moved but not deleted
 * must not be left behind.
 */
function refuseForeign(distDir: string): void {
  if (!existsSync(distDir)) return
  accessSync(distDir, constants.W_OK)
  if (existsSync(path.join(distDir, DATA))) return
  if (statSync(distDir).isDirectory() && readdirSync(distDir).length === 0) return
  throw new PlimsollError(
    'EXPORT_FAILED',
    `${distDir} contains files that Plimsoll did not write, so it was not replaced. Move it away, or set PLIMSOLL_DIST to another folder.`,
  )
}

function inputsOf(options: PublishOptions): string {
  const { live, sandbox, holdings, codeFingerprint, buildSite, files, scoreboard } = options
  const parts = [
    live.snapshot.publicId,
    sandbox.snapshot.publicId,
    codeFingerprint,
    Boolean(buildSite),
  ]
  return sha256(
    JSON.stringify([
      ...parts,
      live.formerSlugs,
      live.monthAgo?.asOf,
      live.weekAgo?.asOf,
      live.sanctions,
      holdings,
      files,
      scoreboard,
      options.refreshDays,
      options.settings,
      options.bulk?.inputs,
    ]),
  )
}

/** A published file may have been deleted or truncated, which the manifest alone does not show. */
function documentsAreThere(distDir: string, { documents }: Manifest): boolean {
  return Object.entries(documents).every(([key, { bytes }]) =>
    hasSize(path.join(distDir, DATA, key), bytes),
  )
}

function siteIsThere({ buildSite, distDir }: PublishOptions): boolean {
  return !buildSite || existsSync(path.join(distDir, 'index.html'))
}

function storeIsThere({ addStore, distDir }: PublishOptions): boolean {
  return !addStore || existsSync(path.join(distDir, SNAPSHOT_FOLDER, 'manifest.json'))
}

function bulkIsCurrent({ bulk }: PublishOptions): boolean {
  return !bulk || bulk.isCurrent()
}

/** The manifest of the published folder; null when there is none or it is invalid. */
export function readManifest(distDir: string): Manifest | null {
  const text = findText(path.join(distDir, DATA, 'manifest.json'))
  return manifestSchema.safeParse(parseJson(text ?? '')).data ?? null
}

function findText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/**
 * Restores the old folder after a run that was killed between the two renames of `swap`, the only moment without a published
 * folder. Otherwise deletes the old folder.
 */
export function recoverPublished(distDir: string): void {
  const previous = beside(distDir, '.previous')
  if (!existsSync(previous)) return
  if (existsSync(distDir)) rmSync(previous, { recursive: true, force: true })
  else renameSync(previous, distDir)
}

function swap(staging: string, distDir: string): void {
  const previous = beside(distDir, '.previous')
  const hadOne = existsSync(distDir)
  if (hadOne) renameSync(distDir, previous)
  try {
    renameSync(staging, distDir)
  } catch (error) {
    if (hadOne) renameSync(previous, distDir)
    throw error
  }
}

function sumBytes(documents: { bytes: number }[]): number {
  return documents.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** The folder is replaced by renaming it, which needs its neighbours to be on the same disk. */
const MOUNTED =
  'it is a mount point, so it cannot be replaced as a whole; set PLIMSOLL_DIST to a folder inside it'

function diskError(error: unknown, distDir: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const file = error instanceof Error && 'path' in error ? String(error.path) : distDir
  const where = path.resolve(file).startsWith(path.resolve(distDir)) ? 'it' : file
  const why: Record<string, string> = {
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    EFBIG: 'a file exceeds the size limit',
    EACCES: `there is no permission to write to ${where}`,
    EPERM: `there is no permission to write to ${where}`,
    EROFS: 'the disk is read-only',
    EBUSY: MOUNTED,
    EXDEV: MOUNTED,
  }
  if (!why[code]) return error
  const message = `${distDir} was not published: ${why[code]}. The last published snapshot stays as it was.`
  return new PlimsollError('EXPORT_FAILED', message, { cause: error })
}
