import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PlimsollError, usage } from '../../src/domain/errors.ts'
import type { ListedContract } from '../../src/domain/listed-contract.ts'
import { type CheckedBulk, checkBulk } from '../../src/verify/check-bulk.ts'
import { openPublished } from '../../src/verify/open-published.ts'
import { EXIT_CODES, renderVerdict } from '../../src/verify/render-verdict.ts'
import { type ScoreVerdict, verifyScore } from '../../src/verify/verify-score.ts'
import { readArguments } from './arguments.ts'
import { failureOf } from './failure.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

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

/** Where the command writes, and the folder for its temporary files. */
export interface VerifyOutput {
  out(text: string): void
  err(text: string): void
  temporary: string
  /** The contracts of the reviewed tables, with which the documents were published. */
  listed: () => readonly ListedContract[]
}

/** Rebuilds a published score and writes the outcome. Returns the exit code that the help names. */
export async function verifyScoreCommand(
  words: readonly string[],
  output: VerifyOutput,
): Promise<number> {
  try {
    const { values } = parse(words)
    if (!values.help) return await check(values, output)
    output.out(HELP)
    return 0
  } catch (error) {
    const { message, code } = failureOf(error)
    output.err(`✗ ${message}`)
    return code
  }
}

async function check(
  values: Values,
  { out, err, temporary, listed }: VerifyOutput,
): Promise<number> {
  const workDir = mkdtempSync(path.join(temporary, 'plimsoll-verify-'))
  try {
    const { verdict, tables } = await verify(values, workDir, listed)
    const text = values.json
      ? JSON.stringify(tables ? { ...verdict, tables } : verdict, null, 2)
      : [renderVerdict(verdict), ...tableLines(tables)].join('\n')
    out(text)
    return EXIT_CODES[verdict.outcome]
  } catch (error) {
    if (!(error instanceof PlimsollError) || isUsageError(error)) throw error
    const outcome = { outcome: 'cannot-be-checked', reason: error.message }
    if (values.json) out(JSON.stringify(outcome, null, 2))
    else err(`cannot be checked: ${error.message}`)
    return EXIT_CODES['cannot-be-checked']
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
  listed: VerifyOutput['listed'],
): Promise<{ verdict: ScoreVerdict; tables: CheckedBulk | null }> {
  const { snapshot, id, all } = values
  if (!snapshot) throw usage('Name what to check: --snapshot DIR or URL. Try --help.')
  if (all === (id !== undefined) || id === '') {
    throw usage('Name one protocol with --id, or all of them with --all.')
  }
  const storeFile = values.store ?? null
  const published = await openPublished({ snapshot, storeFile, workDir, root: ROOT })
  const verdict = await verifyScore(published, id ?? null, listed())
  const isGood = EXIT_CODES[verdict.outcome] === 0
  const tables = isGood ? await checkBulk(snapshot, published.snapshotId, fetch, pause) : null
  return { verdict, tables }
}

function isUsageError({ code }: PlimsollError): boolean {
  return code === 'USAGE' || code === 'CONFIG_INVALID'
}

function parse(words: readonly string[]) {
  return readArguments({
    args: [...words],
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
