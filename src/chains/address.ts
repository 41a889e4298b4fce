/** A contract address or account of an EVM chain, in lower case. */
export type Address = `0x${string}`
export type Hex = `0x${string}`

/** Where a contract has no address to give: not set, or renounced. */
export const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'

/** How many contracts name the coin of the chain. */
export const NATIVE_COIN: Address = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

export function isAddress(text: string): text is Address {
  return /^0x[0-9a-f]{40}$/.test(text)
}
