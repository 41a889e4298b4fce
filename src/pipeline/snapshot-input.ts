import path from 'node:path'
import type { Config } from '../config/config.ts'
import { liveChains } from '../control/live.ts'
import { type Day, dayOf, isDay, isoInstant } from '../domain/day.ts'
import { PlimsollError, usage } from '../domain/errors.ts'
import type { Origin } from '../domain/origin.ts'
import { SOURCE_OF_ROLE } from '../domain/sources.ts'
import type { GitHistory } from '../ingest/adapters/git.ts'
import { adapterHistory } from '../ingest/adapters/source.ts'
import { httpReader } from '../ingest/http.ts'
import type { EndpointReader } from '../ingest/reader.ts'
import { recordingReader } from '../ingest/recording.ts'
import { openPast, openSeed } from '../ingest/seed/sources.ts'
import { absentSource, type Source } from '../ingest/source.ts'
import { listSources } from '../ingest/sources.ts'
import { type UpstreamClock, upstreamClock } from '../ingest/upstream-day.ts'
import { openCodeFile } from '../store/code-file.ts'

/** Pages of protocols that one live run reads: at the free rate of about four a second, a minute. */
const LIVE_HISTORY_BUDGET = 240

const RECORDED = 'recorded:'

/** The sources of a run, how they are read, and its day. */
export interface SnapshotInput {
  origin: Origin
  asOf: Day
  /** Time of the snapshot, an ISO 8601 instant. */
  computedAt: string
  sources: Source[]
  reader: EndpointReader
  /** Maximum number of pages of protocols, with their histories, to read in this run. */
  historyBudget: number
  /** What the upstreams say the time is; left out where nothing is read live, and the day is not checked. */
  upstreamClock?: UpstreamClock
}

export interface SnapshotWords {
  /** `live`, `seed` or `recorded:DIR`. */
  source: string
  asOf?: string | undefined
  history?: string | undefined
}

type SnapshotConfig = Pick<
  Config,
  'upstreams' | 'http' | 'adaptersGitUrl' | 'readsChains' | 'storeFiles' | 'wallet'
>

/** The inputs that the options of a run select, one for each snapshot to take, oldest first. Throws `USAGE` for an invalid value. */
export function chooseSnapshotInputs(
  { source, asOf, history }: SnapshotWords,
  config: SnapshotConfig,
  seedDir: string,
  now: Date,
): SnapshotInput[] {
  const day = asOf === undefined ? null : dayOrThrow(asOf)
  const budget = history === undefined ? null : countOrThrow(history)
  const listed = listSources(config.upstreams)
  const { adapters, control } = SOURCE_OF_ROLE
  const sources = [...listed, absentSource(adapters), absentSource(control)]
  if (source === 'seed') return seedInputs(seedDir, sources, day)
  if (source.startsWith(RECORDED) && source.length > RECORDED.length) {
    const dir = source.slice(RECORDED.length)
    const reader = recordingReader(dir)
    const recordedOn = day ?? dayInName(dir)
    return [
      {
        origin: 'recorded',
        asOf: recordedOn,
        computedAt: isoInstant(recordedOn),
        sources,
        reader,
        historyBudget: budget ?? Number.POSITIVE_INFINITY,
      },
    ]
  }
  if (source !== 'live') {
    throw usage(`--source must be live, seed or recorded:DIR, not ${source}. Try --help.`)
  }
  const clock = upstreamClock()
  return [
    {
      origin: 'live',
      asOf: day ?? dayOf(now.getTime()),
      computedAt: now.toISOString(),
      sources: [...listed, adapterHistory(adaptersOf(config)), ...chainsOf(config)],
      reader: httpReader({ ...config.http, noteDate: clock.note }),
      upstreamClock: clock,
      historyBudget: budget ?? LIVE_HISTORY_BUDGET,
    },
  ]
}

/** Of these days those after the newest snapshot of a store, and in any case the last, which is refused with a message when it is too old. */
export function dueInputs(inputs: SnapshotInput[], newest: Day | null): SnapshotInput[] {
  return inputs.filter(
    ({ asOf }) => newest === null || asOf > newest || asOf === inputs.at(-1)?.asOf,
  )
}

/**
 * The contracts and markets on the chains. The code of contracts is kept
 * beside the store. Nothing where the setting turns it off: the last readings then stay until they are too old.
 */
function chainsOf({ readsChains, wallet, storeFiles }: SnapshotConfig): Source[] {
  if (!readsChains) return []
  const file = path.join(path.dirname(storeFiles.live), 'onchain-code.sqlite')
  const chains = {
    nodes: wallet.nodes.chains,
    solana: wallet.nodes.solana,
    openCodes: () => openCodeFile(file),
  }
  return [liveChains(chains)]
}

/** The copy of the history is kept beside the store, so that a run fetches only what is new. */
function adaptersOf({ adaptersGitUrl, storeFiles }: SnapshotConfig): GitHistory {
  return { url: adaptersGitUrl, folder: path.join(path.dirname(storeFiles.live), 'adapters.git') }
}

/** The days of the sample, oldest first. All are scored when it is made, so none of them predicts a later loss. */
function seedInputs(seedDir: string, given: Source[], day: Day | null): SnapshotInput[] {
  const newest = openSeed(seedDir, given)
  const all = [...openPast(seedDir, given), newest]
  const chosen = all.filter(({ asOf }) => day === null || asOf === day)
  if (chosen.length === 0) {
    const days = all.map(({ asOf }) => asOf).join(' and ')
    throw usage(`The sample is of ${days}, so --as-of cannot be ${day}. Leave --as-of out.`)
  }
  return chosen.map(({ asOf, sources }) => ({
    origin: 'seed',
    asOf,
    computedAt: isoInstant(newest.asOf),
    sources,
    reader: NO_READER,
    historyBudget: 0,
  }))
}

const NO_READER: EndpointReader = {
  read: (endpoint) =>
    Promise.reject(new PlimsollError('NOT_RECORDED', `The sample has no ${endpoint.label}.`)),
}

/** A recording is named after its day; another name needs `--as-of`. */
function dayInName(dir: string): Day {
  const name = path.basename(path.resolve(dir))
  if (isDay(name)) return name
  throw usage(`The folder ${name} is not named after a day. Add --as-of YYYY-MM-DD.`)
}

function dayOrThrow(text: string): Day {
  if (isDay(text)) return text
  throw usage(`--as-of must be a day such as 2024-03-11, not ${text}.`)
}

function countOrThrow(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 0) return count
  throw usage(`--history must be a whole number, not ${text}.`)
}
