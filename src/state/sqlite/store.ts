import { batchPerTick } from '../batch-per-tick.ts'
import type { FullState } from '../full-state.ts'
import type { Hit } from '../state-store.ts'
import { unusable } from '../unusable.ts'
import { accountTables } from './accounts.ts'
import { counters } from './counters.ts'
import { guarded, isBusy, isDiskFull, patiently } from './faults.ts'
import { clearLog, IN_MEMORY, identityOf, openStateFile } from './file.ts'
import { keyRecords } from './keys.ts'
import { keepReserve, spendReserve } from './reserve.ts'

/** How often the store checks that the file was not replaced. */
const CHECK_EVERY_MS = 1_000

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
  const { current, close } = openReplaceable(file, options)
  const answer = <T>(work: (opened: Opened) => T) =>
    patiently(() => guarded(file, () => work(current())))
  const hits = batchPerTick(
    (asked: readonly Hit[]) => answer(({ hitAll }) => hitAll(asked)),
    isBusy,
  )
  const lookUps = batchPerTick(
    (asked: readonly string[]) => answer(({ keys }) => keys.findAll(asked)),
    isBusy,
  )
  const atOnce = <T>(work: (opened: Opened) => T) =>
    answer((opened) => opened.db.transaction(() => work(opened)).immediate())
  const change = <T>(work: (opened: Opened) => T) =>
    answer((opened) => {
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
    })
  return {
    hit: hits.ask,
    findKey(digest) {
      const found = lookUps.ask(digest)
      // A request is counted right after its key is looked up, so it can join this tick.
      hits.expect()
      return found
    },
    insertKey: (record) => change(({ keys }) => keys.insert(record)),
    listKeys: () => answer(({ keys }) => keys.list()),
    updateKey: (id, what) => change(({ keys }) => keys.update(id, what)),
    usage: (owner, month) => answer(({ usage }) => usage(owner, month)),

    openAccount: (record) => atOnce(({ accounts }) => accounts.open(record)),
    findAccount: (id) => answer(({ accounts }) => accounts.find(id)),
    listAccounts: () => answer(({ accounts }) => accounts.list()),
    grantAccount: (id, plan) => change(({ accounts }) => accounts.grant(id, plan)),
    async deleteAccount(id) {
      const isDeleted = await change(({ accounts }) => accounts.remove(id))
      await answer(({ db }) => clearLog(db))
      return isDeleted
    },
    insertAccountKey: (record, most) => change(({ accounts }) => accounts.insertKey(record, most)),
    listAccountKeys: (id) => answer(({ keys }) => keys.listOf(id)),
    insertSession: (record, most) =>
      atOnce(({ accounts }) => accounts.sessions.insert(record, most)),
    findSession: (digest, now) => answer(({ accounts }) => accounts.sessions.find(digest, now)),
    deleteSession: (digest) => change(({ accounts }) => accounts.sessions.remove(digest)),
    deleteSessions: (id) => change(({ accounts }) => accounts.sessions.removeAll(id)),
    spend: (name, until, now) =>
      atOnce(({ accounts }) => accounts.sessions.spend(name, until, now)),
    markSecret: (mark) => atOnce(({ accounts }) => accounts.sessions.markSecret(mark)),

    insertWebhook: (record, most) => atOnce(({ webhooks }) => webhooks.insert(record, most)),
    listWebhooks: () => answer(({ webhooks }) => webhooks.list()),
    unseenWebhooks: (snapshot, cursor) =>
      answer(({ webhooks }) => webhooks.unseen(snapshot, cursor)),
    findWebhook: (id) => answer(({ webhooks }) => webhooks.find(id)),
    listAccountWebhooks: (id) => answer(({ webhooks }) => webhooks.listOf(id)),
    updateWebhook: (id, what) => change(({ webhooks }) => webhooks.update(id, what)),
    async deleteWebhook(id) {
      const isDeleted = await change(({ webhooks }) => webhooks.remove(id))
      await answer(({ db }) => clearLog(db))
      return isDeleted
    },
    addDeliveries: (all, now) => atOnce(({ webhooks }) => webhooks.deliveries.add(all, now)),
    dueDeliveries: (now, cursor) => answer(({ webhooks }) => webhooks.deliveries.due(now, cursor)),
    leaseDelivery: (id, now, until) =>
      atOnce(({ webhooks }) => webhooks.deliveries.lease(id, now, until)),
    settleDelivery: (id, settled, now) =>
      atOnce(({ webhooks }) => webhooks.deliveries.settle(id, settled, now)),
    countWaiting: (id) => answer(({ webhooks }) => webhooks.deliveries.waiting(id)),
    listDeliveries: (id, most) => answer(({ webhooks }) => webhooks.deliveries.list(id, most)),

    close: async () => {
      await hits.settled()
      await lookUps.settled()
      close()
    },
  }
}

/** The file, opened again by `current` when it was replaced. `current` throws when the file is missing. */
function openReplaceable(
  file: string,
  { clock = () => performance.now(), mostGuests }: SqliteOptions,
): { current: () => Opened; close: () => void } {
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
    close: () => guarded(file, () => void opened.db.close()),
  }
}

type Opened = ReturnType<typeof open>

function open(file: string, mostGuests: number | undefined) {
  const db = openStateFile(file)
  const counted = counters(db, mostGuests)
  const keys = keyRecords(db)
  const accounts = accountTables(db, keys, counted.forget)
  const { webhooks } = accounts
  return { db, identity: identityOf(file), ...counted, keys, accounts, webhooks }
}
