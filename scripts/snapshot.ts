import path from 'node:path'
import { readConfig } from '../src/config/config.ts'
import type { Day } from '../src/domain/day.ts'
import { PlimsollError } from '../src/domain/errors.ts'
import type { Origin } from '../src/domain/origin.ts'
import type { Progress } from '../src/domain/progress.ts'
import { codeFingerprint } from '../src/pipeline/code-fingerprint.ts'
import { beginAnew, holdsOtherSample } from '../src/pipeline/other-sample.ts'
import { chooseSnapshotInputs, dueInputs } from '../src/pipeline/snapshot-input.ts'
import {
  describeHistories,
  describeSkipped,
  describeTokensLeftOut,
} from '../src/pipeline/source-report.ts'
import { type SnapshotReport, takeSnapshot } from '../src/pipeline.ts'
import { keepCopy } from '../src/store/copies.ts'
import { takeLock } from '../src/store/lock.ts'
import { openStore, type Store } from '../src/store/open.ts'
import { findNewestSnapshot } from '../src/store/snapshots.ts'
import { runCommand, terminalProgress } from './command/terminal.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

const HELP = `Fill the store and score: npm run snapshot -- [options]

  --source live           read the upstreams (the default)
  --source seed           read the sample that comes with Plimsoll: a snapshot of each of its days
  --source recorded:DIR   replay a recording (see: npm run record -- --help)
  --as-of YYYY-MM-DD      day of the snapshot (default: today, or the day that a recording is named after)
  --history N             most pages of protocols to read in this run (default: 240 live, no limit recorded)
  --accept-loss           accept every loss of data in this run, once you have checked it; PLIMSOLL_ACCEPT_LOSS accepts only
                          the one that an error named
  --help                  this text

Each source has its own store: data/plimsoll.sqlite (live), data/sample.sqlite (seed) or data/recorded.sqlite. PLIMSOLL_DB names
another file, which must hold nothing of another source. The copies of the last three live runs are kept in copies/ beside it, for
npm run history -- restore. A live run waits PLIMSOLL_TIMEOUT_MS (default 30000) for each
response and retries PLIMSOLL_RETRIES times (default 3). Exit code: 0 when the snapshot may be published, 1 when not (the last
one stays as it was), 2 for a wrong option, 75 when another process uses the store.`

/** A run without a copy is a good run: the snapshot is stored. */
function copy(store: Store, storeFile: string, day: Day, progress: Progress): void {
  try {
    keepCopy(store, storeFile, day)
  } catch (error) {
    if (!(error instanceof PlimsollError)) throw error
    progress.line(`– No copy of the store was kept. ${error.message}`)
  }
}

function report({ histories, score }: SnapshotReport, origin: Origin, progress: Progress): void {
  if (origin !== 'seed') {
    progress.line(describeHistories(histories))
    const { skipped, tokensLeftOut } = histories
    for (const line of [describeSkipped(skipped), describeTokensLeftOut(tokensLeftOut)]) {
      if (line !== null) progress.line(`  ${line}`)
    }
  }
  const { snapshot, protocols, scored, unchanged } = score
  progress.line(
    `✓ Snapshot ${snapshot}: ${protocols} protocols in scope, ${scored} scored, ${protocols - scored} with insufficient data${unchanged ? '; unchanged' : ''}`,
  )
}

await runCommand(
  HELP,
  {
    source: { type: 'string', default: 'live' },
    'as-of': { type: 'string' },
    history: { type: 'string' },
    'accept-loss': { type: 'boolean', default: false },
  },
  async (values) => {
    const config = readConfig()
    const words = { source: values.source, asOf: values['as-of'], history: values.history }
    const inputs = chooseSnapshotInputs(words, config, path.join(ROOT, 'data/seed'), new Date())
    const origin = inputs[0]?.origin ?? 'live'
    const storeFile = config.storeFiles[origin]
    const fingerprint = codeFingerprint(ROOT)
    let store = openStore(storeFile)
    let release: (() => void) | undefined
    try {
      release = takeLock(storeFile, 'snapshot')
      const progress = terminalProgress()
      if (origin === 'seed' && holdsOtherSample(store, fingerprint)) {
        progress.line('– The store holds an earlier sample, so it is made anew')
        store = beginAnew(store, storeFile)
      }
      for (const input of dueInputs(inputs, findNewestSnapshot(store)?.asOf ?? null)) {
        progress.line(`Snapshot as of ${input.asOf} from ${values.source} into ${storeFile}`)
        const taken = await takeSnapshot({
          ...input,
          store,
          codeFingerprint: fingerprint,
          acceptLoss: values['accept-loss'],
          acceptedLosses: config.acceptedLosses,
          progress,
          clock: () => performance.now(),
        })
        report(taken, origin, progress)
        if (origin === 'live') copy(store, storeFile, input.asOf, progress)
      }
    } finally {
      store.close()
      release?.()
    }
  },
)
