import type { SearchHit } from '../contract/search.ts'
import type { FoundProtocol } from '../contract/search-file.ts'

type Hit = SearchHit<FoundProtocol>

/** Why a hit is there, where its name does not show it; null where it does. */
export function reasonOf({ entry, field, text }: Hit): string | null {
  if (field === 'symbol') return `symbol ${text}`
  if (field === 'token') return `issues ${text}`
  if (field === 'parent') return `part of ${text}`
  if (field === 'otherName') return `also ${text}`
  if (field === 'formerSlug') return `formerly ${text}`
  return field === 'slug' && entry.id !== entry.name.toLowerCase() ? entry.id : null
}

/** True when every hit has a typing error, so that the list says "Did you mean". */
export function areGuesses(hits: readonly Hit[]): boolean {
  return hits.length > 0 && hits.every(({ kind }) => kind === 'near')
}

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** True for `/` outside of a text field, and for Ctrl+K or Command+K anywhere. */
export function opensSearch(keys: Keys, isTyping: boolean): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = keys
  if (altKey) return false
  if (ctrlKey || metaKey) return key.toLowerCase() === 'k' && !shiftKey
  return key === '/' && !isTyping
}

/** The place of the only hit that matches exactly; null when none or several do. */
export function onlyExact(hits: readonly Hit[]): number | null {
  const exact = hits.flatMap(({ kind }, place) => (kind === 'exact' ? [place] : []))
  return exact.length === 1 ? (exact[0] ?? null) : null
}

/** The number of hits for a screen reader. `most` hits may be the first of more. */
export function countText(hits: readonly Hit[], most: number): string {
  if (hits.length === 0) return 'No protocol matches.'
  const number = hits.length === 1 ? '1 protocol' : `${hits.length} protocols`
  const shown = hits.length >= most ? `The first ${number}` : number
  return areGuesses(hits) ? `No exact match. ${shown} with a similar name.` : `${shown} found.`
}
