import { DAY_MS } from '../../domain/day.ts'
import { dayOf, windowNumber } from '../time-window.ts'
import {
  addTo,
  dayWindow,
  decodeWindows,
  dropMinutes,
  encodeWindows,
  minuteWindow,
  usedIn,
  type Windows,
} from '../window-counts.ts'
import type { Blobs } from './access.ts'

/** Most blobs of other instances that are read in one exchange; the next one reads more. */
const READS_PER_SYNC = 32

interface DayCounts {
  own: Windows
  others: Map<string, { etag: string; windows: Windows }>
  /** Number of changes, and how many of them are written. */
  changes: number
  written: number
}

export interface BlobsWindows {
  used(now: number, caller: string): { burstUsed: number; dailyUsed: number }
  /** `cost` below 0 takes back what was added before. */
  add(now: number, caller: string, cost: number): void
  hasUnwritten(): boolean
  /** Writes this instance's counts and reads what the others wrote. */
  sync(now: number): Promise<void>
}

/** Name of the store of a day. `sweepWindows` relies on it. */
function windowsPart(now: number): string {
  return `windows-${dayOf(now)}`
}

/** One blob per instance and day, written by that instance alone and summed by all. */
export function blobsWindows(blobs: Blobs, instance: string): BlobsWindows {
  const days = new Map<number, DayCounts>()
  const countsOf = (now: number): DayCounts => {
    const day = windowNumber(now, DAY_MS)
    const known = days.get(day)
    if (known) return known
    for (const other of days.keys()) if (Math.abs(other - day) > 1) days.delete(other)
    const fresh = { own: new Map(), others: new Map(), changes: 0, written: 0 }
    days.set(day, fresh)
    return fresh
  }
  return {
    used(now, caller) {
      const { own, others } = countsOf(now)
      const minute = minuteWindow(now)
      const day = dayWindow(now)
      let burstUsed = usedIn(own, minute, caller)
      let dailyUsed = usedIn(own, day, caller)
      for (const { windows } of others.values()) {
        burstUsed += usedIn(windows, minute, caller)
        dailyUsed += usedIn(windows, day, caller)
      }
      return { burstUsed, dailyUsed }
    },
    add(now, caller, cost) {
      const counts = countsOf(now)
      addTo(counts.own, minuteWindow(now), caller, cost)
      addTo(counts.own, dayWindow(now), caller, cost)
      counts.changes += 1
    },
    hasUnwritten: () => [...days.values()].some(({ changes, written }) => changes > written),
    async sync(now) {
      countsOf(now)
      await Promise.all(
        Array.from(days, async ([day, counts]) => {
          const part = windowsPart(day * DAY_MS)
          await Promise.all([
            write(blobs, part, instance, counts, now),
            day === windowNumber(now, DAY_MS) ? readOthers(blobs, part, instance, counts) : null,
          ])
        }),
      )
    },
  }
}

async function write(
  blobs: Blobs,
  part: string,
  instance: string,
  counts: DayCounts,
  now: number,
): Promise<void> {
  if (counts.changes === counts.written) return
  const { changes } = counts
  dropMinutes(counts.own, now)
  const text = encodeWindows(counts.own)
  await blobs.use(part, 'strong', (store) => store.set(instance, text))
  counts.written = changes
}

async function readOthers(
  blobs: Blobs,
  part: string,
  instance: string,
  { others }: DayCounts,
): Promise<void> {
  const listed = await blobs.use(part, 'strong', (store) => store.list())
  // The local emulation also lists its drafts, whose names start with a dot.
  const changed = listed.blobs.filter(
    ({ key, etag }) => key !== instance && !key.startsWith('.') && others.get(key)?.etag !== etag,
  )
  // Active instances first: those that were read before and have counted since.
  changed.sort((a, b) => Number(others.has(b.key)) - Number(others.has(a.key)))
  await Promise.all(
    changed.slice(0, READS_PER_SYNC).map(async ({ key, etag }) => {
      const text = await blobs.use(part, 'strong', (store) => store.get(key, { type: 'text' }))
      if (text !== null) others.set(key, { etag, windows: decodeWindows(text) })
    }),
  )
}
