import { type Address, type Hex, ZERO_ADDRESS } from '../chains/address.ts'

/**
 * Storage slots that name a proxy's code, its admin, or the parts of a Safe, in the order in which they are read. Each is a hash of
 * the name beside it in `slots.test.ts`; EIP-1967 subtracts one from its hashes.
 */
export const SLOTS = {
  /** EIP-1967. */
  implementation1967: '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  admin1967: '0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103',
  beacon1967: '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
  /** EIP-1822. */
  implementation1822: '0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7',
  /** ZeppelinOS, which OpenZeppelin used before EIP-1967. */
  implementationZos: '0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3',
  adminZos: '0x10d6a54a4754c8869d6886b5f5d7fbfa5b4522237ea5c60d11bc4e7a1ff9390b',
  /** A Safe keeps the address of its code in its first slot. */
  safeSingleton: '0x0000000000000000000000000000000000000000000000000000000000000000',
  safeGuard: '0x4a204f620c8c5ccdca3fd54d003badd85ba500436a431f0cbda4f558c93c34c8',
} as const satisfies Record<string, Hex>

export type SlotName = keyof typeof SLOTS

export const SLOT_NAMES = Object.keys(SLOTS) as SlotName[]

/** Addresses without a key: what they own can no longer be changed. */
const BURN_ADDRESSES: readonly Address[] = [
  ZERO_ADDRESS,
  '0x000000000000000000000000000000000000dead',
]

export function isBurned(address: Address): boolean {
  return BURN_ADDRESSES.includes(address)
}

/**
 * The address in a word of 32 bytes, or null when it cannot be one. Words below 2^64 are numbers, and zero is the zero address.
 */
export function addressIn(word: Hex | undefined): Address | null {
  const found = /^0x0{24}([0-9a-f]{40})$/.exec(word ?? '')?.[1]
  if (found === undefined) return null
  const address: Address = `0x${found}`
  return isBurned(address) || !found.startsWith('0'.repeat(24)) ? address : null
}
