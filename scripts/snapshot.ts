import path from 'node:path'
import { readConfig } from '../src/config.ts'
import { type Day, dayOf, isDay, isoInstant } from '../src/domain/day.ts'
import type { Origin } from '../src/domain/origin.ts'
import { PlimsollError } from '../src/errors.ts'
import { codeFingerprint } from '../src/fingerprint.ts'
import { httpReader } from '../src/ingest/http.ts'
import type { EndpointReader } from '../src/ingest/reader.ts'
import { recordingReader } from '../src/ingest/recording.ts'
import { openSeed } from '../src/ingest/seed/sources.ts'
import type { Source } from '../src/ingest/source.ts'
import { listSources } from '../src/ingest/sources.ts'
import { takeSnapshot } from '../src/pipeline.ts'
import { openStore } from '../src/store/open.ts'
import { readArguments } from './arguments.ts'
import { run, terminalProgress } from './terminal.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

const HELP = `Fill the store and score: npm run snapshot -- [options]

  --source live           read the upstreams (the default)
  --source seed           read the sample that comes with Plimsoll
  --source recorded:DIR   replay a recording (see: npm run record -- --help)
  --as-of YYYY-MM-DD      the day the snapshot speaks for (default: today, or the day a recording is named after)
  --history N             most protocols whose past is read in this run (default: 150 live, no limit recorded)
  --accept-loss           believe every loss of this run, when you have checked it; PLIMSOLL_ACCEPT_LOSS accepts one that a
                          refusal named and no other
  --help                  this text

Each source has a store of its own: data/plimsoll.sqlite (live), data/sample.sqlite (seed) or data/recorded.sqlite; PLIMSOLL_DB
names another file, which must hold nothing of another source. PLIMSOLL_TIMEOUT_MS (default 30000) and PLIMSOLL_RETRIES (default 3) say how patient a live run is with each address. Exit code: 0 when a snapshot may be published,
1 when not (the last one stays as it was), 2 for a wrong option.`

/** Protocols whose past one live run reads: at the free pace of about four a second, under a minute. */
const LIVE_HISTORY_BUDGET = 150

interface Choice {
  origin: Origin
  asOf: Day
  computedAt: string
  sources: Source[]
  reader: EndpointReader
  historyBudget: number
}

async function main(): Promise<void> {
  const { values } = parse()
  if (values.help) {
    console.log(HELP)
    return
  }
  const config = readConfig()
  const choice = choose(values, new Date())
  const storeFile = config.storeFiles[choice.origin]
  const store = openStore(storeFile)
  try {
    const progress = terminalProgress()
    progress.line(`Snapshot as of ${choice.asOf} from ${values.source} into ${storeFile}`)
    const report = await takeSnapshot({
      ...choice,
      store,
      codeFingerprint: codeFingerprint(ROOT),
      acceptLoss: values['accept-loss'],
      acceptedLosses: config.acceptedLosses,
      progress,
      clock: () => performance.now(),
    })
    const { filled, points, failed, waiting, resting } = report.histories
    if (choice.origin !== 'seed') {
      progress.line(
        `✓ TVL history: ${filled} protocols filled (${points} points), ${failed} failed, ${waiting} waiting for later runs, ${resting} failed before and not yet due again`,
      )
    }
    const { snapshot, protocols, scored, unchanged } = report.score
    progress.line(
      `✓ Snapshot ${snapshot}: ${protocols} protocols in scope, ${scored} scored, ${protocols - scored} with insufficient data${unchanged ? '; unchanged' : ''}`,
    )
  } finally {
    store.close()
  }
}

function parse() {
  return readArguments({
    options: {
      source: { type: 'string', default: 'live' },
      'as-of': { type: 'string' },
      history: { type: 'string' },
      'accept-loss': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
}

function choose(values: ReturnType<typeof parse>['values'], now: Date): Choice {
  const asOf = values['as-of']
  if (asOf !== undefined && !isDay(asOf)) {
    throw new PlimsollError('USAGE', `--as-of wants a day such as 2024-03-11, not ${asOf}.`)
  }
  const history = values.history === undefined ? undefined : Number(values.history)
  if (history !== undefined && !(Number.isInteger(history) && history >= 0)) {
    throw new PlimsollError('USAGE', `--history wants a whole number, not ${values.history}.`)
  }
  const { upstreams, http } = readConfig()
  const source = values.source
  if (source === 'seed') {
    const seed = openSeed(path.join(ROOT, 'data/seed'), listSources(upstreams))
    const day = seed.asOf
    if (asOf !== undefined && asOf !== day) {
      throw new PlimsollError(
        'USAGE',
        `The sample speaks for its own day, ${day}; leave --as-of out.`,
      )
    }
    return {
      origin: 'seed',
      asOf: day,
      computedAt: isoInstant(day),
      sources: seed.sources,
      reader: noReader,
      historyBudget: 0,
    }
  }
  if (source.startsWith('recorded:') && source.length > 'recorded:'.length) {
    const reader = recordingReader(source.slice('recorded:'.length))
    const day = asOf ?? dayInName(source)
    return {
      origin: 'recorded',
      asOf: day,
      computedAt: isoInstant(day),
      sources: listSources(upstreams),
      reader,
      historyBudget: history ?? Number.POSITIVE_INFINITY,
    }
  }
  if (source !== 'live') {
    throw new PlimsollError(
      'USAGE',
      `--source wants live, seed or recorded:DIR, not ${source}. Try --help.`,
    )
  }
  const day = asOf ?? dayOf(now.getTime())
  return {
    origin: 'live',
    asOf: day,
    computedAt: now.toISOString(),
    sources: listSources(upstreams),
    reader: httpReader(http),
    historyBudget: history ?? LIVE_HISTORY_BUDGET,
  }
}

/** A recording is named after its day; without one, --as-of must say which day it is of. */
function dayInName(source: string): Day {
  const name = path.basename(path.resolve(source.slice('recorded:'.length)))
  if (isDay(name)) return name
  throw new PlimsollError(
    'USAGE',
    `The folder ${name} is not named after a day; say which with --as-of YYYY-MM-DD.`,
  )
}

const noReader: EndpointReader = {
  read: (endpoint) =>
    Promise.reject(new PlimsollError('NOT_RECORDED', `The sample holds no ${endpoint.label}.`)),
}

await run(main)
