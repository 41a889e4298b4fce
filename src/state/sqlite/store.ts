import { batchPerTick } from '../batch-per-tick.ts'
import type { FullState } from '../full-state.ts'
import type { RecordStore } from '../records/record-store.ts'
import { createRecords } from '../records/records.ts'
import type { Hit } from '../state-store.ts'
import { unusable } from '../unusable.ts'
import { counters } from './counters.ts'
import { guarded, isBusy, isDiskFull, patiently } from './faults.ts'
import { clearLog, IN_MEMORY, identityOf, openStateFile } from './file.ts'
import { recordTable } from './records.ts'
import { keepReserve, spendReserve } from './reserve.ts'

/** How often the store checks that the file was not replaced. */
const CHECK_EVERY_MS = 1_000

/**
 * While other processes write to the file too, the requests of so many milliseconds share a commit: after each commit of another one, SQLite
 * reads its pages again. Not below so many requests a commit, when there is time enough.
 */
const SHARED_PAUSE_MS = 4
const BUSY_HITS = 4

/** A list without an end: SQLite takes a negative limit for none. */
const ALL = { after: null, most: -1 }

export interface SqliteOptions {
  /** Milliseconds from any starting point. */
  clock?: () => number
  /** Rows of callers without a key, in each table of windows. */
  mostGuests?: number
}

/**
 * State in one SQLite file, exact also with several processes on it. `:memory:` is lost when closed. Throws `STATE_UNUSABLE`
 * when the file cannot be opened or written, or comes from a newer Plimsoll. Requests of one event-loop tick share a commit, and
 * each resolves after it. Commits survive the end of the process; a power failure may lose the last few counted requests (WAL,
 * `synchronous = NORMAL`). When the file is deleted, requests reject within a second; when it is replaced, the new one is used.
 */
export function openSqliteState(file: string, options: SqliteOptions = {}): FullState {
  const { current, close, isShared } = openReplaceable(file, options)
  const answer = <T>(work: (opened: Opened) => T) =>
    patiently(() => guarded(file, () => work(current())))
  let lastHits = 0
  const pauseMs = () => (lastHits >= BUSY_HITS && isShared() ? SHARED_PAUSE_MS : 0)
  const hits = batchPerTick(
    (asked: readonly Hit[]) => {
      lastHits = asked.length
      return answer(({ hitAll }) => hitAll(asked))
    },
    isBusy,
    pauseMs,
  )
  const lookUps = batchPerTick(
    (asked: readonly string[]) => answer(({ records }) => records.findKeys(asked)),
    isBusy,
    pauseMs,
  )
  const atOnce = <T>(work: (opened: Opened) => T) =>
    answer((opened) => opened.db.transaction(() => work(opened)).immediate())
  const urgently = <T>(work: (opened: Opened) => T) =>
    answer((opened) => withReserve(file, opened, work))
  const store: RecordStore = {
    read: (names) => answer(({ records }) => records.read(names)),
    list: (prefix, page = ALL) => answer(({ records }) => records.list(prefix, page)),
    write: (writes, options = {}) =>
      (options.isUrgent ? urgently : atOnce)(({ records }) => records.write(writes, options)),
  }
  const records = createRecords(store, (owner) => urgently(({ forgetUsage }) => forgetUsage(owner)))
  /** Nothing of what is deleted stays in the file or its log. */
  const andClearLog = async (isDeleted: boolean): Promise<boolean> => {
    await answer(({ db }) => clearLog(db))
    return isDeleted
  }
  return {
    ...records,
    deleteAccount: async (id) => andClearLog(await records.deleteAccount(id)),
    deleteWebhook: async (id) => andClearLog(await records.deleteWebhook(id)),
    hit: hits.ask,
    findKey(digest) {
      const found = lookUps.ask(digest)
      // A request is counted right after its key is looked up, so it can join this tick, or the end of this pause.
      hits.expect()
      return found
    },
    usage: (owner, month) => answer(({ usage }) => usage(owner, month)),
    close: async () => {
      await hits.settled()
      await lookUps.settled()
      close()
    },
  }
}

/** Does the work also when the disk is full: with the space that was kept for that. */
function withReserve<T>(file: string, opened: Opened, work: (opened: Opened) => T): T {
  const { db } = opened
  try {
    return db.transaction(() => work(opened)).immediate()
  } catch (error) {
    if (!isDiskFull(error)) throw error
  }
  // In one transaction, so that no other process can use up the freed space.
  const done = db.transaction(() => {
    spendReserve(file)
    return work(opened)
  })
  const result = done.immediate()
  keepReserve(file)
  return result
}

/** The file, opened again by `current` when it was replaced. `current` throws when the file is missing. */
function openReplaceable(
  file: string,
  { clock = () => performance.now(), mostGuests }: SqliteOptions,
): { current: () => Opened; isShared: () => boolean; close: () => void } {
  let opened = guarded(file, () => open(file, mostGuests))
  let checkedAt = clock()
  return {
    current() {
      const now = clock()
      if (file === IN_MEMORY || now - checkedAt < CHECK_EVERY_MS) return opened
      const identity = identityOf(file)
      if (identity === null) {
        throw unusable(
          `its file is missing (${file}). Restore it, or create a new one with: npm run keys -- list`,
        )
      }
      if (identity !== opened.identity) {
        const { db } = opened
        opened = open(file, mostGuests)
        db.close()
      }
      checkedAt = now
      return opened
    },
    isShared: () => opened.isShared(),
    close: () => guarded(file, () => void opened.db.close()),
  }
}

type Opened = ReturnType<typeof open>

function open(file: string, mostGuests: number | undefined) {
  const db = openStateFile(file)
  const records = recordTable(db)
  return { db, identity: identityOf(file), records, ...counters(db, mostGuests) }
}
