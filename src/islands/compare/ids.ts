import { fileNameOf } from '../../contract/file-name.ts'
import { slugOf } from '../../contract/screener-rows.ts'
import type { MatchKind } from '../../contract/search.ts'

export const LEAST_IDS = 2
export const MAX_IDS = 4

/** Longest id that is asked for. */
const LONGEST = 200

/** The ids in an address, such as `?ids=aave-v3,compound-v3`: each once, at most `MAX_IDS`. */
export function idsOf(params: URLSearchParams): string[] {
  return allIds(params).slice(0, MAX_IDS)
}

/** Says which ids of an address are not compared because there are too many; empty when all are. */
export function formatLeftOut(params: URLSearchParams): string {
  const more = allIds(params).slice(MAX_IDS)
  if (more.length === 0) return ''
  const names =
    more.length > MAX_IDS ? `${more.length} others` : new Intl.ListFormat('en').format(more)
  return `At most ${MAX_IDS} are compared; left out: ${names}.`
}

function allIds(params: URLSearchParams): string[] {
  const ids = params.getAll('ids').flatMap((text) => text.split(','))
  const plain = ids.map((id) => id.trim().slice(0, LONGEST)).filter(Boolean)
  return [...new Set(plain)]
}

/** The search of the address that compares these ids; empty for none. */
export function compareSearch(ids: readonly string[]): string {
  if (ids.length === 0) return ''
  return `?ids=${ids.map((id) => encodeURIComponent(id.toWellFormed())).join(',')}`
}

/** The path of a link to the comparison of these ids, which shows its picture elsewhere; one id has no picture of its own. */
export function sharePath(ids: readonly string[]): string {
  if (ids.length < LEAST_IDS) return `/compare/${compareSearch(ids)}`
  return `/share/compare/${ids.map((id) => encodeURIComponent(fileNameOf(id))).join('+')}/`
}

type Find = (text: string, limit: number) => { kind: MatchKind; entry: { id: string } }[]

/** The id of the protocol that a text finds first; the slug of the text when nothing is called so, or without the list. */
export function idOf(find: Find | null, text: string): string {
  const [hit] = find?.(text, 1) ?? []
  return hit && hit.kind !== 'near' ? hit.entry.id : slugOf(text)
}
