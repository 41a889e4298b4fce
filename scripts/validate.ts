import { readFileSync } from 'node:fs'
import path from 'node:path'
import { styleText } from 'node:util'
import { readJsonFile } from '../src/backtest/cohort.ts'
import { parseComposites } from '../src/backtest/composites.ts'
import type { Paint } from '../src/backtest/render.ts'
import { renderValidation } from '../src/backtest/render-validation.ts'
import { backtestReport } from '../src/backtest/report.ts'
import { type Validation, validateReport } from '../src/backtest/validate.ts'
import { EARLIER, RUNS, type ValidationRun } from '../src/backtest/validation-runs.ts'
import { usage } from '../src/domain/errors.ts'
import type { Progress } from '../src/domain/progress.ts'
import { levelProof } from '../src/site/level-rates.ts'
import { readArguments } from './command/arguments.ts'
import { run, terminalProgress } from './command/terminal.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

const HELP = `Compute the figures of the validation page again: npm run validate [-- options]

  --json   print the outcome as JSON: equal or not, what was compared, every difference
  --help   this text

Reads the published cohorts, data/validation/*.parquet: scores and signals of each protocol on each day, and its later
losses. Makes the dimensions from the signals and every figure from the scores, with the code of the back-test, and
compares each number with data/validation/*.json, which the pages show. Needs no other data and no network, and takes
seconds. Exit code: 0 all numbers are equal to the last digit; 1 one differs; 2 a wrong option or an unreadable file.`

export interface ValidateOutput {
  print(text: string): void
  progress: Progress
  style: Paint
  /** The bytes of a file below the checkout. */
  read?(file: string): Uint8Array
  /** The published runs to compute again. Default: all. */
  runs?: readonly Pick<ValidationRun, 'name'>[]
}

/** Runs the command and returns the exit code that the help names. */
export async function validate(words: readonly string[], output: ValidateOutput): Promise<number> {
  const { print, progress, style, read = fromCheckout, runs: chosen = RUNS } = output
  const { json, help } = readArguments({
    args: [...words],
    options: {
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  }).values
  if (help) {
    print(HELP)
    return 0
  }
  const against = parseComposites(readJsonFile(path.join(ROOT, EARLIER)), EARLIER)
  const runs: (Validation & { name: string })[] = []
  for (const { name } of chosen) {
    const published = backtestReport.parse(
      readJsonFile(path.join(ROOT, `data/validation/${name}.json`)),
    )
    const cohort = read(`data/validation/${name}.parquet`)
    const validation = await validateReport(cohort, published, against, (done, of) =>
      progress.step(name, done, of),
    )
    progress.step(name, 1, 1)
    if (!json) print(`${renderValidation(name, validation, published, style)}\n`)
    runs.push({ name, ...validation })
  }
  const equal = runs.every(({ differences }) => differences.length === 0)
  // The claim of the home page is about the development cohorts.
  const proof = runs[0] ? levelProof(runs[0].report) : null
  const claim = proof && `${proof.claim}: ${proof.basis}`
  print(json ? JSON.stringify(summary(equal, claim, runs), null, 2) : (claim ?? 'No claim.'))
  return equal ? 0 : 1
}

function summary(equal: boolean, claim: string | null, runs: (Validation & { name: string })[]) {
  return {
    equal,
    claim,
    runs: runs.map(({ name, report, rows, figures, differences }) => ({
      name,
      methodology: report.methodology,
      ...{ rows, figures, differences },
    })),
  }
}

function fromCheckout(file: string): Uint8Array {
  try {
    return readFileSync(path.join(ROOT, file))
  } catch {
    throw usage(`${file} cannot be read.`)
  }
}

if (import.meta.main) {
  await run(async () => {
    process.exitCode = await validate(process.argv.slice(2), {
      print: (text) => process.stdout.write(`${text}\n`),
      progress: terminalProgress(),
      style: (style, text) => styleText(style, text, { stream: process.stdout }),
    })
  })
}
