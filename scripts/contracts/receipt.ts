/** A token that is the whole position at its protocol. All have 18 decimals unless they say otherwise. */
export interface Receipt {
  /** Where the protocol has two tokens of one symbol. */
  id?: string
  protocol: string
  token: string
  symbol: string
  /** The symbol unless given. */
  market?: string
  product?: 'lst' | 'vault' | 'staking'
  decimals?: number
  /** What it is redeemed for, and the function that says how much. Without it the token is reported and priced as itself. */
  rate?: { contract?: string; function: string; of: string }
  /** The token that it is redeemed for one to one. */
  par?: string
  /** The token is an ERC-4626 vault of this asset. */
  vaultOf?: string
  source: string
}

export const ADAPTERS = 'DefiLlama/DefiLlama-Adapters@1eb4e81'
export const MANY = 'the same in many public repositories'
