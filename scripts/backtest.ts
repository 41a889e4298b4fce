import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { styleText } from 'node:util'
import { readAdapterHistory } from '../src/backtest/adapter-history.ts'
import { findCohort, readJsonFile } from '../src/backtest/cohort.ts'
import { type Composites, compositesOf, parseComposites } from '../src/backtest/composites.ts'
import { DEVELOPMENT_ENDS } from '../src/backtest/development.ts'
import { judgedOf, PRIMARY, rowsIn, SMALLEST_TVL_USD } from '../src/backtest/judged.ts'
import type { Watched } from '../src/backtest/kind-rates.ts'
import { prepare } from '../src/backtest/prepare.ts'
import { readCohort } from '../src/backtest/read-cohort.ts'
import { type Paint, renderReport } from '../src/backtest/render.ts'
import { backtestReport } from '../src/backtest/report.ts'
import { reportOf } from '../src/backtest/run.ts'
import { readSizes } from '../src/backtest/sizes.ts'
import { cohortFile } from '../src/backtest/write-cohort.ts'
import { readConfig } from '../src/config/config.ts'
import { isDay } from '../src/domain/day.ts'
import { usage } from '../src/domain/errors.ts'
import { INCIDENT_OWNERS } from '../src/ingest/defillama/incident-owners.ts'
import { readArguments } from './command/arguments.ts'
import { run } from './command/terminal.ts'

const DEVELOPMENT = path.resolve(import.meta.dirname, '../data/validation/development.parquet')

const RESAMPLES = 1_000
const SEED = 20_240_311

const HELP = `Compare scores of past days with what happened afterwards: npm run backtest -- --cohort DIR --incidents FILE [options]

  --cohort DIR       a recording, as npm run record writes one, named after its day, else DIR@YYYY-MM-DD; or a registry
                     file YYYY-MM-DD.json with {"protocols": [...]}, which needs --sizes. May be given more than once
  --incidents FILE   what happened: rows in the shape of DefiLlama's /hacks
  --until DATE       last day of incidents to count (default, and at most: that of the last incident in the file)
  --horizon DAYS     days after each cohort to count incidents in (default: 365)
  --sizes DIR        a later recording whose TVL picks the rows of a registry; no score ever reads it
  --against FILE     composites of an earlier methodology, as --scores-out writes them: compares the two on the same rows
  --scores-out FILE  also write the composite of every protocol of the cohorts, to compare a later methodology with
  --cohort-out FILE  also write scored rows and losses without what may not be published (Parquet), for npm run validate
  --adapters FILE    history of the adapters (tab-separated, .gz): day, module, author, modules_touched. Each cohort sees it up to
                     its day; without it, changes of adapters are missing
  --held-out         allow incidents after ${DEVELOPMENT_ENDS}. Such a run is not development: it must not be used to tune
  --json             print the whole report as JSON
  --help             this text

Scores with the code and methodology of this checkout, and with nothing that was not public on the cohort's day: the rates
of kinds are counted up to that day, from the cohorts before it in data/validation/development.parquet.
The same files give the same output. Exit code: 0, also when a bar is missed; 2 for a wrong option or an unreadable file.`

/** Where a run prints: the report, and notes beside it. */
export interface BacktestOutput {
  print(text: string): void
  note(text: string): void
  style: Paint
}

export async function backtest(
  words: readonly string[],
  { print, note, style }: BacktestOutput,
): Promise<void> {
  const { values } = parse(words)
  if (values.help) {
    print(HELP)
    return
  }
  if (!values.cohort?.length) throw usage('Name at least one cohort: --cohort DIR. Try --help.')
  if (!values.incidents) throw usage('Name the list of incidents: --incidents FILE. Try --help.')
  const { until = null } = values
  if (until !== null && !isDay(until)) {
    throw usage(`--until wants a day such as 2024-06-30, not ${until}.`)
  }
  const horizonDays = Number(values.horizon)
  if (!(Number.isInteger(horizonDays) && horizonDays > 0 && horizonDays <= 3_660)) {
    throw usage(`--horizon wants a whole number of days, 1 to 3660, not ${values.horizon}.`)
  }
  const cohorts = values.cohort.map(findCohort)
  const sizes = values.sizes === undefined ? null : readSizes(findCohort(values.sizes))
  const adapters = values.adapters === undefined ? undefined : readAdapterHistory(values.adapters)
  const label = path.basename(values.incidents)
  const against = values.against === undefined ? null : readComposites(values.against)
  if (values['held-out']) {
    note(`Not development: incidents after ${DEVELOPMENT_ENDS} are allowed in this run.`)
  }
  const prepared = await prepare({
    cohorts,
    incidents: { body: readJsonFile(values.incidents), label },
    until,
    horizonDays,
    heldOut: values['held-out'],
    sizes,
    aliases: INCIDENT_OWNERS,
    upstreams: readConfig({}).upstreams,
    adapters,
    watched: await readWatched(),
    resamples: RESAMPLES,
    seed: SEED,
  })
  const judged = judgedOf(prepared)
  const report = backtestReport.parse(reportOf(judged, against))
  if (values['cohort-out'] !== undefined) {
    writeFileSync(values['cohort-out'], cohortFile(judged))
  }
  if (values['scores-out'] !== undefined) {
    const composites = compositesOf(prepared, SMALLEST_TVL_USD)
    writeFileSync(values['scores-out'], `${JSON.stringify(composites)}\n`)
  }
  print(values.json ? JSON.stringify(report, null, 2) : renderReport(report, style).trimEnd())
}

function parse(words: readonly string[]) {
  return readArguments({
    args: [...words],
    options: {
      cohort: { type: 'string', multiple: true },
      incidents: { type: 'string' },
      until: { type: 'string' },
      horizon: { type: 'string', default: '365' },
      sizes: { type: 'string' },
      against: { type: 'string' },
      'scores-out': { type: 'string' },
      'cohort-out': { type: 'string' },
      adapters: { type: 'string' },
      'held-out': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
}

/** The published rows of the development cohorts, from which the rates of kinds are counted up to the day of each cohort. */
async function readWatched(): Promise<Watched> {
  const { judged } = await readCohort(readFileSync(DEVELOPMENT))
  return { rows: rowsIn(PRIMARY, judged.rows), horizonDays: judged.facts.horizonDays }
}

function readComposites(file: string): Composites {
  return parseComposites(readJsonFile(file), path.basename(file))
}

if (import.meta.main) {
  await run(() =>
    backtest(process.argv.slice(2), {
      print: (text) => process.stdout.write(`${text}\n`),
      note: (text) => process.stderr.write(`${text}\n`),
      style: (style, text) => styleText(style, text, { stream: process.stdout }),
    }),
  )
}
