import { SCAN_CHAINS } from '../chains/scan-chains.ts'
import type { ChainWithNodes } from '../chains/wallet-nodes.ts'

/**
 * How a node is named in public: a public node of our list by its host, any other by its place in the operator's
 * list, because its host may hold a key.
 */
export function nodeName({ key, name, urls }: ChainWithNodes, url: string): string {
  const isListed = SCAN_CHAINS.some(
    (chain) => chain.key === key && [...chain.nodes].some((listed) => listed === url),
  )
  const host = isListed ? URL.parse(url)?.host : undefined
  return host ?? `private node ${urls.indexOf(url) + 1} for ${name}`
}
