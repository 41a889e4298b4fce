import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PlimsollError } from '../src/domain/errors.ts'
import { type CheckedBulk, checkBulk } from '../src/verify/check-bulk.ts'
import { openPublished } from '../src/verify/open-published.ts'
import { EXIT_CODES, renderVerdict } from '../src/verify/render-verdict.ts'
import { type ScoreVerdict, verifyScore } from '../src/verify/verify-score.ts'
import { readArguments } from './command/arguments.ts'
import { run } from './command/terminal.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

const HELP = `Rebuild a published score from the published readings: npm run verify-score -- --snapshot DIR|URL --id ID

  --snapshot DIR   a published folder (dist, or its _data)
  --snapshot URL   a site, such as https://example.com; http for localhost alone
  --id ID          the protocol, as its address names it, such as aave-v3
  --all            every protocol; of a folder every document, of a site every row of its list
                   and its scoreboard
  --store FILE     rebuild from this store instead of the one that the folder publishes
  --json           print the outcome as JSON
  --help           this text

Where tables for download are published (bulk/), their hashes and signature are checked too.
The published results in the store are thrown away and scored anew with this checkout; nothing is written but to a
temporary folder. Exit code: 0 reproduced; 1 a difference, and the first one is shown; 2 a wrong option, or an id that
is not published; 3 published under another methodology than this checkout has; 4 it cannot be checked: not there, not
whole, or changed after it was published.`

type Values = ReturnType<typeof parse>['values']

async function main(): Promise<void> {
  const { values } = parse()
  if (values.help) {
    console.log(HELP)
    return
  }
  const workDir = mkdtempSync(path.join(tmpdir(), 'plimsoll-verify-'))
  try {
    const { verdict, tables } = await verify(values, workDir)
    process.exitCode = EXIT_CODES[verdict.outcome]
    const text = values.json
      ? JSON.stringify(tables ? { ...verdict, tables } : verdict, null, 2)
      : [renderVerdict(verdict), ...tableLines(tables)].join('\n')
    process.stdout.write(`${text}\n`)
  } catch (error) {
    if (!(error instanceof PlimsollError) || isUsageError(error)) throw error
    process.exitCode = EXIT_CODES['cannot-be-checked']
    const outcome = { outcome: 'cannot-be-checked', reason: error.message }
    if (values.json) process.stdout.write(`${JSON.stringify(outcome, null, 2)}\n`)
    else process.stderr.write(`cannot be checked: ${error.message}\n`)
  } finally {
    rmSync(workDir, { recursive: true, force: true })
  }
}

/** The tables for download are checked only where the documents are as published. */
function tableLines(tables: CheckedBulk | null): string[] {
  if (!tables) return []
  const { signedBy, files } = tables
  const by =
    signedBy === null
      ? 'their manifest is not signed'
      : `their manifest is signed by the key ${signedBy} that it names`
  return [`  ${files} tables for download are as published; ${by}.`]
}

async function verify(
  values: Values,
  workDir: string,
): Promise<{ verdict: ScoreVerdict; tables: CheckedBulk | null }> {
  const { snapshot, id, all } = values
  if (!snapshot) throw usage('Name what to check: --snapshot DIR or URL. Try --help.')
  if (all === (id !== undefined) || id === '') {
    throw usage('Name one protocol with --id, or all of them with --all.')
  }
  const storeFile = values.store ?? null
  const published = await openPublished({ snapshot, storeFile, workDir, root: ROOT })
  const verdict = await verifyScore(published, id ?? null)
  const isGood = EXIT_CODES[verdict.outcome] === 0
  const tables = isGood ? await checkBulk(snapshot, published.snapshotId, fetch, pause) : null
  return { verdict, tables }
}

function isUsageError({ code }: PlimsollError): boolean {
  return code === 'USAGE' || code === 'CONFIG_INVALID'
}

function usage(message: string): PlimsollError {
  return new PlimsollError('USAGE', message)
}

function parse() {
  return readArguments({
    options: {
      snapshot: { type: 'string' },
      id: { type: 'string' },
      all: { type: 'boolean', default: false },
      store: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
}

await run(main)
