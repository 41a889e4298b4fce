import { parseJson } from '../../domain/json.ts'
import type { DayUsage, Meter } from '../state-store.ts'
import { dayOf, monthOf } from '../time-window.ts'
import { unusable } from '../unusable.ts'
import { type MeterEntry, parseDays } from '../usage-counts.ts'
import type { Blobs } from './access.ts'

interface MonthMeter {
  owner: string
  month: string
  /** Counts by day and name. */
  days: Map<string, Map<string, number>>
  changes: number
  written: number
}

export interface BlobsMeters {
  /** Counts one under a name: a group and key, or the refused ones. */
  add(now: number, meter: Meter, name: string): void
  hasUnwritten(): boolean
  sync(): Promise<void>
  /** The sum over all instances, including the unwritten counts of this one. */
  read(owner: string, month: string): Promise<DayUsage[]>
}

/** One blob per month, owner and instance. Each has a single writer and only grows, so the sum is exact. */
export function blobsMeters(blobs: Blobs, instance: string): BlobsMeters {
  const meters = new Map<string, MonthMeter>()
  const unwritten = () => [...meters.values()].filter(({ changes, written }) => changes > written)
  return {
    add(now, { owner }, name) {
      const month = monthOf(now)
      const at = `${month}/${owner}`
      const meter = meters.get(at) ?? { owner, month, days: new Map(), changes: 0, written: 0 }
      meters.set(at, meter)
      const day = dayOf(now)
      const counts = meter.days.get(day) ?? new Map<string, number>()
      meter.days.set(day, counts)
      counts.set(name, (counts.get(name) ?? 0) + 1)
      meter.changes += 1
    },
    hasUnwritten: () => unwritten().length > 0,
    async sync() {
      await Promise.all(
        unwritten().map(async (meter) => {
          const { changes } = meter
          const text = encode(meter)
          await blobs.use(usagePart(meter.month), 'strong', (store) =>
            store.set(`${meter.owner}/${instance}`, text),
          )
          meter.written = changes
        }),
      )
    },
    async read(owner, month) {
      const part = usagePart(month)
      const listed = await blobs.use(part, 'strong', (store) => store.list({ prefix: `${owner}/` }))
      const others = listed.blobs.filter(({ key }) => key !== `${owner}/${instance}`)
      const texts = await Promise.all(
        others.map(({ key }) =>
          blobs.use(part, 'strong', (store) => store.get(key, { type: 'text' })),
        ),
      )
      const own = meters.get(`${month}/${owner}`)
      const days = parseDays([...texts, own ? encode(own) : null].flatMap(entriesOf))
      if (!days) throw unusable('a meter in it is damaged')
      return days
    },
  }
}

/** Name of the store of a month. Accounts that are deleted rely on it. */
export const USAGE_PARTS = 'usage-'

function usagePart(month: string): string {
  return `${USAGE_PARTS}${month}`
}

/** `{day: {name: used}}`. Blobs of before days were kept are `{group: used}`. */
function encode({ days }: MonthMeter): string {
  const entries = Array.from(days, ([day, counts]) => [day, Object.fromEntries(counts)])
  return JSON.stringify(Object.fromEntries(entries))
}

function entriesOf(text: string | null): MeterEntry[] {
  const value = text === null ? {} : parseJson(text)
  if (typeof value !== 'object' || value === null) throw unusable('a meter in it is damaged')
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]): MeterEntry[] =>
    typeof inner === 'object' && inner !== null
      ? Object.entries(inner).map(([count, used]) => [name, count, used])
      : [[null, name, inner]],
  )
}
