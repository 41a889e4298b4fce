import * as z from 'zod'
import { SCAN_CHAINS, type ScanChain, type ScanChainKey, SOLANA } from './scan-chains.ts'

/** A chain of the scan, and the nodes that are asked about it. */
export interface ChainWithNodes
  extends Omit<ScanChain, 'blocks' | 'coinKey' | 'native' | 'note' | 'nodes'> {
  /** Without it, no balance of the native coin is read. */
  native?: ScanChain['native']
  /** In order of preference. They may hold keys, so no message names them. */
  urls: readonly string[]
  /** True when the operator chose the nodes. Public nodes are read, but not trusted about the identity of an account. */
  isChosen?: boolean
}

export interface WalletNodes {
  chains: readonly ChainWithNodes[]
  solana: readonly string[]
}

const nodeUrl = z.url({ protocol: /^https?$/ })

/** They may hold keys, so none is ever printed. */
const nodeUrls = z
  .string()
  .transform((text) => text.split(',').flatMap((url) => url.trim() || []))
  .refine(
    (urls) => urls.every((url) => nodeUrl.safeParse(url).success),
    'must be a comma-separated list of RPC URLs (http or https)',
  )
  .optional()

const nodePrefix = 'WALLET_RPC_'

/** The variable that names the nodes of a chain: `WALLET_RPC_BNB`. */
export function nodeVariable(key: ScanChainKey | 'solana'): string {
  return `${nodePrefix}${key.toUpperCase()}`
}

/** One variable for each chain. */
export const nodeEnvironment = Object.fromEntries(
  [...SCAN_CHAINS, SOLANA].map(({ key }) => [nodeVariable(key), nodeUrls]),
)

/** The variables among these that name nodes of no chain of the scan. */
export function unknownNodeVariables(names: readonly string[]): string[] {
  return names.filter((name) => name.startsWith(nodePrefix) && !(name in nodeEnvironment))
}

/** The chains of a scan with their nodes: those given by variable, else the public ones of the table. */
export function withNodes(
  given: Readonly<Record<string, readonly string[] | undefined>>,
): WalletNodes {
  const chosen = ({ key }: ScanChain | typeof SOLANA) => given[nodeVariable(key)] ?? []
  const urlsOf = (chain: ScanChain | typeof SOLANA) => {
    const urls = chosen(chain)
    return urls.length > 0 ? urls : chain.nodes
  }
  return {
    chains: SCAN_CHAINS.map((chain) => {
      const { blocks: _blocks, coinKey: _coinKey, note: _note, nodes: _nodes, ...read } = chain
      const isChosen = chosen(chain).length > 0
      return { ...read, urls: urlsOf(chain), ...(isChosen && { isChosen }) }
    }),
    solana: urlsOf(SOLANA),
  }
}
