import { SCAN_CHAINS, SOLANA } from '../chains/scan-chains.ts'

/** The nodes of one chain. */
export interface NamedNodes {
  key: string
  name: string
  urls: readonly string[]
}

/**
 * How a node is named in public: a public node of our list by its host, any other by its place in the operator's
 * list, because its host may hold a key.
 */
export function nodeName({ key, name, urls }: NamedNodes, url: string): string {
  const isListed = [...SCAN_CHAINS, SOLANA].some(
    (chain) => chain.key === key && [...chain.nodes].some((listed) => listed === url),
  )
  const host = isListed ? URL.parse(url)?.host : undefined
  return host ?? `private node ${urls.indexOf(url) + 1} for ${name}`
}
