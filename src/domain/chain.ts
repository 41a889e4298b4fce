/** The virtual machine of a chain. Only `evm` and `solana` are in scope for scores. */
type ChainKind = 'evm' | 'solana' | 'other'

/**
 * What secures a chain: its own validators (`l1`), another chain through proofs (`rollup`),
 * or its own small validator set and a bridge (`sidechain`).
 */
export type ChainSecurity = 'l1' | 'rollup' | 'sidechain'

export interface Chain {
  /** Canonical name, as published. */
  name: string
  kind: ChainKind
  chainId: number | null
  security: ChainSecurity | null
}
