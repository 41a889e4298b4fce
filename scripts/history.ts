import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../src/config.ts'
import { PlimsollError } from '../src/errors.ts'
import { placeOf } from '../src/publish/history-place.ts'
import { fetchPrevious } from '../src/publish/previous-snapshot.ts'
import { readArguments } from './command/arguments.ts'
import { run } from './command/terminal.ts'

const HELP = `Keep a copy of the scores outside the site, and get them back: npm run history -- VERB --from PLACE [--to DIR]

  copy --from PLACE --to DIR   check what PLACE publishes and keep it in DIR: a manifest and a packed store
  restore --from PLACE         make the store (PLIMSOLL_DB) from it; a store that is there already is left alone
  --help                       this text

PLACE is a site (https://example.com), a folder that was copied, or the address of one. To begin a new site with a
copy: npm run build:netlify -- --restore PLACE. Exit code: 0 done and checked; 1 not, and nothing was kept; 2 a wrong word.`

async function main(): Promise<void> {
  const { values, positionals } = readArguments({
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  if (values.help) {
    console.log(HELP)
    return
  }
  const [verb, more] = positionals
  const { from, to } = values
  if (more !== undefined || !from || (verb === 'copy') !== (to !== undefined)) throw usage()
  if (verb === 'copy' && to) await copy(from, to)
  else if (verb === 'restore') await restore(from)
  else throw usage()
}

async function copy(from: string, keepIn: string): Promise<void> {
  const workDir = mkdtempSync(path.join(tmpdir(), 'plimsoll-history-'))
  try {
    const about = await fetchHistory(from, path.join(workDir, 'plimsoll.sqlite'), keepIn)
    console.log(`✓ ${keepIn} holds ${about}`)
  } finally {
    rmSync(workDir, { recursive: true, force: true })
  }
}

async function restore(from: string): Promise<void> {
  const dbFile = readConfig().storeFiles.live
  if (existsSync(dbFile)) {
    const message = `The store ${dbFile} is there already. Move it away, or name another one with PLIMSOLL_DB.`
    throw new PlimsollError('STORE_UNUSABLE', message)
  }
  console.log(`✓ ${dbFile} holds ${await fetchHistory(from, dbFile)}`)
}

async function fetchHistory(from: string, storeFile: string, keepIn?: string): Promise<string> {
  const refusal = (why: string) =>
    new PlimsollError('UPSTREAM_INVALID', `The history in ${from} could not be read: ${why}.`)
  const found = await fetchPrevious({
    place: placeOf(from, fetch),
    storeFile,
    pause: (ms) => pause(ms),
    refusal,
    ...(keepIn === undefined ? {} : { keepIn }),
  })
  if ('absent' in found) throw refusal(found.absent)
  const { history, snapshot } = found.manifest
  return `${history.snapshots} snapshots from ${history.firstDay} to ${history.lastDay}, the newest ${snapshot.id}`
}

function usage(): PlimsollError {
  return new PlimsollError(
    'USAGE',
    'Say what to do: copy --from PLACE --to DIR, or restore --from PLACE. Try --help.',
  )
}

await run(main)
