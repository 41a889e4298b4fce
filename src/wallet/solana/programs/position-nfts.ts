import { type Finding, findingOf } from '../../model/finding.ts'
import type { RawAccount, Slice } from '../accounts.ts'
import type { ProgramWallet } from '../program-reader.ts'
import { keyOf } from './wallet-reads.ts'

/**
 * Tokens of which a wallet holds exactly one are NFTs, and one that represents a position cannot be recognised before its
 * account is read. These are two questions to a node; a wallet with more of them is reported as not read in full.
 */
export const MAX_NFTS = 200

/** The accounts of a program for the NFTs in a wallet, and how many were not looked at. */
export interface PositionAccounts<A = RawAccount | null> {
  /** `ref` distinguishes the positions of one NFT. Of one that is locked for good, only what it earns belongs to the wallet. */
  held: { mint: string; ref: string; account: A; isLocked?: boolean }[]
  unread: number
}

/** Finds the accounts that a program derives from the seeds and the mint of an NFT, among all NFTs of the wallet. */
export async function accountsOfNfts(
  { tokens, accounts, derivedAddress }: ProgramWallet,
  of: { program: string; seed: string; slice?: Slice },
): Promise<PositionAccounts<RawAccount>> {
  const nfts = [...(await tokens())].flatMap(([mint, amount]) => (amount === 1n ? [mint] : []))
  const asked = nfts.slice(0, MAX_NFTS)
  const addresses = asked.map((mint) =>
    derivedAddress(of.program, [Buffer.from(of.seed), keyOf(mint)]),
  )
  const found = await accounts(addresses, of.slice)
  return {
    held: asked.flatMap((mint, index) => {
      const account = found[index]
      // Anybody may send lamports to an address that the program has not taken.
      return account?.owner === of.program ? [{ mint, ref: mint, account }] : []
    }),
    unread: nfts.length - asked.length,
  }
}

/** A position that exists but whose content could not be read: the NFT itself, without a value. */
export function unreadPosition(protocol: string, mint: string, ref = mint): Finding {
  return findingOf({
    protocol,
    product: 'lp',
    market: 'contents not readable',
    ref,
    legs: [
      { role: 'lp', token: mint, symbol: 'position NFT', decimals: 0, amount: 1n, isUnread: true },
    ],
  })
}

/** Marks that the wallet may hold more than was read. */
export function unseenPart(protocol: string): Finding {
  return findingOf({ protocol, product: 'lp', legs: [], isUnread: true })
}
