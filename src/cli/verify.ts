import { readFile } from 'node:fs/promises'
import {
  type BulkOutcome,
  type BulkReport,
  type KeyTrust,
  type VerifyBulkOptions,
  verifyBulk,
} from '../client/verify/verify-bulk.ts'
import { count, counted } from '../domain/format.ts'
import { EXIT } from './failure.ts'
import type { Program } from './program.ts'
import type { Words } from './read-words.ts'
import type { Settings } from './settings.ts'
import { pairs } from './text/pairs.ts'
import { plainDeep, safeJson } from './text/plain.ts'
import { section } from './text/section.ts'
import { paint, type View } from './text/terminal.ts'
import { wrap } from './text/width.ts'
import { memoryIn, stateFile } from './verify-memory.ts'
import { WrongUse } from './wrong-use.ts'

const EXIT_OF: Record<BulkOutcome, number> = {
  good: EXIT.good,
  bad: EXIT.failed,
  'not-signed': 3,
  'cannot-be-checked': 4,
  'first-use': 5,
  'changed-key': 6,
  replayed: 7,
  expired: 8,
  'freshness-unknown': 9,
}

const VERDICT: Record<BulkOutcome, string> = {
  good: 'GOOD: signed by a known key, current, and everything matches.',
  bad: 'DOES NOT MATCH: do not rely on these files.',
  'not-signed':
    'NOT SIGNED: everything matches, but nothing proves that these are the files of the site.',
  'cannot-be-checked': 'COULD NOT BE CHECKED: a file could not be read.',
  'first-use':
    "FIRST KEY SEEN, remembered: everything matches, but nothing says yet that this key is the publisher's. Compare it with one published elsewhere. The next check expects it.",
  'changed-key':
    'CHANGED KEY: everything matches, but another key than the remembered one signed it. If the publisher announced the new key elsewhere, accept it with --public-key KEY. Otherwise do not rely on these files.',
  replayed:
    'REPLAYED: signed, and everything matches, but these files are older than those of an earlier check.',
  expired: 'EXPIRED: signed, and everything matches, but newer files should exist by now.',
  'freshness-unknown':
    'FRESHNESS UNKNOWN: signed, and everything matches, but newer files may exist.',
}

const NOTHING = 'NOT CHECKED: there is no manifest of bulk files that can be read.'

/** A public key in base64 is 44 characters. */
const KEY = /^[A-Za-z0-9+/]{43}=$/

/** Checks bulk files and says what was checked and what differs. Returns the exit code. */
export async function verify(
  { operands: [place], values }: Words,
  { site }: Settings,
  { env, view, write }: Program,
): Promise<number> {
  const from = place ?? `${site}/bulk`
  const given = values['public-key']
  const publicKey = typeof given === 'string' ? await readKey(given) : undefined
  const seconds = typeof values.timeout === 'number' ? values.timeout : null
  const report = await checked({
    ...{ from, publicKey, now: new Date(), memory: memoryIn(stateFile(values.state, env)) },
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
  const verdict = outcome === 'cannot-be-checked' && snapshot === null ? NOTHING : VERDICT[outcome]
  return [
    ...wrap(verdict, view.columns).map((line) => paint(view, format, line)),
    ...pairs(facts(report), view),
    ...section('What differs', differences, view),
    ...section('Copies of earlier days that the site lost', lost, view),
  ]
}

const TRUST: Record<KeyTrust, string> = {
  pinned: 'the one you named',
  remembered: 'the one of the last check',
  'first-use': 'named by the site itself, and not seen before',
  changed: 'named by the site itself, in place of the remembered',
}

function facts(report: BulkReport): [string, string][] {
  const { from, snapshot, online, version, expires, freshness, key, formerKey } = report
  const { files, protocols, signals } = report
  const of =
    snapshot === null
      ? 'not known'
      : `${snapshot.id} of ${snapshot.day}, method ${snapshot.methodology}`
  const edition = version === null ? 'none' : `${version}, current until ${expires ?? 'any time'}`
  const trust = key && `${key.id}, ${TRUST[key.trust]}${formerKey === null ? '' : ` ${formerKey}`}`
  return [
    ['From', from],
    ['Snapshot', of],
    ...(online === null ? [] : [['Online now', online] as [string, string]]),
    ['Version', edition],
    ...(freshness === null ? [] : [['Freshness', freshness] as [string, string]]),
    ['Key', trust ?? 'none'],
    ...(key === null ? [] : [['Public key', key.publicKey] as [string, string]]),
    [
      'Checked',
      `${counted(files, 'file')}, ${counted(protocols, 'score')} as the sum of ${counted(signals, 'signal')}`,
    ],
  ]
}
