import { createSearch, type SearchHit } from '../contract/search.ts'
import {
  type FoundPlace,
  type FoundProtocol,
  readPlaces,
  readSearchFile,
} from '../contract/search-file.ts'
import { readWalletForm } from '../contract/wallet-address.ts'
import { byProtocol, openAddresses } from './address-search.ts'
import { loadJson } from './load-json.ts'
import type { FoundPage, FoundWallet, PageHit } from './page-hit.ts'
import { reasonOf } from './search-words.ts'

export type Find<T extends FoundPage = FoundProtocol> = (
  query: string,
  limit: number,
) => PageHit<T>[]

export interface PageSearch {
  /** Everything that has a page, and before it the scan of a wallet whose whole address or name is the query. */
  all: Find<FoundPage>
  /**
   * The same, and after the scan the protocols that have a contract at the address; null when the query is no whole address. Rejects when
   * they cannot be loaded.
   */
  withContracts: (query: string, limit: number) => Promise<PageHit[]> | null
  protocols: Find
}

/**
 * Loads the list of protocols and places with the first call, and gives every call the same search. After a failure the next call
 * tries again. Rejects when the file cannot be loaded or is not of its format.
 */
export function openSearch(
  load: (path: string) => Promise<unknown> = loadJson,
): () => Promise<PageSearch> {
  let loaded: Promise<PageSearch> | null = null
  const open = async (): Promise<PageSearch> => {
    const file = await load('/search.json')
    const rows = readSearchFile(file)
    if (!rows) throw new Error('The list of protocols is of another format.')
    const named = once(() => createSearch([...rows, ...readPlaces(file)]))
    const protocols = once(() => createSearch(rows))
    const addresses = openAddresses(load)
    const all: PageSearch['all'] = (query, limit) =>
      [...walletHits(query), ...named()(query, limit).map(pageHit)].slice(0, limit)
    const withContracts: PageSearch['withContracts'] = (query, limit) => {
      const asked = addresses(query)
      if (!asked) return null
      return asked.then((found) => {
        const contracts = byProtocol(found).flatMap(({ id, reason, isOwn }): PageHit[] => {
          const entry = rows.find((row) => row.id === id)
          return entry ? [{ entry, kind: isOwn ? 'exact' : 'word', reason }] : []
        })
        // Who controls a protocol may hold funds; its other contracts are hardly anyone's wallet, so the protocol is what is meant.
        const isWallet = found.every(({ role }) => role === 'governance' || role === 'asset')
        const kind = isWallet || contracts.length === 0 ? 'exact' : 'word'
        const wallets = walletHits(query).map((hit) => ({ ...hit, kind }) as const)
        return [...wallets, ...contracts].slice(0, limit)
      })
    }
    return {
      all,
      withContracts,
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
