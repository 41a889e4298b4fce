import { existsSync } from 'node:fs'
import { readConfig } from '../../src/config/config.ts'
import { type Day, dayOf, isDay } from '../../src/domain/day.ts'
import { PlimsollError } from '../../src/domain/errors.ts'
import { copyHistory, describeHistory, restoreHistory } from '../../src/publish/copy-history.ts'
import { copyBeforeDrop, restoreCopy } from '../../src/store/copies.ts'
import { type DayContents, dropDay, measureDay } from '../../src/store/drop-day.ts'
import { takeLock } from '../../src/store/lock.ts'
import { openStore } from '../../src/store/open.ts'
import { type Terminal, type Topic, usageError, type Values } from './topic.ts'

/** Longest reason, which the scoreboard shows. */
const MAX_REASON_CHARACTERS = 200

export const history: Topic = {
  about: 'Keep a copy of the scores, restore them, or take out one bad day',
  actions: {
    copy: {
      usage: '--from PLACE --to DIR',
      about: 'check what PLACE publishes and keep it in DIR: a manifest and a packed store',
      run: copy,
    },
    restore: {
      usage: '--from PLACE',
      about: `make the store (PLIMSOLL_DB) from what PLACE publishes; without --from, from the newest sound copy in copies/ beside it,
        which each live snapshot keeps. A store that is there already is left alone`,
      run: restore,
    },
    drop: {
      usage: '--day DAY --reason TEXT --yes',
      about: `without --yes, print what of the day would be dropped: its snapshot, TVL and readings; with it, copy the store to
        copies/, then drop it. The scoreboard names the snapshot as withdrawn, with the reason`,
      run: drop,
    },
  },
  notes: `PLACE is a site (https://example.com), a folder that was copied, or the address of one. To begin a new site with a copy:
    npm run build:netlify -- --restore PLACE. Exit code: 0 done and checked; 1 not, and nothing was kept; 2 a wrong option; 75 another
    process uses the store.`,
}

async function copy(values: Values, { print }: Terminal): Promise<void> {
  const from = values.required('from', 'Name the site or folder with --from PLACE.')
  const to = values.required('to', 'Name the folder of the copy with --to DIR.')
  print(`✓ ${to} holds ${await copyHistory(from, to)}`)
}

async function restore(values: Values, { env, print }: Terminal): Promise<void> {
  const from = values.text('from')
  const file = readConfig(env).storeFiles.live
  const release = takeLock(file, 'restore')
  try {
    print(`✓ ${file} holds ${from ? await restoreHistory(from, file) : newestCopy(file)}`)
  } finally {
    release()
  }
}

function newestCopy(file: string): string {
  const { day, history: restored } = restoreCopy(file)
  return `${describeHistory(restored)}, from the copy of ${day}`
}

function drop(values: Values, { env, print }: Terminal): void {
  const day = dayIn(values)
  const reason = values.required('reason', 'Give the reason with --reason TEXT.')
  if (reason.length > MAX_REASON_CHARACTERS) {
    throw usageError(`--reason may have at most ${MAX_REASON_CHARACTERS} characters.`)
  }
  const file = readConfig(env).storeFiles.live
  if (!existsSync(file)) throw new PlimsollError('STORE_UNUSABLE', `There is no store ${file}.`)
  const release = takeLock(file, 'drop')
  const store = openStore(file)
  try {
    const contents = measureDay(store, day)
    if (!values.flag('yes')) {
      print(`– ${file} would lose ${describe(contents)}. To drop it, add --yes.`)
      return
    }
    const now = new Date()
    const copied = copyBeforeDrop(store, file, now)
    dropDay(store, { day, on: dayOf(now.getTime()), reason })
    print(`✓ ${file} lost ${describe(contents)}. ${copied} is the store before.`)
    print('  The scoreboard names it as withdrawn. Take a snapshot before the next build.')
  } finally {
    store.close()
    release()
  }
}

function dayIn(values: Values): Day {
  const day = values.required('day', 'Name the day with --day, such as 2024-03-11.')
  if (!isDay(day)) throw usageError(`--day must be a day such as 2024-03-11, not ${day}.`)
  return day
}

function describe({ snapshot, protocols, scored, tvlPoints, readings, left }: DayContents): string {
  const after = left === null ? 'no snapshot is left' : `the newest is then that of ${left}`
  return `the snapshot ${snapshot} (${protocols} protocols, ${scored} scored), ${tvlPoints} amounts of TVL and ${readings} readings; ${after}`
}
