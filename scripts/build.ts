import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import packageFile from '../package.json' with { type: 'json' }
import { listedContracts } from '../src/addresses/listed-contracts.ts'
import { openApiDocuments } from '../src/api/openapi/create-openapi.ts'
import { readFormerKeys, readSigner } from '../src/bulk/signing.ts'
import { type Config, readConfig } from '../src/config/config.ts'
import type { Manifest } from '../src/contract/manifest.ts'
import { PlimsollError } from '../src/domain/errors.ts'
import { ORIGIN_NAMES, type Origin } from '../src/domain/origin.ts'
import type { Progress } from '../src/domain/progress.ts'
import { sendAlertsOnce } from '../src/host/node/send-alerts.ts'
import { chooseStore } from '../src/pipeline/choose-store.ts'
import { codeFingerprint } from '../src/pipeline/code-fingerprint.ts'
import { scoreAgain } from '../src/pipeline/score-again.ts'
import { buildSite } from '../src/publish/build-site.ts'
import { contentHash } from '../src/publish/deploy-gate.ts'
import { keepHeapSmall } from '../src/publish/little-heap.ts'
import {
  finishPublishing,
  type PublishOptions,
  readManifest,
  startPublishing,
} from '../src/publish/publish.ts'
import { publishBulk } from '../src/publish/publish-bulk.ts'
import { publishPackages } from '../src/publish/publish-packages.ts'
import { publishStore } from '../src/publish/publish-store.ts'
import { refuseForeign } from '../src/publish/replace-folder.ts'
import { readHoldings, sandboxCatalogue } from '../src/publish/sandbox.ts'
import { METHODOLOGY } from '../src/score/methodology.ts'
import { createScoreboard } from '../src/scoreboard/scoreboard.ts'
import { loadCatalogue } from '../src/store/load-catalogue.ts'
import { takeLock } from '../src/store/lock.ts'
import type { Store } from '../src/store/open.ts'
import { runCommand, terminalProgress } from './command/terminal.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const SANDBOX = path.join(ROOT, 'data/sandbox')

const HELP = `Export the newest snapshot and build the site: npm run build -- [options]

  --source S   build from the store of live data, of the sample or of recordings: live, seed or recorded
               (default: live when there is a snapshot of it, else seed)
  --no-site    write only the JSON documents
  --no-store   leave out the store, without which others cannot rebuild a score
  --no-alerts  send no alerts of what has changed, such as for a folder that is not served yet
  --help       this text

Reads that store, or the file PLIMSOLL_DB, and replaces the published folder (PLIMSOLL_DIST, default dist) whole, or not at all.
Exit code: 0 done; 1 not, and the folder stays as it was; 2 a wrong option; 75 another process uses the store or the folder.`

/** Alerts go out after the build and are no part of it: what fails here is sent later by the server. */
async function alert(config: Config, progress: Progress): Promise<void> {
  try {
    const report = await sendAlertsOnce(config)
    if (report && report.made + report.delivered + report.failed > 0) {
      progress.line(
        `✓ Alerts: ${report.made} new, ${report.delivered} delivered, ${report.failed} to be repeated`,
      )
    }
  } catch (error) {
    const reason = error instanceof PlimsollError ? error.message : 'an internal error'
    progress.line(`– No alerts were sent: ${reason}`)
  }
}

async function addStore(store: Store, distDir: string, manifest: Manifest): Promise<void> {
  const { id, asOf } = manifest.snapshot
  await publishStore({
    store,
    distDir,
    snapshot: { id, asOf },
    content: contentHash(ROOT, manifest),
    deploys: [],
  })
}

/** In a process of its own, which gives the compiler's memory back. */
async function pack(folder: string): Promise<void> {
  const script = path.join(ROOT, 'scripts/pack-client.ts')
  const child = spawn(process.execPath, ['--max-semi-space-size=1', script, '--out', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 300_000,
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new PlimsollError('EXPORT_FAILED', 'The clients could not be packed.')
}

interface Build {
  config: Config
  store: Store
  origin: Origin
  progress: Progress
  website: Website
  withStore: boolean
}

type Website = Pick<PublishOptions, 'buildSite'>

/** Writes everything but the website. The catalogue of the store is in use here only, so that its memory is free for the website. */
async function startBuild({ config, store, origin, progress, website, withStore }: Build) {
  const fingerprint = codeFingerprint(ROOT)
  const keys = {
    signer: readSigner(config.signing.key),
    formerKeys: readFormerKeys(config.signing.formerKeys),
  }
  const now = new Date().toISOString()
  const again = scoreAgain({ store, codeFingerprint: fingerprint, now })
  if (again)
    progress.line(`✓ Scored again by methodology ${METHODOLOGY.version}: ${again.snapshot}`)
  const live = loadCatalogue(store)
  if (!live) {
    throw new PlimsollError(
      'SNAPSHOT_REFUSED',
      `The store ${store.name} holds no snapshot yet. Run: npm run snapshot -- --source ${origin === 'recorded' ? 'recorded:DIR' : origin}`,
    )
  }
  progress.line(`Building from ${ORIGIN_NAMES[origin]} in ${store.name}`)
  const { distDir, refreshDays } = config
  return startPublishing({
    live,
    scoreboard: createScoreboard(store, live),
    sandbox: await sandboxCatalogue(SANDBOX, config.upstreams),
    holdings: readHoldings(SANDBOX),
    listed: listedContracts(),
    files: openApiDocuments(packageFile.version),
    refreshDays,
    settings: config.site,
    distDir,
    codeFingerprint: fingerprint,
    progress,
    ...website,
    bulk: publishBulk({
      distDir,
      codeFingerprint: fingerprint,
      ...keys,
      now: new Date(),
      refreshDays,
    }),
    packages: publishPackages({
      distDir,
      version: packageFile.version,
      code: fingerprint,
      ...keys,
      progress,
      pack,
    }),
    ...(withStore ? { addStore: (site, manifest) => addStore(store, site, manifest) } : {}),
  })
}

await runCommand(
  HELP,
  {
    source: { type: 'string' },
    site: { type: 'boolean', default: true },
    store: { type: 'boolean', default: true },
    alerts: { type: 'boolean', default: true },
  },
  async (values) => {
    keepHeapSmall()
    const config = readConfig()
    const progress = terminalProgress()
    // Before a lock is left beside it.
    refuseForeign(config.distDir)
    const { store, origin } = chooseStore(config.storeFiles, values.source)
    const locks: (() => void)[] = []
    try {
      locks.push(takeLock(config.distDir, 'build'), takeLock(store.name, 'build'))
      const website: Website = values.site
        ? { buildSite: (data, site) => buildSite(ROOT, data, site, config.site) }
        : {}
      const build = { config, store, origin, progress, website, withStore: values.store }
      const started = await startBuild(build)
      const { distDir } = config
      const report = await finishPublishing(started, { distDir, progress, ...website })
      const size = `${(report.bytes / 1e6).toFixed(1)} MB`
      progress.line(
        report.unchanged
          ? `✓ ${distDir} already holds snapshot ${readManifest(distDir)?.snapshot.id}; nothing to do`
          : `✓ ${distDir}: ${report.documents} documents (${size}), ${report.changed} new or changed`,
      )
    } finally {
      for (const release of locks) release()
      store.close()
    }
    if (values.alerts) await alert(config, progress)
  },
)
