import { rmSync, writeFileSync } from 'node:fs'
import type { SnapshotManifest } from '../contract/snapshot-files.ts'
import type { Day } from '../domain/day.ts'
import { PlimsollError } from '../errors.ts'
import { openStore } from '../store/open.ts'
import { contentHash, type Decision, decideDeploy } from './deploy-gate.ts'
import type { NetlifySettings } from './netlify-settings.ts'
import { fitPrevious } from './previous-origin.ts'
import { fetchPrevious } from './previous-snapshot.ts'
import { readManifest } from './publish.ts'
import { publishStore } from './publish-store.ts'

/** Protocols whose past one build reads: about two and a half minutes at the free pace, well within a build's fifteen. */
const HISTORY_BUDGET = 600

export interface NetlifyBuildOptions {
  root: string
  distDir: string
  settings: NetlifySettings
  today: Day
  fetch: typeof fetch
  pause: (ms: number) => Promise<void>
  /** Runs one of our scripts with this store; rejects when it fails. */
  runScript: (name: 'snapshot' | 'build', words: string[], storeFile: string) => Promise<void>
  line: (text: string) => void
}

/** Where the decision is left for the step that deploys, or does not. */
export function decisionFile(distDir: string): string {
  return `${distDir}.deploy.json`
}

/**
 * A build that goes on from what is online: the last store, a snapshot on top of it, documents and pages, the store for
 * the next build, and the decision whether a deploy is worth its price. Rejects when anything fails; a failed build
 * is not deployed, so the last good site stays.
 */
export async function buildForNetlify(options: NetlifyBuildOptions): Promise<Decision> {
  const { root, distDir, settings, today, line, runScript } = options
  rmSync(decisionFile(distDir), { force: true })
  const storeFile = `${distDir}.store.sqlite`
  for (const ending of ['', '-wal', '-shm']) rmSync(storeFile + ending, { force: true })
  const previous = await previousOf(options, storeFile)
  const source = settings.source === 'previous' && !previous ? 'seed' : settings.source
  const history = previous && fitPrevious(storeFile, source, line)
  if (source !== 'previous') {
    const words = source === 'live' ? ['--history', String(HISTORY_BUDGET)] : []
    await runScript('snapshot', ['--source', source, ...words], storeFile)
  }
  await runScript('build', ['--no-store'], storeFile)
  const manifest = readManifest(distDir)
  if (!manifest) throw new PlimsollError('EXPORT_FAILED', `${distDir} holds no documents.`)
  const content = contentHash(root, manifest)
  const { isProduction, budget } = settings
  const decision = decideDeploy({ previous, content, today, budget, isProduction })
  await addStore(options, storeFile, previous && history && { ...previous, history }, {
    snapshot: { id: manifest.snapshot.id, asOf: manifest.snapshot.asOf },
    content,
    deploys: decision.deploys,
  })
  writeFileSync(decisionFile(distDir), JSON.stringify(decision))
  line(`${decision.deploy ? '✓ To be deployed' : '– Not to be deployed'}. ${decision.reason}`)
  return decision
}

async function previousOf(
  options: NetlifyBuildOptions,
  storeFile: string,
): Promise<SnapshotManifest | null> {
  const { settings, line } = options
  const { siteUrl } = settings
  const previous = siteUrl === null ? null : await fetchPrevious({ ...options, siteUrl, storeFile })
  if (previous) {
    const { snapshots, firstDay } = previous.history
    line(`✓ ${siteUrl} holds ${snapshots} snapshots since ${firstDay}; going on from there`)
  } else {
    line(
      `– ${siteUrl === null ? 'No live site was named' : `Nothing is online at ${siteUrl}`}; starting a new history`,
    )
  }
  return previous
}

async function addStore(
  { distDir, line }: NetlifyBuildOptions,
  storeFile: string,
  previous: SnapshotManifest | null,
  about: Pick<SnapshotManifest, 'snapshot' | 'content' | 'deploys'>,
): Promise<void> {
  const store = openStore(storeFile)
  try {
    const { files, history } = await publishStore({ store, distDir, previous, ...about })
    const size = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
    line(
      `✓ The store for the next build: ${size(files['plimsoll.sqlite'].bytes)}, packed ${size(files['plimsoll.sqlite.gz'].bytes)}, ${history.snapshots} snapshots`,
    )
  } finally {
    store.close()
  }
}
