import { isSearchIndex } from '../api/routes/search/search-index.ts'
import type { AlertTable } from '../contract/alert-table.ts'
import type { Watch } from '../contract/alerts.ts'
import type { SearchIndex } from '../contract/finding.ts'
import { createSearch } from '../contract/search.ts'
import type { StoredWatch, WatchedProtocol, WebhookRecord } from '../state/webhook-store.ts'
import type { AlertServices } from './account-deps.ts'
import { AccountRefusal } from './refusal.ts'

/** What is published: the newest snapshot, and its protocols with the names that they are found by. */
export interface PublishedIndex {
  index: SearchIndex
  table: AlertTable
}

/** Names of protocols that a message repeats: those that look like ids. */
const PLAIN = /^[A-Za-z0-9._-]{1,60}$/

const MAX_NAMED = 3

/** The newest snapshot with its protocols. Throws a `AccountRefusal` when nothing is published or it cannot be read. */
export async function readPublished(alerts: AlertServices | null): Promise<PublishedIndex> {
  const index = await alerts?.loadIndex().catch(() => null)
  const table = await alerts?.loadTable().catch(() => null)
  if (isSearchIndex(index) && table) return { index, table }
  throw new AccountRefusal('alerts')
}

/** The newest snapshot, with which a webhook begins. */
export function newestSeen({
  table,
}: PublishedIndex): Pick<WebhookRecord, 'seenSnapshot' | 'seenDay'> {
  const newest = table.snapshots.at(-1)
  return { seenSnapshot: newest?.id ?? '', seenDay: newest?.day ?? '' }
}

/**
 * What a webhook is to watch, each protocol by its id and each thing once. What is in `known` stays the protocol that it is. Throws a
 * `AccountRefusal` when it is nothing, or a protocol is not published; the message suggests others.
 */
export function resolveWatch(
  asked: Watch,
  { index, table }: PublishedIndex,
  known: StoredWatch | null,
): StoredWatch {
  const current = new Map<string, WatchedProtocol>()
  const idOf = new Map(table.ids.map((slug, row) => [slug, table.protocolIds[row] ?? null]))
  const { id: slugs, formerSlugs } = index.columns
  const asPublished = slugs.map((slug): WatchedProtocol => ({ id: idOf.get(slug) ?? null, slug }))
  for (const [row, protocol] of asPublished.entries()) {
    for (const former of formerSlugs[row] ?? []) current.set(former, protocol)
  }
  for (const protocol of [...asPublished, ...protocolsOf(known)]) {
    current.set(protocol.slug, protocol)
  }

  const named = [...(asked.protocols ?? []), ...asked.thresholds.map(({ protocol }) => protocol)]
  const unknown = [...new Set(named.filter((slug) => !current.has(slug)))]
  if (unknown.length > 0) throw noSuch(unknown, index)
  const resolve = (slug: string) => current.get(slug) ?? { id: null, slug }
  const thresholds = asked.thresholds.map((one) => ({ ...one, protocol: resolve(one.protocol) }))
  const watch = {
    ...asked,
    protocols: asked.protocols && each(asked.protocols.map(resolve)),
    thresholds: each(thresholds),
  }
  const { levelChanges, incidents, dependencies = false } = watch
  if (levelChanges || incidents || dependencies || watch.thresholds.length > 0) return watch
  throw new AccountRefusal('watch')
}

function each<T>(list: T[]): T[] {
  return [...new Map(list.map((one) => [JSON.stringify(one), one])).values()]
}

function protocolsOf(watch: StoredWatch | null): WatchedProtocol[] {
  if (!watch) return []
  return [...(watch.protocols ?? []), ...watch.thresholds.map(({ protocol }) => protocol)]
}

/** What a webhook watches, as its owner sees it: by slugs. */
export function viewWatch(watch: StoredWatch): Watch {
  return {
    ...watch,
    protocols: watch.protocols?.map(({ slug }) => slug) ?? null,
    thresholds: watch.thresholds.map((one) => ({ ...one, protocol: one.protocol.slug })),
  }
}

function noSuch(unknown: string[], { columns }: SearchIndex): AccountRefusal {
  const search = createSearch(
    columns.id.map((id, row) => ({
      id,
      name: columns.name[row] ?? '',
      symbol: columns.symbol[row] ?? null,
      parent: columns.parent[row] ?? null,
      formerSlugs: columns.formerSlugs[row] ?? [],
      otherNames: columns.otherNames?.[row] ?? [],
      tokens: columns.tokens?.[row] ?? [],
      size: columns.tvlUsd[row] ?? null,
    })),
  )
  const parts = unknown.slice(0, MAX_NAMED).map((text) => {
    const name = PLAIN.test(text) ? `“${text}”` : 'one of the names'
    const near = search(text, MAX_NAMED).map(({ entry }) => entry.id)
    return near.length === 0 ? name : `${name} (did you mean ${near.join(', ')}?)`
  })
  const rest = unknown.length > MAX_NAMED ? ` and ${unknown.length - MAX_NAMED} more` : ''
  return new AccountRefusal('protocol', `No protocol is published as ${parts.join(', ')}${rest}.`)
}
