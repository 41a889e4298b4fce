import { createSearch, type SearchHit } from '../contract/search.ts'
import { type FoundProtocol, readSearchFile } from '../contract/search-file.ts'

export type Find = (query: string, limit: number) => SearchHit<FoundProtocol>[]

/**
 * Loads the list of protocols with the first call, and gives every call the same search. After a failure the next call tries again.
 * Rejects when the file cannot be loaded or is not of its format.
 */
export function openSearch(
  load: () => Promise<unknown> = () => loadJson('/search.json'),
): () => Promise<Find> {
  let loaded: Promise<Find> | null = null
  const open = async (): Promise<Find> => {
    const rows = readSearchFile(await load())
    if (!rows) throw new Error('The list of protocols is of another format.')
    return createSearch(rows)
  }
  return () => {
    loaded ??= open().catch((error: unknown) => {
      loaded = null
      throw error
    })
    return loaded
  }
}

/** One list for all search fields of a page. */
export const openPageSearch = openSearch()

async function loadJson(address: string): Promise<unknown> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} gave ${response.status}.`)
  return response.json()
}
