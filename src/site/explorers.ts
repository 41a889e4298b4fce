import explorers from '../content/explorers.json' with { type: 'json' }
import recordHosts from '../content/record-hosts.json' with { type: 'json' }
import { hostOf, httpLink } from './links.ts'

/** Explorers by the name of a chain in `data/chains.json`, as viem 2.57.1 (viem/chains) names them; Solana's is its own. */
const EXPLORERS = new Map(Object.entries(explorers))

/** Hosts that records of control and markets may link to. */
const KNOWN_HOSTS = new Set([...[...EXPLORERS.values()].map(hostOf), ...recordHosts])

/** An address of an EVM chain or of Solana. */
const ADDRESS = /^(?:0x[0-9a-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/

/** The page of an address in the explorer of its chain; null without a known explorer or for what is no address. */
export function explorerLink(chain: string, address: string): string | null {
  const explorer = EXPLORERS.get(chain)
  return explorer && ADDRESS.test(address) ? `${explorer}${address}` : null
}

/** The link to a record, when it leads to a known host; else null. */
export function recordLink(link: string | null): string | null {
  const url = httpLink(link)
  return url && KNOWN_HOSTS.has(hostOf(url)) ? url : null
}
