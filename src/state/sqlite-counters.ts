import type Database from 'better-sqlite3'
import { fileMemory } from './sqlite-memory.ts'
import { DAY_MS, type Hit, type HitResult, MINUTE_MS, monthOf } from './state-store.ts'
import { unusable } from './unusable.ts'
import { parseUsage } from './usage-counts.ts'

/** Finished windows stay this long, so that a clock set back a little finds them as it left them. */
const KEEP_MINUTES_MS = 10 * MINUTE_MS
const KEEP_DAYS_MS = 2 * DAY_MS

/** Windows are pruned once in each second of the callers' clock, this many at a time: about a millisecond. */
const PRUNE_EVERY_MS = 1_000
const PRUNE_ROWS = 500

type RowId = number | bigint

/** A window as the file holds it; without a row as long as nothing was counted in it. */
interface Window {
  start: number
  rowId: RowId | null
  used: number
}

/** What counts a caller just now, as the file holds it. */
interface Account {
  keyId: string | null
  minute: Window
  day: Window
  /** Rows of the key's meters in this month, by endpoint group. */
  meters: Map<string, RowId>
}

/** Windows and meters. `hitAll` counts all that it is given in one transaction, one after the other. */
export function counters(db: Database.Database) {
  const readWindow = db
    .prepare<[number, number, string], [number, number]>(
      'SELECT id, used FROM windows WHERE span_ms = ? AND start_ms = ? AND caller = ?',
    )
    .raw()
  const insertWindow = db.prepare(
    'INSERT INTO windows (span_ms, start_ms, caller, used) VALUES (?, ?, ?, 1)',
  )
  const addToWindow = db.prepare('UPDATE windows SET used = used + 1 WHERE id = ?')
  const startMeter = db
    .prepare<[string, string, string], number>(
      `INSERT INTO meters (key_id, month, endpoint_group, used) VALUES (?, ?, ?, 1)
       ON CONFLICT DO UPDATE SET used = used + 1 RETURNING id`,
    )
    .pluck()
  const addToMeter = db.prepare('UPDATE meters SET used = used + 1 WHERE id = ?')
  const prune = db.prepare(
    `DELETE FROM windows WHERE id IN (
       SELECT id FROM windows WHERE span_ms = ? AND start_ms < ? LIMIT ?)`,
  )
  const readUsage = db
    .prepare<[string, string], [string, number]>(
      'SELECT endpoint_group, used FROM meters WHERE key_id = ? AND month = ?',
    )
    .raw()
  const accounts = fileMemory<Account>(db)
  let month = { day: Number.NaN, name: '' }
  let prunedAt = Number.NaN

  function hit({ caller, limits, group, keyId, now }: Hit): HitResult {
    const account = accountOf(caller, keyId, now - (now % MINUTE_MS), now - (now % DAY_MS))
    const { minute, day } = account
    const admitted = minute.used < limits.burst && day.used < limits.daily
    if (admitted) {
      count(MINUTE_MS, minute, caller)
      count(DAY_MS, day, caller)
      meter(account, group)
      pruneAt(Math.floor(now / PRUNE_EVERY_MS), minute.start, day.start)
    }
    return { admitted, burstUsed: minute.used, dailyUsed: day.used }
  }

  function accountOf(
    caller: string,
    keyId: string | null,
    minuteStart: number,
    dayStart: number,
  ): Account {
    const known = accounts.get(caller)
    if (
      known?.minute.start === minuteStart &&
      known.day.start === dayStart &&
      known.keyId === keyId
    ) {
      return known
    }
    const account = {
      keyId,
      minute: windowOf(MINUTE_MS, minuteStart, caller),
      day: windowOf(DAY_MS, dayStart, caller),
      meters: new Map<string, RowId>(),
    }
    accounts.set(caller, account)
    return account
  }

  function windowOf(spanMs: number, start: number, caller: string): Window {
    const [rowId = null, used = 0] = readWindow.get(spanMs, start, caller) ?? []
    return { start, rowId, used }
  }

  function count(spanMs: number, window: Window, caller: string): void {
    if (window.rowId === null) {
      window.rowId = insertWindow.run(spanMs, window.start, caller).lastInsertRowid
    } else addToWindow.run(window.rowId)
    window.used += 1
  }

  function meter({ keyId, day, meters }: Account, group: string): void {
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

  function pruneAt(turn: number, minute: number, day: number): void {
    if (turn === prunedAt) return
    prunedAt = turn
    const { changes } = prune.run(MINUTE_MS, minute - KEEP_MINUTES_MS, PRUNE_ROWS)
    const { changes: more } = prune.run(DAY_MS, day - KEEP_DAYS_MS, PRUNE_ROWS)
    // Their rows are gone, and their numbers may be given to others.
    if (changes + more > 0) accounts.forget()
  }

  const hitAll = db.transaction((hits: readonly Hit[]) => {
    accounts.check()
    return hits.map(hit)
  })
  return {
    hitAll: (hits: readonly Hit[]) => {
      try {
        return hitAll.immediate(hits)
      } catch (error) {
        // What was counted is taken back.
        accounts.forget()
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
