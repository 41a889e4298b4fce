/** The virtual machine of a chain. Only `evm` and `solana` are in scope for scores. */
export const CHAIN_KINDS = ['evm', 'solana', 'other'] as const
type ChainKind = (typeof CHAIN_KINDS)[number]

/**
 * What secures a chain: its own validators (`l1`), another chain through proofs (`rollup`),
 * or its own small validator set and a bridge (`sidechain`).
 */
export const CHAIN_SECURITIES = ['l1', 'rollup', 'sidechain'] as const
export type ChainSecurity = (typeof CHAIN_SECURITIES)[number]

export interface Chain {
  /** Canonical name, as published. */
  name: string
  kind: ChainKind
  chainId: number | null
  /** Null when it is not known: a chain that upstream lists with an EVM id and our table lacks is EVM all the same. */
  security: ChainSecurity | null
}
