import type Database from 'better-sqlite3'
import { admits, type Hit, type HitResult, standing } from '../state-store.ts'
import { DAY_MS, MINUTE_MS, monthOf, windowStart } from '../time-window.ts'
import { unusable } from '../unusable.ts'
import { parseUsage } from '../usage-counts.ts'
import { fileMemory } from './memory.ts'
import { type RowId, type Window, windowTable } from './windows.ts'

/** Finished windows are kept this long, in case the clock is set back a little. */
const KEEP_MINUTES_MS = 10 * MINUTE_MS
const KEEP_DAYS_MS = 2 * DAY_MS

/** Windows are pruned once a second, and after so many requests, which add at most two rows each. */
const PRUNE_EVERY_MS = 1_000
const PRUNE_EVERY_HITS = 200

/** The rows of the file that count a caller at present. */
interface CallerRows {
  /** Null for a guest, that is an address or a network. */
  keyId: string | null
  minute: Window
  day: Window
  /** Rows of the key's meters in this month, by endpoint group. */
  meters: Map<string, RowId>
}

/** Windows and meters. `hitAll` counts its hits in order, in one transaction. */
export function counters(db: Database.Database, mostGuests?: number) {
  const minutes = windowTable(db, 'minutes', mostGuests)
  const days = windowTable(db, 'days', mostGuests)
  const startMeter = db
    .prepare<[string, string, string], number>(
      `INSERT INTO meters (key_id, month, endpoint_group, used) VALUES (?, ?, ?, 1)
       ON CONFLICT DO UPDATE SET used = used + 1 RETURNING id`,
    )
    .pluck()
  const addToMeter = db.prepare('UPDATE meters SET used = used + 1 WHERE id = ?')
  const readUsage = db
    .prepare<[string, string], [string, number]>(
      'SELECT endpoint_group, used FROM meters WHERE key_id = ? AND month = ?',
    )
    .raw()
  const rowsByCaller = fileMemory<CallerRows>(db)
  let month = { day: Number.NaN, name: '' }
  let pruned = { turn: Number.NaN, hits: 0 }

  function hit({ caller, limits, group, keyId, second, now }: Hit): HitResult {
    const own = rowsOf(caller, keyId, now)
    const other = second ? rowsOf(second.caller, null, now) : null
    const others = () => second && other && { ...second, used: usedOf(other) }
    const admitted = admits(usedOf(own), limits, others())
    if (admitted) {
      count(own, caller)
      if (second && other) count(other, second.caller)
      meter(own, group)
      prune(now)
    }
    return standing(admitted, usedOf(own), limits, others())
  }

  function rowsOf(caller: string, keyId: string | null, now: number): CallerRows {
    const minute = windowStart(now, MINUTE_MS)
    const day = windowStart(now, DAY_MS)
    const known = rowsByCaller.get(caller)
    if (known?.minute.start === minute && known.day.start === day && known.keyId === keyId) {
      return known
    }
    const rows = {
      keyId,
      minute: minutes.read(minute, caller),
      day: days.read(day, caller),
      meters: new Map<string, RowId>(),
    }
    rowsByCaller.set(caller, rows)
    return rows
  }

  function usedOf({ minute, day }: CallerRows) {
    return { burstUsed: minute.used, dailyUsed: day.used }
  }

  function count({ keyId, minute, day }: CallerRows, caller: string): void {
    // Callers with the public test key are counted by address, so they are guests too.
    const isGuest = caller !== keyId
    minutes.count(minute, caller, isGuest)
    days.count(day, caller, isGuest)
  }

  function meter({ keyId, day, meters }: CallerRows, group: string): void {
    if (keyId === null) return
    const known = meters.get(group)
    if (known !== undefined) {
      addToMeter.run(known)
      return
    }
    const rowId = startMeter.get(keyId, monthAt(day.start), group)
    if (rowId !== undefined) meters.set(group, rowId)
  }

  function monthAt(day: number): string {
    if (day !== month.day) month = { day, name: monthOf(day) }
    return month.name
  }

  function prune(now: number): void {
    const turn = Math.floor(now / PRUNE_EVERY_MS)
    pruned.hits += 1
    if (turn === pruned.turn && pruned.hits < PRUNE_EVERY_HITS) return
    pruned = { turn, hits: 0 }
    const minutesGone = minutes.prune(windowStart(now, MINUTE_MS) - KEEP_MINUTES_MS)
    const daysGone = days.prune(windowStart(now, DAY_MS) - KEEP_DAYS_MS)
    // The row ids of deleted rows may be reused.
    if (minutesGone || daysGone) rowsByCaller.forget()
  }

  const hitAll = db.transaction((hits: readonly Hit[]) => {
    rowsByCaller.check()
    return hits.map(hit)
  })
  return {
    hitAll: (hits: readonly Hit[]) => {
      try {
        return hitAll.immediate(hits)
      } catch (error) {
        // The transaction was rolled back, so the cached counts are wrong.
        rowsByCaller.forget()
        throw error
      }
    },
    usage: (keyId: string, name: string) => {
      const counts = parseUsage(readUsage.all(keyId, name))
      if (!counts) throw unusable('a meter in it is damaged')
      return counts
    },
  }
}
