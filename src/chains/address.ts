/** A contract address or account of an EVM chain, in lower case. */
export type Address = `0x${string}`
export type Hex = `0x${string}`
