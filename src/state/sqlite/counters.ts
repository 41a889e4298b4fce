import type Database from 'better-sqlite3'
import { DAY_MS } from '../../domain/day.ts'
import {
  admits,
  type Hit,
  type HitResult,
  type Meter,
  SITE,
  standing,
  type Used,
} from '../state-store.ts'
import { MINUTE_MS, windowStart } from '../time-window.ts'
import { meterName, REFUSED } from '../usage-counts.ts'
import { fileMemory } from './memory.ts'
import { meterTable } from './meters.ts'
import { type WindowRow, windowTable } from './windows.ts'

/** Finished windows are kept this long, in case the clock is set back a little. */
const KEEP_MINUTES_MS = 10 * MINUTE_MS
const KEEP_DAYS_MS = 2 * DAY_MS

/** Other processes that wrote within this time are still writing. */
const SHARED_MS = 1_000

/** Windows are pruned once a second, and when so many rows were added. */
const PRUNE_EVERY_MS = 1_000
const PRUNE_EVERY_ROWS = 400

/** The rows of the file that count a caller at present. */
interface CallerRows {
  /** Owner of the meters; null for a guest, that is an address or a network. */
  owner: string | null
  minute: WindowRow
  day: WindowRow
  /** What `check` returned when they were read. */
  version: number
}

/**
 * Windows and meters. `hitAll` counts its hits in order, in one transaction. One function, because all of it shares the
 * cached rows.
 */
export function counters(db: Database.Database, mostGuests?: number) {
  const windows = bothWindows(db, mostGuests)
  const meters = meterTable(db)
  const rowsByCaller = fileMemory<CallerRows>(db)
  let version = 0
  let othersWroteAt = Number.NEGATIVE_INFINITY

  function hit({ caller, limits, cost = 1, group, meter, others = [], now }: Hit): HitResult {
    const own = rowsOf(caller, meter, now)
    const rest = others.map((counter) => ({ counter, rows: rowsOf(counter.caller, null, now) }))
    const ownUsed = () => ({ caller, limits, cost, used: usedOf(own) })
    const restUsed = () => rest.map(({ counter, rows }) => ({ ...counter, used: usedOf(rows) }))
    const admitted = admits([ownUsed(), ...restUsed()])
    if (admitted) {
      windows.count(own, caller, cost)
      for (const { counter, rows } of rest) windows.count(rows, counter.caller, counter.cost ?? 1)
      if (meter) meters.count(meter.owner, own.day.start, meterName(group, meter.keyId))
      // The row ids of deleted rows may be reused.
      if (windows.prune(now)) rowsByCaller.forget()
    } else if (meter) meters.count(meter.owner, own.day.start, REFUSED)
    return standing(admitted, ownUsed(), restUsed())
  }

  function rowsOf(caller: string, meter: Meter | null, now: number): CallerRows {
    const owner = meter?.owner ?? null
    const known = rowsByCaller.get(caller)
    if (known?.owner === owner && windows.areOf(known, now)) {
      if (known.version === version) return known
      if (windows.renew(known, caller)) return Object.assign(known, { version })
    }
    const rows: CallerRows = { owner, version, ...windows.read(caller, now) }
    rowsByCaller.set(caller, rows)
    return rows
  }

  const transaction = db.transaction((hits: readonly Hit[]) => {
    const seen = rowsByCaller.check()
    if (seen !== version) othersWroteAt = performance.now()
    version = seen
    const results = hits.map(hit)
    windows.write()
    meters.write()
    return results
  })
  return {
    hitAll: (hits: readonly Hit[]) => {
      try {
        return transaction.immediate(hits)
      } catch (error) {
        // The transaction was rolled back, so the cached counts are wrong.
        rowsByCaller.forget()
        windows.forget()
        meters.forget()
        throw error
      }
    },
    /** Whether other processes are writing too. */
    isShared: () => performance.now() - othersWroteAt < SHARED_MS,
    usage: meters.read,
    /** Deletes the meters of an owner. Windows stay: without them its limits would be renewed. */
    forgetUsage(owner: string): void {
      meters.remove(owner)
      rowsByCaller.forget()
    },
  }
}

function usedOf({ minute, day }: CallerRows): Used {
  return { burstUsed: minute.used, dailyUsed: day.used }
}

/** The minutes and days of all callers. */
function bothWindows(db: Database.Database, mostGuests: number | undefined) {
  const minutes = windowTable(db, 'minutes', mostGuests)
  const days = windowTable(db, 'days', mostGuests)
  let lastTurn = Number.NaN
  /** Rows since the last turn. */
  let added = 0
  const write = () => {
    minutes.write()
    days.write()
  }
  return {
    read: (caller: string, now: number) => ({
      minute: minutes.read(windowStart(now, MINUTE_MS), caller),
      day: days.read(windowStart(now, DAY_MS), caller),
    }),
    /** Reads again what other processes may have counted. False when a row is gone or not known. */
    renew: ({ minute, day }: CallerRows, caller: string) =>
      minutes.renew(minute, caller) && days.renew(day, caller),
    areOf: ({ minute, day }: CallerRows, now: number) =>
      minute.start === windowStart(now, MINUTE_MS) && day.start === windowStart(now, DAY_MS),
    count({ owner, minute, day }: CallerRows, caller: string, cost: number): void {
      // Callers with the public test key are counted by address, so they are guests too. The site's counters are never pruned.
      const isGuest = caller !== owner && !caller.startsWith(SITE)
      if (minutes.count(minute, caller, isGuest, cost)) added += 1
      if (days.count(day, caller, isGuest, cost)) added += 1
    },
    write,
    forget() {
      minutes.forget()
      days.forget()
    },
    /** Prunes when it is time to. True when rows were deleted. */
    prune(now: number): boolean {
      const turn = Math.floor(now / PRUNE_EVERY_MS)
      if (turn === lastTurn && added < PRUNE_EVERY_ROWS) return false
      lastTurn = turn
      added = 0
      write()
      const minutesGone = minutes.prune(windowStart(now, MINUTE_MS) - KEEP_MINUTES_MS)
      const daysGone = days.prune(windowStart(now, DAY_MS) - KEEP_DAYS_MS)
      return minutesGone || daysGone
    },
  }
}
