import { readFile } from 'node:fs/promises'
import {
  type BulkOutcome,
  type BulkReport,
  type VerifyBulkOptions,
  verifyBulk,
} from '../client/verify/verify-bulk.ts'
import { EXIT } from './failure.ts'
import type { Program } from './program.ts'
import type { Words } from './read-words.ts'
import type { Settings } from './settings.ts'
import { count, counted } from './text/figures.ts'
import { pairs } from './text/pairs.ts'
import { plainDeep, safeJson } from './text/plain.ts'
import { section } from './text/section.ts'
import { paint, type View } from './text/terminal.ts'
import { wrap } from './text/width.ts'
import { WrongUse } from './wrong-use.ts'

const EXIT_OF: Record<BulkOutcome, number> = {
  good: EXIT.good,
  bad: EXIT.failed,
  'not-signed': 3,
  'cannot-be-checked': 4,
}

const VERDICT: Record<BulkOutcome, string> = {
  good: 'GOOD: signed, and everything matches.',
  bad: 'DOES NOT MATCH: do not rely on these files.',
  'not-signed':
    'NOT SIGNED: everything matches, but nobody says that these are the files of the site.',
  'cannot-be-checked': 'COULD NOT BE CHECKED: a file could not be read.',
}

const NOTHING = 'NOT CHECKED: there is no manifest of bulk files that can be read.'

/** A public key in base64 is 44 characters. */
const KEY = /^[A-Za-z0-9+/]{43}=$/

/** Checks bulk files and says what was checked and what differs. Returns the exit code. */
export async function verify(
  { operands: [place], values }: Words,
  { site }: Settings,
  { view, write }: Program,
): Promise<number> {
  const from = place ?? `${site}/bulk`
  const given = values['public-key']
  const publicKey = typeof given === 'string' ? await readKey(given) : undefined
  const seconds = typeof values.timeout === 'number' ? values.timeout : null
  const report = await checked({
    from,
    publicKey,
    ...(seconds === null ? {} : { fetch: within(seconds) }),
  })
  if (values.json === true) write(`${safeJson(report)}\n`)
  else write([...render(plainDeep(report), view), ''].join('\n'))
  return EXIT_OF[report.outcome]
}

async function checked(options: VerifyBulkOptions): Promise<BulkReport> {
  try {
    return await verifyBulk(options)
  } catch (error) {
    if (error instanceof TypeError) throw new WrongUse(error.message, 'verify')
    throw error
  }
}

/** `fetch` that gives up a file after so many seconds, and earlier where the caller does. */
function within(seconds: number): typeof fetch {
  return (input, init) => {
    const late = AbortSignal.timeout(seconds * 1_000)
    const signal = init?.signal ? AbortSignal.any([init.signal, late]) : late
    return fetch(input, { ...init, signal })
  }
}

/** A key as it was typed, or out of the file of that name. */
async function readKey(text: string): Promise<string> {
  if (KEY.test(text) || text.includes('-----BEGIN')) return text
  try {
    return (await readFile(text, 'utf8')).trim()
  } catch {
    throw new WrongUse(
      `--public-key is no key in base64, and no file "${text}" can be read.`,
      'verify',
    )
  }
}

function render(report: BulkReport, view: View): string[] {
  const { outcome, snapshot, failures, moreFailures, lost } = report
  const format =
    outcome === 'good' ? 'green' : outcome === 'bad' ? ['bold' as const, 'red' as const] : 'yellow'
  const differences = [
    ...failures.map(
      ({ what, name, expected, found }) => `${what} ${name}: expected ${expected}; found ${found}`,
    ),
    ...(moreFailures > 0 ? [`and ${count(moreFailures)} more`] : []),
  ]
  return [
    ...wrap(snapshot === null ? NOTHING : VERDICT[outcome], view.columns).map((line) =>
      paint(view, format, line),
    ),
    ...pairs(facts(report), view),
    ...section('What differs', differences, view),
    ...section('Copies of earlier days that the site lost', lost, view),
  ]
}

function facts({
  from,
  snapshot,
  online,
  key,
  files,
  protocols,
  signals,
}: BulkReport): [string, string][] {
  const of =
    snapshot === null
      ? 'not known'
      : `${snapshot.id} of ${snapshot.day}, method ${snapshot.methodology}`
  const trust = {
    pinned: 'the one you named',
    'first-use': 'named by the site itself: --public-key KEY checks for a key that you know',
  }
  return [
    ['From', from],
    ['Snapshot', of],
    ...(online === null ? [] : [['Online now', online] as [string, string]]),
    ['Key', key === null ? 'none' : `${key.id}, ${trust[key.trust]}`],
    [
      'Checked',
      `${counted(files, 'file')}, ${counted(protocols, 'score')} as the sum of ${counted(signals, 'signal')}`,
    ],
  ]
}
