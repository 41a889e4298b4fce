import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { SiteSettings } from '../config/site.ts'
import { sha256 } from '../contract/hash.ts'
import { type Manifest, manifest as manifestSchema } from '../contract/manifest.ts'
import type { SandboxHoldings } from '../contract/sandbox-wallet.ts'
import { SNAPSHOT_FOLDER } from '../contract/snapshot-files.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import { parseJson } from '../domain/json.ts'
import type { ListedContract } from '../domain/listed-contract.ts'
import type { Progress } from '../domain/progress.ts'
import { leaveOutBroken } from '../export/leave-out.ts'
import { SCOREBOARD_FILE } from '../scoreboard/scoreboard.ts'
import { keptWhole, prepareFolder, recoverPublished, swap } from './replace-folder.ts'
import { DATA, hasSize, writeDocuments, writeManifest } from './write-documents.ts'

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
  /** Adds the packages of the clients, which pages name, while the documents are written; left out, none are published. */
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
  return finishPublishing(await startPublishing(options), options)
}

/** The documents beside the published folder, not published yet. */
interface Started {
  report: PublishReport
  /** The folder of them; null when there was nothing to do. */
  staging: string | null
}

/** The first step of `publish`: all but the website. A caller that keeps nothing of the options gives the memory of a catalogue back. */
export async function startPublishing(options: PublishOptions): Promise<Started> {
  const { distDir } = options
  const staging = prepareFolder(distDir)
  const inputs = inputsOf(options)
  const before = readManifest(distDir)
  const isWhole =
    siteIsThere(options) &&
    storeIsAsAsked(options) &&
    bulkIsCurrent(options) &&
    (options.packages?.isThere() ?? true)
  if (before?.inputs === inputs && isWhole && documentsAreThere(distDir, before)) {
    const documents = Object.values(before.documents)
    const counts = { documents: documents.length, bytes: sumBytes(documents), changed: 0 }
    return { report: { ...counts, unchanged: true }, staging: null }
  }
  const { asOf } = options.live.snapshot
  if (before && before.snapshot.asOf > asOf) {
    options.progress.line(
      `– The published snapshot is of ${before.snapshot.asOf}. An older one, of ${asOf}, takes its place.`,
    )
  }
  return keptWhole(distDir, async () => {
    rmSync(staging, { recursive: true, force: true })
    const packing = options.packages?.add(staging)
    // It is awaited below: until then a failure has no listener.
    packing?.catch(() => {})
    const { written, live, leftOut } = await writeSound(options, staging, before).finally(
      () => packing,
    )
    writeManifest(live, staging, { inputs, documents: written.documents, leftOut })
    const scoreboard = { path: SCOREBOARD_FILE, body: options.scoreboard }
    for (const { path: name, body } of [...(options.files ?? []), scoreboard]) {
      writeFileSync(path.join(staging, name), body)
    }
    await addDownloads(options, staging, live)
    return { report: { ...written.report, unchanged: false }, staging }
  })
}

/** The tables and the store. */
async function addDownloads(
  { bulk, addStore, progress }: PublishOptions,
  staging: string,
  live: Catalogue,
): Promise<void> {
  if (bulk) {
    progress.step('Writing tables', 0, 1)
    await bulk.add(staging, live)
    progress.step('Writing tables', 1, 1)
  }
  const manifest = readManifest(staging)
  if (addStore && manifest) await addStore(staging, manifest)
}

/** The second step: builds the website and replaces the published folder. */
export async function finishPublishing(
  { report, staging }: Started,
  { distDir, buildSite, progress }: Pick<PublishOptions, 'distDir' | 'buildSite' | 'progress'>,
): Promise<PublishReport> {
  if (staging === null) return report
  await keptWhole(distDir, async () => {
    if (buildSite) {
      progress.step('Building the site', 0, 1)
      await buildSite(path.join(staging, DATA, 'live'), staging)
      progress.step('Building the site', 1, 1)
    }
    swap(staging, distDir)
  })
  recoverPublished(distDir)
  return report
}

/** Writes the documents. Protocols that would stop it are left out and named. */
async function writeSound(options: PublishOptions, staging: string, before: Manifest | null) {
  try {
    const written = await writeDocuments(options, staging, before)
    return { written, live: options.live, leftOut: undefined }
  } catch (failure) {
    // A full disk is no fault of a protocol.
    if (failure instanceof Error && 'syscall' in failure) throw failure
    const { catalogue: live, leftOut } = leaveOutBroken(options.live, failure)
    for (const { name, reason } of leftOut) {
      options.progress.line(`– Left out: ${name}. ${reason}`)
    }
    rmSync(path.join(staging, DATA), { recursive: true, force: true })
    return { written: await writeDocuments({ ...options, live }, staging, before), live, leftOut }
  }
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

/** A store that was published and is to be left out is a reason to publish again too. */
function storeIsAsAsked({ addStore, distDir }: PublishOptions): boolean {
  return Boolean(addStore) === existsSync(path.join(distDir, SNAPSHOT_FOLDER, 'manifest.json'))
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

function sumBytes(documents: { bytes: number }[]): number {
  return documents.reduce((sum, { bytes }) => sum + bytes, 0)
}
