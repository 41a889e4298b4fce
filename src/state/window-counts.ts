import { DAY_MS } from '../domain/day.ts'
import { parseJson } from '../domain/json.ts'
import { setBounded } from '../http/set-bounded.ts'
import { MINUTE_MS, windowNumber } from './time-window.ts'

/** Requests by window (`m` and the minute's number, `d` and the day's) and caller. */
export type Windows = Map<string, Map<string, number>>

/** Most callers in a window; beyond them the least recent one is dropped. */
const MAX_CALLERS = 5_000

/** Minutes before and after the present that are kept. */
const KEEP_MINUTES = 2

export function minuteWindow(now: number): string {
  return `m${windowNumber(now, MINUTE_MS)}`
}

export function dayWindow(now: number): string {
  return `d${windowNumber(now, DAY_MS)}`
}

export function usedIn(windows: Windows, window: string, caller: string): number {
  return windows.get(window)?.get(caller) ?? 0
}

export function addTo(windows: Windows, window: string, caller: string, cost = 1): void {
  const callers = windows.get(window) ?? new Map<string, number>()
  windows.set(window, callers)
  const used = callers.get(caller) ?? 0
  setBounded(callers, caller, used + cost, MAX_CALLERS)
}

/** Drops minutes far from the present. */
export function dropMinutes(windows: Windows, now: number): void {
  const present = windowNumber(now, MINUTE_MS)
  for (const window of windows.keys()) {
    if (window.startsWith('m') && Math.abs(Number(window.slice(1)) - present) > KEEP_MINUTES) {
      windows.delete(window)
    }
  }
}

export function encodeWindows(windows: Windows): string {
  const entries = Array.from(windows, ([window, callers]) => [window, Object.fromEntries(callers)])
  return JSON.stringify(Object.fromEntries(entries))
}

/** Reads what `encodeWindows` wrote; ignores anything else. */
export function decodeWindows(text: string): Windows {
  const windows: Windows = new Map()
  for (const [window, callers] of entriesOf(parseJson(text))) {
    const counts = entriesOf(callers).filter(
      (entry): entry is [string, number] => Number.isSafeInteger(entry[1]) && Number(entry[1]) > 0,
    )
    windows.set(window, new Map(counts))
  }
  return windows
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}
