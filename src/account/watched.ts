import { isSearchIndex } from '../api/routes/search/search-index.ts'
import type { Watch } from '../contract/alerts.ts'
import type { SearchIndex } from '../contract/finding.ts'
import { createSearch } from '../contract/search.ts'
import type { AlertServices } from './account-deps.ts'
import { Refusal } from './refusal.ts'

/** What is published: the newest snapshot and its protocols. */
export type Published = SearchIndex

/** Names of protocols that a message repeats: those that look like ids. */
const PLAIN = /^[A-Za-z0-9._-]{1,60}$/

const MOST_NAMED = 3

/** The newest snapshot with its protocols. Throws a `Refusal` when nothing is published or it cannot be read. */
export async function readPublished(alerts: AlertServices | null): Promise<Published> {
  const document = await alerts?.loadIndex().catch(() => null)
  if (isSearchIndex(document)) return document
  throw new Refusal('alerts', 'Alerts are temporarily unavailable. Try again later.')
}

/**
 * What a webhook is to hear of, each protocol by its current id and each thing once. Ids in `known` are kept as they are. Throws a `Refusal`
 * when it is nothing, or a protocol is not published; the message suggests others.
 */
export function resolveWatch(asked: Watch, published: Published, known: Watch | null): Watch {
  const kept = new Set(known ? idsOf(known) : [])
  const { id: ids, formerSlugs } = published.columns
  const current = new Map<string, string>()
  for (const [row, id] of ids.entries()) {
    for (const former of formerSlugs[row] ?? []) current.set(former, id)
  }
  for (const id of [...kept, ...ids]) current.set(id, id)

  const unknown = [...new Set(idsOf(asked).filter((id) => !current.has(id)))]
  if (unknown.length > 0) throw noSuch(unknown, published)
  const idOf = (id: string) => current.get(id) ?? id
  const thresholds = asked.thresholds.map((one) => ({ ...one, protocol: idOf(one.protocol) }))
  const watch = {
    ...asked,
    protocols: asked.protocols && [...new Set(asked.protocols.map(idOf))],
    thresholds: [...new Map(thresholds.map((one) => [JSON.stringify(one), one])).values()],
  }
  if (watch.levelChanges || watch.incidents || watch.thresholds.length > 0) return watch
  const message = 'Choose at least one: changes of the level, incidents, or a threshold.'
  throw new Refusal('watch', message)
}

function idsOf({ protocols, thresholds }: Watch): string[] {
  return [...(protocols ?? []), ...thresholds.map(({ protocol }) => protocol)]
}

function noSuch(unknown: string[], { columns }: Published): Refusal {
  const search = createSearch(
    columns.id.map((id, row) => ({
      id,
      name: columns.name[row] ?? '',
      symbol: columns.symbol[row] ?? null,
      parent: columns.parent[row] ?? null,
      formerSlugs: columns.formerSlugs[row] ?? [],
      size: columns.tvlUsd[row] ?? null,
    })),
  )
  const parts = unknown.slice(0, MOST_NAMED).map((text) => {
    const name = PLAIN.test(text) ? `“${text}”` : 'one of the names'
    const near = search(text, MOST_NAMED).map(({ entry }) => entry.id)
    return near.length === 0 ? name : `${name} (did you mean ${near.join(', ')}?)`
  })
  const rest = unknown.length > MOST_NAMED ? ` and ${unknown.length - MOST_NAMED} more` : ''
  return new Refusal('protocol', `No protocol is published as ${parts.join(', ')}${rest}.`)
}
