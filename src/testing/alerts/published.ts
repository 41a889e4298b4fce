import type { PublishedAlerts } from '../../alerts/find-alerts.ts'
import type { AlertTable } from '../../contract/alert-table.ts'
import type { RecordedIncident } from '../../contract/incident-list.ts'
import { announcedOf } from '../../domain/announced.ts'
import { mapDimensions } from '../../domain/dimension.ts'
import type { WatchedProtocol, WebhookRecord } from '../../state/webhook-store.ts'

/** Composites by day, oldest first; every dimension has the composite as its score. */
export type Days = Record<string, Record<string, number | null>>

/** A published folder with these scores. `methods` names the methodology of days that have another one than `1.0.0`. */
export function publishedAs(
  days: Days,
  {
    methods = {},
    incidents = [],
    upstream = {},
    slugs = [],
    earlier = [],
    passed = [],
    lost = [],
    causes = [],
  }: {
    causes?: AlertTable['causes']
    lost?: AlertTable['lostPegs']
    passed?: AlertTable['passedShares']
    methods?: Record<string, string>
    incidents?: RecordedIncident[]
    /** Ids of upstream that are not those of `upstreamId`, by slug. */
    upstream?: Record<string, string>
  } & Partial<Pick<AlertTable, 'slugs' | 'earlier'>> = {},
): PublishedAlerts {
  const methodologies = Object.keys(days).map((day) => methods[day] ?? '1.0.0')
  const ids = [...new Set(Object.values(days).flatMap((scores) => Object.keys(scores)))]
  const table: AlertTable = {
    snapshots: Object.keys(days).map((day, at) => ({
      ...{ id: `${day}-x`, day, methodology: methodologies[at] ?? '' },
    })),
    protocolIds: ids.map((slug) => upstream[slug] ?? upstreamId(slug)),
    ids,
    names: ids.map((id) => id.toUpperCase()),
    announced: announcedAs(ids, days, methodologies, earlier),
    scores: Object.values(days).map((scores) => {
      const composite = ids.map((id) => scores[id] ?? null)
      return { composite, ...mapDimensions(() => composite) }
    }),
    ...{ slugs, earlier, passedShares: passed, lostPegs: lost, causes },
  }
  const list = { firstSnapshot: null, registered: true, incidents }
  return { table, incidents: list, origin: 'https://risk.example' }
}

function announcedAs(
  ids: string[],
  days: Days,
  methodologies: string[],
  earlier: AlertTable['earlier'],
): AlertTable['announced'] {
  const byId = ids.map((id) => {
    const composites = Object.values(days).map((scores) => scores[id] ?? Number.NaN)
    const before = earlier.find(
      ({ protocolId, score }) => protocolId === upstreamId(id) && score === 'composite',
    )
    const methods = [before?.snapshot.methodology ?? 'none', ...methodologies]
    return announcedOf([before?.value ?? Number.NaN, ...composites], methods).slice(1)
  })
  return methodologies.map((_, at) => ({
    composite: byId.map((own) => own[at]?.composite ?? null),
    level: byId.map((own) => own[at]?.level ?? null),
  }))
}

/** The id of upstream of the protocol with this slug. */
export function upstreamId(slug: string): string {
  return `upstream-${slug}`
}

/** What a webhook stores of the protocols that it watches. */
export function watched(...slugs: string[]): WatchedProtocol[] {
  return slugs.map((slug) => ({ id: upstreamId(slug), slug }))
}

/** A webhook that is proved. */
export function webhookAt(day: string, change: Partial<WebhookRecord> = {}): WebhookRecord {
  const { url = 'https://receiver.example/hook' } = change
  return {
    id: 'wh_0123456789abcdef0123',
    accountId: 'acc_0123456789abcdef0123',
    ...{ url, provedUrl: url, lastProof: null, confirmation: null },
    form: 'json',
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
    ...{ chain: null, cause: 'unknown', causeClass: 'unclassified', pocUrl: null },
    source: 'defillama-hacks',
    protocol: {
      id: upstreamId(slug),
      slug,
      name: slug.toUpperCase(),
      composite: null,
      riskLevel: null,
    },
    before: { status: 'not-published' },
    whoElse: null,
  }
}
