import type Database from 'better-sqlite3'
import { LRUCache } from 'lru-cache'
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
import { countLog } from './count-log.ts'
import { type MeterRow, meterTable } from './meters.ts'
import { type WindowRow, windowTable } from './windows.ts'

/** Finished windows are kept this long, in case the clock is set back a little. */
const KEEP_MINUTES_MS = 10 * MINUTE_MS
const KEEP_DAYS_MS = 2 * DAY_MS

/** Other processes that wrote within this time are still writing. */
const SHARED_MS = 1_000

/** The log is folded and windows are pruned so often, when so many windows were added, and when the log has so many rows. */
const FOLD_EVERY_MS = 5_000
const FOLD_EVERY_WINDOWS = 400
const MAX_LOG_ROWS = 1_000

/** Callers whose rows are kept in memory. */
const MAX_CALLERS = 10_000

/** The rows of the file that count a caller at present. */
interface CallerRows {
  /** Owner of the meters; null for a guest, that is an address or a network. */
  owner: string | null
  minute: WindowRow
  day: WindowRow
  /** By name, of the same day. */
  meters: Map<string, MeterRow>
}

/** Windows and meters. `hitAll` counts its hits in order, in one transaction. One function, because all of it shares the cached rows. */
export function counters(db: Database.Database, mostGuests?: number) {
  const log = countLog(db)
  const minutes = windowTable(db, 'minutes', log.minutes, mostGuests)
  const days = windowTable(db, 'days', log.days, mostGuests)
  const meters = meterTable(db, log.meters)
  const rowsByCaller = new LRUCache<string, CallerRows>({ max: MAX_CALLERS })
  let othersWroteAt = Number.NEGATIVE_INFINITY
  let lastTurn = Number.NaN
  /** Windows since the log was folded. */
  let added = 0

  function hit({ caller, limits, cost = 1, group, meter, others = [], now }: Hit): HitResult {
    const own = rowsOf(caller, meter, now)
    const rest = others.map((counter) => ({ counter, rows: rowsOf(counter.caller, null, now) }))
    const ownUsed = () => ({ caller, limits, cost, used: usedOf(own) })
    const restUsed = () => rest.map(({ counter, rows }) => ({ ...counter, used: usedOf(rows) }))
    const admitted = admits([ownUsed(), ...restUsed()])
    if (admitted) {
      countWindows(own, caller, cost)
      for (const { counter, rows } of rest) countWindows(rows, counter.caller, counter.cost ?? 1)
    }
    if (meter) countMeter(own, meter.owner, admitted ? meterName(group, meter.keyId) : REFUSED)
    return standing(admitted, ownUsed(), restUsed())
  }

  function rowsOf(caller: string, meter: Meter | null, now: number): CallerRows {
    const owner = meter?.owner ?? null
    const known = rowsByCaller.get(caller)
    const minute = windowStart(now, MINUTE_MS)
    const day = windowStart(now, DAY_MS)
    const isCurrent = known?.minute.start === minute && known.day.start === day
    // Another process may have added what has no row.
    if (known && isCurrent && known.owner === owner && known.minute.id && known.day.id) return known
    const rows = {
      ...{ owner, meters: new Map<string, MeterRow>() },
      ...{ minute: minutes.read(minute, caller), day: days.read(day, caller) },
    }
    rowsByCaller.set(caller, rows)
    return rows
  }

  function usedOf({ minute, day }: CallerRows): Used {
    return { burstUsed: log.minutes.used(minute), dailyUsed: log.days.used(day) }
  }

  function countWindows({ owner, minute, day }: CallerRows, caller: string, cost: number): void {
    // Callers with the public test key are counted by address, so they are guests too. The site's counters are never pruned.
    const isGuest = caller !== owner && !caller.startsWith(SITE)
    if (minutes.count(minute, caller, isGuest, cost)) added += 1
    if (days.count(day, caller, isGuest, cost)) added += 1
  }

  function countMeter(rows: CallerRows, owner: string, name: string): void {
    const meter = rows.meters.get(name) ?? meters.find(owner, rows.day.start, name)
    meters.count(meter)
    rows.meters.set(name, meter)
  }

  function catchUp(): void {
    const found = log.catchUp()
    if (found !== 'same') othersWroteAt = performance.now()
    if (found === 'folded') rowsByCaller.clear()
  }

  /** Windows that are over are pruned here, since row ids of deleted rows may be used again. */
  function fold(now: number): void {
    log.fold()
    rowsByCaller.clear()
    minutes.prune(windowStart(now, MINUTE_MS) - KEEP_MINUTES_MS)
    days.prune(windowStart(now, DAY_MS) - KEEP_DAYS_MS)
    lastTurn = turnOf(now)
    added = 0
  }

  /** Of a transaction that may be rolled back. */
  function forget(): void {
    log.forget()
    rowsByCaller.clear()
  }

  let hasBegun = false
  const transaction = db.transaction((hits: readonly Hit[]) => {
    hasBegun = true
    catchUp()
    const results = hits.map(hit)
    const logRows = log.write()
    const now = hits.at(-1)?.now ?? 0
    if (turnOf(now) !== lastTurn || added >= FOLD_EVERY_WINDOWS || logRows > MAX_LOG_ROWS) fold(now)
    return results
  })
  const readUsage = db.transaction((owner: string, month: string) => {
    catchUp()
    return meters.read(owner, month)
  })
  return {
    hitAll: (hits: readonly Hit[]) => {
      hasBegun = false
      try {
        return transaction.immediate(hits)
      } catch (error) {
        if (hasBegun) forget()
        throw error
      }
    },
    /** Whether other processes are writing too. */
    isShared: () => performance.now() - othersWroteAt < SHARED_MS,
    usage: (owner: string, month: string) => readUsage(owner, month),
    /** Deletes the meters of an owner, within a transaction. Windows stay: without them its limits would be renewed. */
    forgetUsage(owner: string): void {
      catchUp()
      log.fold()
      meters.remove(owner)
      forget()
    },
  }
}

function turnOf(now: number): number {
  return Math.floor(now / FOLD_EVERY_MS)
}
