import { decodeAddress } from '../../wallet/solana/base58.ts'
import { UPGRADEABLE_LOADER } from '../../wallet/solana/program-ids.ts'
import type { SolanaChain } from '../../wallet/solana/web3.ts'
import type { AccountFacts } from './account-facts.ts'
import { SERUM_MULTISIG, SQUADS_V3, SQUADS_V4 } from './programs.ts'

/** How addresses are derived from others; it asks no node. */
export type Derive = Pick<SolanaChain, 'derivedAddress' | 'isDerived'>

/** Vaults of one multisig that are looked for; more than the first few are rare. */
const VAULTS = 8

/**
 * The accounts that a multisig or governance account signs for. None of them names it, and a hash cannot be undone: whose account it is shows
 * only when its address is among these.
 */
export function signedAddresses(
  address: string,
  facts: AccountFacts,
  { derivedAddress }: Derive,
): string[] {
  const own = decodeAddress(address)
  if (own === null) return []
  if (facts.kind === 'governance') {
    return [derivedAddress(facts.program, [text('native-treasury'), own])]
  }
  if (facts.kind !== 'multisig') return []
  const { program } = facts
  // Its signer also has a number of its own, nearly always the one with which addresses are derived.
  if (program === SERUM_MULTISIG) return [derivedAddress(program, [own])]
  return Array.from({ length: VAULTS }, (_, index) => {
    if (program === SQUADS_V4) {
      return derivedAddress(program, [text('multisig'), own, text('vault'), Buffer.from([index])])
    }
    const number = Buffer.alloc(4)
    number.writeUInt32LE(index)
    return derivedAddress(SQUADS_V3, [text('squad'), own, number, text('authority')])
  })
}

/** Where the upgradeable loader keeps the code of a program. */
export function programDataAddress(program: string, { derivedAddress }: Derive): string | null {
  const own = decodeAddress(program)
  return own && derivedAddress(UPGRADEABLE_LOADER, [own])
}

function text(seed: string): Uint8Array {
  return Buffer.from(seed)
}
