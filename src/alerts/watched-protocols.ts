import type { AlertTable } from '../contract/alert-table.ts'
import type { StoredWatch, WatchedProtocol, WebhookRecord } from '../state/webhook-store.ts'

/**
 * What a webhook watches, each protocol by its id and with its present slug. A slug that an earlier version stored is of the protocol
 * that had it when the webhook was made, never of one that took it later; its id stays null where none had it. The same object when
 * nothing changes.
 */
export function currentWatch(
  { watch, createdAt }: Pick<WebhookRecord, 'watch' | 'createdAt'>,
  table: AlertTable,
  rows: ReadonlyMap<string, number>,
): StoredWatch {
  let isChanged = false
  const current = (known: WatchedProtocol): WatchedProtocol => {
    const id = known.id ?? ownerOf(known.slug, createdAt.slice(0, 10), table)
    const slug = table.ids[rows.get(id ?? '') ?? -1] ?? known.slug
    if (id === known.id && slug === known.slug) return known
    isChanged = true
    return { id, slug }
  }
  const protocols = watch.protocols?.map(current) ?? null
  const thresholds = watch.thresholds.map((one) => ({ ...one, protocol: current(one.protocol) }))
  return isChanged ? { ...watch, protocols, thresholds } : watch
}

/** The protocol that had a slug on a day, else the last one before it, else the first one after it; null when none had it. */
function ownerOf(
  slug: string,
  day: string,
  { slugs, ids, protocolIds }: AlertTable,
): string | null {
  const own = slugs.filter((one) => one.slug === slug)
  if (own.length === 0) return protocolIds[ids.indexOf(slug)] ?? null
  const onDay = own.filter(({ first, last }) => first <= day && day <= last)
  const before = own.filter(({ last }) => last < day)
  const found =
    onDay.sort((a, b) => (a.first < b.first ? 1 : -1))[0] ??
    before.sort((a, b) => (a.last < b.last ? 1 : -1))[0] ??
    own.sort((a, b) => (a.first < b.first ? -1 : 1))[0]
  return found?.protocolId ?? null
}
