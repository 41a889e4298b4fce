import { createSearch, type SearchHit } from '../contract/search.ts'
import {
  type FoundPlace,
  type FoundProtocol,
  readPlaces,
  readSearchFile,
} from '../contract/search-file.ts'
import { readWalletForm } from '../contract/wallet-address.ts'
import type { Found, FoundWallet, PageHit } from './page-hit.ts'
import { reasonOf } from './search-words.ts'

export type Find<T extends Found = FoundProtocol> = (query: string, limit: number) => PageHit<T>[]

export interface PageSearch {
  /** Everything that has a page, and before it the scan of a wallet whose whole address or name is the query. */
  all: Find<Found>
  protocols: Find
}

/**
 * Loads the list of protocols and places with the first call, and gives every call the same search. After a failure the next call
 * tries again. Rejects when the file cannot be loaded or is not of its format.
 */
export function openSearch(
  load: () => Promise<unknown> = () => loadJson('/search.json'),
): () => Promise<PageSearch> {
  let loaded: Promise<PageSearch> | null = null
  const open = async (): Promise<PageSearch> => {
    const file = await load()
    const rows = readSearchFile(file)
    if (!rows) throw new Error('The list of protocols is of another format.')
    const named = once(() => createSearch([...rows, ...readPlaces(file)]))
    const protocols = once(() => createSearch(rows))
    return {
      all: (query, limit) =>
        [...walletHits(query), ...named()(query, limit).map(pageHit)].slice(0, limit),
      protocols: (query, limit) => protocols()(query, limit).map(pageHit),
    }
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

function pageHit<T extends FoundProtocol | FoundPlace>(hit: SearchHit<T>): PageHit<T> {
  return { entry: hit.entry, kind: hit.kind, reason: reasonOf(hit) }
}

/** The scan of what is written like a whole address or name of a wallet that has an owner. */
function walletHits(query: string): PageHit<FoundWallet>[] {
  const address = query.trim()
  const { kind } = readWalletForm(address)
  if (kind === 'invalid' || kind === 'unscannable') return []
  return [{ entry: { kind: 'wallet', address }, kind: 'exact', reason: null }]
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

async function loadJson(address: string): Promise<unknown> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} gave ${response.status}.`)
  return response.json()
}
