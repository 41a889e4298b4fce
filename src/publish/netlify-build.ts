import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { bulkOnline } from '../bulk/earlier-bulk.ts'
import type { BulkSettings } from '../bulk/finish-bulk.ts'
import { PACKAGES_FOLDER } from '../contract/package-names.ts'
import type { SnapshotManifest } from '../contract/snapshot-files.ts'
import type { Day } from '../domain/day.ts'
import { PlimsollError } from '../domain/errors.ts'
import { openStore } from '../store/open.ts'
import { contentHash, type Decision, decideDeploy } from './deploy-gate.ts'
import { placeOf, sitePlace } from './history-place.ts'
import type { NetlifySettings } from './netlify-settings.ts'
import { fitPrevious } from './previous-origin.ts'
import { fetchPrevious } from './previous-snapshot.ts'
import { readManifest } from './publish.ts'
import { carryBulk, hasBulk } from './publish-bulk.ts'
import { carryPackages } from './publish-packages.ts'
import { publishStore } from './publish-store.ts'

/** Histories that one build reads: about two and a half minutes at the free rate, well within a build's fifteen. */
const HISTORY_BUDGET = 600

interface NetlifyBuildOptions {
  root: string
  distDir: string
  settings: NetlifySettings
  /** The key that signs the tables for download. */
  bulk: BulkSettings
  today: Day
  fetch: typeof fetch
  pause: (ms: number) => Promise<void>
  /** Runs one of our scripts with this store; rejects when it fails. */
  runScript: (name: 'snapshot' | 'build', args: string[], storeFile: string) => Promise<void>
  line: (text: string) => void
}

/** The file with the decision, for the deploy step. */
export function decisionFile(distDir: string): string {
  return `${distDir}.deploy.json`
}

/**
 * Builds on the published store: downloads it, takes a snapshot, writes documents and pages, adds the store for the next
 * build and decides whether to deploy. Rejects when any step fails; a failed build is not deployed, so the last good site
 * stays.
 */
export async function buildForNetlify(options: NetlifyBuildOptions): Promise<Decision> {
  const { root, distDir, settings, today, line, runScript } = options
  rmSync(decisionFile(distDir), { force: true })
  const storeFile = `${distDir}.store.sqlite`
  const earlierFile = `${distDir}.earlier.sqlite`
  for (const file of [storeFile, earlierFile]) {
    for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true })
  }
  const previous = await previousOf(options, storeFile)
  const source = settings.source === 'previous' && !previous ? 'seed' : settings.source
  const earlier = previous && fitPrevious(storeFile, source, line) ? earlierFile : undefined
  if (earlier) copyFileSync(storeFile, earlier)
  if (source !== 'previous') {
    const words = source === 'live' ? ['--history', String(HISTORY_BUDGET)] : []
    await runScript('snapshot', ['--source', source, ...words], storeFile)
  }
  // Alerts are sent once the deploy is online, by a scheduled function.
  await runScript('build', ['--no-store', '--no-alerts'], storeFile)
  const manifest = readManifest(distDir)
  if (!manifest) throw new PlimsollError('EXPORT_FAILED', `${distDir} has no documents.`)
  const content = contentHash(root, manifest)
  const { isProduction, budget } = settings
  const decision = decideDeploy({ previous, content, today, budget, isProduction })
  await addStore(options, storeFile, earlier, {
    snapshot: { id: manifest.snapshot.id, asOf: manifest.snapshot.asOf },
    content,
    deploys: decision.deploys,
  })
  if (decision.deploy) await carryOver(options)
  writeFileSync(decisionFile(distDir), JSON.stringify(decision))
  line(`${decision.deploy ? '✓ To be deployed' : '– Not to be deployed'}. ${decision.reason}`)
  return decision
}

/** Adds the dated tables and the earlier packages of the live site. Only a build that goes online needs them, and each download costs credits. */
async function carryOver(options: NetlifyBuildOptions): Promise<void> {
  const { distDir, settings, bulk, pause, line } = options
  if (!hasBulk(distDir) || settings.siteUrl === null) return
  const online = bulkOnline(settings.siteUrl, options.fetch, pause)
  const { copies, lost, signature } = await carryBulk(distDir, online, bulk)
  const packages = bulkOnline(settings.siteUrl, options.fetch, pause, PACKAGES_FOLDER)
  await carryPackages(distDir, packages, bulk, { line })
  const note = signature === null ? ', not signed: PLIMSOLL_SIGNING_KEY is empty' : ''
  line(`✓ Tables for download: ${copies.length} dated copies, ${lost.length} lost${note}`)
}

/** The published store or, when there is none and a new history is allowed, the copy to restore. Null: a new history. */
async function previousOf(
  options: NetlifyBuildOptions,
  storeFile: string,
): Promise<SnapshotManifest | null> {
  const { settings, line, pause } = options
  const { siteUrl, newHistory, restore, isProduction } = settings
  const online =
    siteUrl === null
      ? { absent: 'no live site is set (PLIMSOLL_SITE_URL)' }
      : await fetchPrevious({
          place: sitePlace(siteUrl, options.fetch),
          ...{ storeFile, pause, refusal: (why) => refused(`of ${siteUrl}`, why) },
        })
  if ('manifest' in online) {
    line(`✓ ${siteUrl} holds ${describe(online.manifest)}; going on from there`)
    return online.manifest
  }
  // A preview is not published, so no later build continues from it.
  if (!newHistory && isProduction) {
    throw refused(siteUrl === null ? '' : `of ${siteUrl}`, online.absent, NEW_HISTORY)
  }
  if (restore === null) {
    line(`– Starting a new history: ${online.absent}`)
    return null
  }
  const copy = await fetchPrevious({
    place: placeOf(restore, options.fetch),
    ...{ storeFile, pause, refusal: (why) => refused(`in ${restore}`, why) },
  })
  if ('absent' in copy) throw refused(`in ${restore}`, copy.absent)
  line(`✓ The copy in ${restore} holds ${describe(copy.manifest)}; going on from there`)
  // It is not online yet, so it is always deployed.
  return { ...copy.manifest, content: '' }
}

function describe({ history }: SnapshotManifest): string {
  return `${history.snapshots} snapshots since ${history.firstDay}`
}

const NEW_HISTORY =
  'Check PLIMSOLL_SITE_URL. For a first deploy, set PLIMSOLL_NEW_HISTORY to the date of today (YYYY-MM-DD), which allows a new history on that day.'

function refused(whose: string, why: string, advice = ''): PlimsollError {
  return new PlimsollError(
    'SNAPSHOT_REFUSED',
    `The history ${whose} could not be read: ${why}. A build without it would lose the history, so the build stops. ${advice}`
      .replace('  ', ' ')
      .trim(),
  )
}

async function addStore(
  { distDir, line }: NetlifyBuildOptions,
  storeFile: string,
  earlierFile: string | undefined,
  about: Pick<SnapshotManifest, 'snapshot' | 'content' | 'deploys'>,
): Promise<void> {
  const store = openStore(storeFile)
  try {
    const { store: file, history } = await publishStore({ store, distDir, earlierFile, ...about })
    const size = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
    line(
      `✓ The store for the next build: ${size(file.unpacked.bytes)}, packed ${size(file.bytes)}, ${history.snapshots} snapshots`,
    )
  } finally {
    store.close()
  }
}
