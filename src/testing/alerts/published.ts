import type { Published } from '../../alerts/find-alerts.ts'
import type { WebhookRecord } from '../../api/state/webhook-store.ts'
import type { AlertTable } from '../../contract/alert-table.ts'
import type { RecordedIncident } from '../../contract/incident-list.ts'
import { mapDimensions } from '../../domain/dimension.ts'

/** Composites by day, oldest first; every dimension has the composite as its score. */
export type Days = Record<string, Record<string, number | null>>

/** A published folder with these scores. `methods` names the methodology of days that have another one than `1.0.0`. */
export function publishedAs(
  days: Days,
  {
    methods = {},
    incidents = [],
  }: { methods?: Record<string, string>; incidents?: RecordedIncident[] } = {},
): Published {
  const ids = [...new Set(Object.values(days).flatMap((scores) => Object.keys(scores)))]
  const table: AlertTable = {
    snapshots: Object.keys(days).map((day) => ({
      ...{ id: `${day}-x`, day, methodology: methods[day] ?? '1.0.0' },
    })),
    ids,
    names: ids.map((id) => id.toUpperCase()),
    scores: Object.values(days).map((scores) => {
      const composite = ids.map((id) => scores[id] ?? null)
      return { composite, ...mapDimensions(() => composite) }
    }),
  }
  const list = { firstSnapshot: null, registered: true, incidents }
  return { table, incidents: list, origin: 'https://risk.example' }
}

export function webhookAt(day: string, change: Partial<WebhookRecord> = {}): WebhookRecord {
  return {
    id: 'wh_0123456789abcdef0123',
    accountId: 'acc_0123456789abcdef0123',
    url: 'https://receiver.example/hook',
    watch: { protocols: null, levelChanges: true, incidents: true, thresholds: [] },
    createdAt: `${day}T12:00:00.000Z`,
    ...{ seenSnapshot: `${day}-x`, seenDay: day, stopped: null },
    ...change,
  }
}

export function lossOf(slug: string, day: string, id = `${day}-${slug}`): RecordedIncident {
  return {
    ...{
      id,
      name: slug,
      day,
      lossUsd: 1e6,
      returnedUsd: null,
      tvlBeforeUsd: null,
      tvlBeforeDay: null,
    },
    ...{ chain: null, cause: 'unknown', pocUrl: null, source: 'defillama-hacks' },
    protocol: { slug, name: slug.toUpperCase(), composite: null, riskLevel: null },
    before: { status: 'not-published' },
  }
}
