import type { AccountFacts } from './account-facts.ts'
import { programDataAddress, signedAddresses } from './derived.ts'
import type { SolanaReader } from './reader.ts'

/** Accounts from a target to an actor; no governance goes through more. */
const MAX_ROUNDS = 12
/** Accounts that are read in all. */
const MAX_ACCOUNTS = 5_000

/** What was read, by address; null where it could not be. */
export interface SolanaGraph {
  facts: ReadonlyMap<string, AccountFacts | null>
  /** The multisig or governance account that signs for an address. */
  signersOf: ReadonlyMap<string, string>
  /** True when a target could not be read: it may be the multisig that signs for an address. */
  isLost: boolean
  isDerived(address: string): boolean
}

/**
 * Reads the targets and the accounts that they lead to: code and authority of programs, and who decides over multisigs. Multisigs and
 * governance accounts are looked for among the targets only, because the accounts that they sign for do not name them.
 */
export async function walkSolana(
  reader: SolanaReader,
  targets: readonly string[],
): Promise<SolanaGraph> {
  const { derive } = reader
  const facts = new Map<string, AccountFacts | null>()
  const signersOf = new Map<string, string>()
  let open: readonly string[] = [...new Set(targets)]
  for (let round = 0; open.length > 0 && round < MAX_ROUNDS; round++) {
    const read = await reader.read(open)
    for (const [address, found] of read) facts.set(address, found)
    if (round === 0) {
      for (const [address, found] of read) {
        const signed = found === null ? [] : signedAddresses(address, found, derive)
        for (const each of signed) signersOf.set(each, address)
      }
    }
    const next = [...read].flatMap(([address, found]) => (found ? nextOf(address, found) : []))
    open = [...new Set(next)]
      .filter((address) => !facts.has(address) && !signersOf.has(address))
      .slice(0, MAX_ACCOUNTS - facts.size)
  }
  const isLost = targets.some((address) => facts.get(address) === null)
  return { facts, signersOf, isLost, isDerived: derive.isDerived }

  function nextOf(address: string, found: AccountFacts): string[] {
    switch (found.kind) {
      case 'program':
        // The loader takes no other account, so another one is damage.
        return found.data === programDataAddress(address, derive) ? [found.data] : []
      case 'program-data':
        return found.authority === null ? [] : [found.authority]
      case 'program-v4':
        return [found.authority]
      case 'multisig':
        return [found.program, ...(found.configAuthority === null ? [] : [found.configAuthority])]
      case 'governance':
        return [found.program]
      default:
        return []
    }
  }
}
