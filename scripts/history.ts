import { existsSync } from 'node:fs'
import { readConfig } from '../src/config/config.ts'
import { dayOf, isDay } from '../src/domain/day.ts'
import { PlimsollError } from '../src/domain/errors.ts'
import { copyHistory, describeHistory, restoreHistory } from '../src/publish/copy-history.ts'
import { copyBeforeDrop, restoreCopy } from '../src/store/copies.ts'
import { type DayContents, dropDay, measureDay } from '../src/store/drop-day.ts'
import { takeLock } from '../src/store/lock.ts'
import { openStore } from '../src/store/open.ts'
import { readArguments } from './command/arguments.ts'
import { run } from './command/terminal.ts'

const HELP = `Keep a copy of the scores, get them back, or take one bad day out: npm run history -- VERB [options]

  copy --from PLACE --to DIR   check what PLACE publishes and keep it in DIR: a manifest and a packed store
  restore                      make the store (PLIMSOLL_DB) from the newest sound copy in copies/ beside it, which each live
                               snapshot keeps; a store that is there already is left alone
  restore --from PLACE         make it from what PLACE publishes
  drop --day D --reason TEXT   say what of the day D would be dropped: its snapshot, TVL and readings
  drop ... --yes               copy the store to copies/, then drop it. The scoreboard names the snapshot as withdrawn, with the reason
  --help                       this text

PLACE is a site (https://example.com), a folder that was copied, or the address of one. To begin a new site with a
copy: npm run build:netlify -- --restore PLACE. Exit code: 0 done and checked; 1 not, and nothing was kept; 2 a wrong word;
75 another process uses the store.`

async function main(): Promise<void> {
  const { values, positionals } = readArguments({
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      day: { type: 'string' },
      reason: { type: 'string' },
      yes: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  if (values.help) {
    console.log(HELP)
    return
  }
  const [verb, more] = positionals
  const { from, to, day, reason, yes } = values
  const isDrop = verb === 'drop'
  if (
    more !== undefined ||
    isDrop !== (day !== undefined) ||
    (yes || reason !== undefined) > isDrop
  )
    throw usage()
  if (verb === 'copy' && from && to) {
    console.log(`✓ ${to} holds ${await copyHistory(from, to)}`)
  } else if (verb === 'restore' && to === undefined) {
    const file = readConfig().storeFiles.live
    const release = takeLock(file, 'restore')
    try {
      console.log(`✓ ${file} holds ${from ? await restoreHistory(from, file) : newestCopy(file)}`)
    } finally {
      release()
    }
  } else if (isDrop && day && reason?.trim() && !from && !to) {
    drop(day, reason.trim(), yes)
  } else throw usage()
}

function newestCopy(file: string): string {
  const { day, history } = restoreCopy(file)
  return `${describeHistory(history)}, from the copy of ${day}`
}

/** Longest reason, which the scoreboard shows. */
const REASON_CHARACTERS = 200

function drop(day: string, reason: string, yes: boolean): void {
  if (!isDay(day)) throw usage(`--day must be a day such as 2024-03-11, not ${day}.`)
  if (reason.length > REASON_CHARACTERS)
    throw usage(`--reason may have at most ${REASON_CHARACTERS} characters.`)
  const file = readConfig().storeFiles.live
  if (!existsSync(file)) throw new PlimsollError('STORE_UNUSABLE', `There is no store ${file}.`)
  const release = takeLock(file, 'drop')
  const store = openStore(file)
  try {
    const contents = measureDay(store, day)
    if (!yes) {
      console.log(`– ${file} would lose ${describe(contents)}. To drop it, add --yes.`)
      return
    }
    const now = new Date()
    const copy = copyBeforeDrop(store, file, now)
    dropDay(store, { day, on: dayOf(now.getTime()), reason })
    console.log(`✓ ${file} lost ${describe(contents)}. ${copy} is the store before.`)
    console.log('  The scoreboard names it as withdrawn. Take a snapshot before the next build.')
  } finally {
    store.close()
    release()
  }
}

function describe({ snapshot, protocols, scored, tvlPoints, readings, left }: DayContents): string {
  const after = left === null ? 'no snapshot is left' : `the newest is then that of ${left}`
  return `the snapshot ${snapshot} (${protocols} protocols, ${scored} scored), ${tvlPoints} amounts of TVL and ${readings} readings; ${after}`
}

function usage(
  message = 'Say what to do: copy --from PLACE --to DIR, restore, restore --from PLACE, or drop --day D --reason TEXT. Try --help.',
): PlimsollError {
  return new PlimsollError('USAGE', message)
}

await run(main)
