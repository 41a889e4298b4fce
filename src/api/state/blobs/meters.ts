import type { EndpointGroup } from '../../../contract/endpoint-groups.ts'
import { ENDPOINT_GROUPS } from '../../../contract/endpoint-groups.ts'
import type { UsageCounts } from '../state-store.ts'
import { monthOf } from '../time-window.ts'
import { unusable } from '../unusable.ts'
import { noUsage, parseUsage } from '../usage-counts.ts'
import type { Blobs } from './access.ts'

interface Meter {
  keyId: string
  month: string
  counts: UsageCounts
  changes: number
  written: number
}

export interface BlobsMeters {
  add(now: number, keyId: string, group: EndpointGroup): void
  hasUnwritten(): boolean
  sync(): Promise<void>
  /** The sum over all instances, including the unwritten counts of this one. */
  read(keyId: string, month: string): Promise<UsageCounts>
}

/** One blob per month, key and instance. Each has a single writer and only grows, so the sum is exact. */
export function blobsMeters(blobs: Blobs, instance: string): BlobsMeters {
  const meters = new Map<string, Meter>()
  const unwritten = () => [...meters.values()].filter(({ changes, written }) => changes > written)
  return {
    add(now, keyId, group) {
      const month = monthOf(now)
      const name = `${month}/${keyId}`
      const meter = meters.get(name) ?? { keyId, month, counts: noUsage(), changes: 0, written: 0 }
      meters.set(name, meter)
      meter.counts[group] += 1
      meter.changes += 1
    },
    hasUnwritten: () => unwritten().length > 0,
    async sync() {
      await Promise.all(
        unwritten().map(async (meter) => {
          const { changes } = meter
          const text = JSON.stringify(meter.counts)
          await blobs.use(usagePart(meter.month), 'strong', (store) =>
            store.set(`${meter.keyId}/${instance}`, text),
          )
          meter.written = changes
        }),
      )
    },
    async read(keyId, month) {
      const part = usagePart(month)
      const listed = await blobs.use(part, 'strong', (store) => store.list({ prefix: `${keyId}/` }))
      const others = listed.blobs.filter(({ key }) => key !== `${keyId}/${instance}`)
      const parts = await Promise.all(
        others.map(({ key }) =>
          blobs.use(part, 'strong', (store) => store.get(key, { type: 'text' })),
        ),
      )
      const total = { ...(meters.get(`${month}/${keyId}`)?.counts ?? noUsage()) }
      for (const text of parts) {
        const counts = decode(text ?? '{}')
        for (const group of ENDPOINT_GROUPS) total[group] += counts[group]
      }
      return total
    },
  }
}

function usagePart(month: string): string {
  return `usage-${month}`
}

function decode(text: string): UsageCounts {
  const value: unknown = JSON.parse(text)
  const counts = parseUsage(
    Object.entries(typeof value === 'object' && value !== null ? value : {}),
  )
  if (!counts) throw unusable('a meter in it is damaged')
  return counts
}
