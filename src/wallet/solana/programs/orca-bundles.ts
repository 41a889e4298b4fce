import type { RawAccount } from '../accounts.ts'
import type { ProgramWallet } from '../program-reader.ts'
import { fieldsOf, nullIfUnreadable } from './account-fields.ts'
import layouts from './layouts.json' with { type: 'json' }
import { accountsOfNfts, type PositionAccounts } from './position-nfts.ts'
import { keyOf } from './wallet-reads.ts'

// BUNDLE: PositionBundle of orca-so/whirlpools: the mint of its NFT, then a bit for each of 256 positions.
const { BUNDLE } = layouts.orcaBundles
/** Two questions to a node. */
export const MAX_BUNDLED = 200

/** The open positions of the bundles whose NFTs are in the wallet. A bundle that cannot be read is returned itself, without an account. */
export async function bundledPositions(
  wallet: ProgramWallet,
  program: string,
): Promise<PositionAccounts> {
  const bundles = await accountsOfNfts(wallet, { program, seed: 'position_bundle' })
  const read = bundles.held.map(({ mint, account }) => {
    return { mint, open: nullIfUnreadable(() => openIn(account, program)) }
  })
  const unreadable = read.filter(({ open }) => open === null)
  const places = read.flatMap(({ mint, open }) => (open ?? []).map((index) => ({ mint, index })))
  const asked = places.slice(0, MAX_BUNDLED)
  const addresses = asked.map(({ mint, index }) =>
    wallet.derivedAddress(program, [
      Buffer.from('bundled_position'),
      keyOf(mint),
      Buffer.from(String(index)),
    ]),
  )
  const found = await wallet.accounts(addresses)
  return {
    held: [
      ...unreadable.map(({ mint }) => ({ mint, ref: mint, account: null })),
      ...asked.map(({ mint }, at) => {
        return { mint, ref: addresses[at] ?? mint, account: found[at] ?? null }
      }),
    ],
    unread: bundles.unread + places.length - asked.length,
  }
}

/** The places in a bundle that hold a position. */
function openIn(account: RawAccount | null, program: string): number[] {
  const fields = fieldsOf(account, { ...BUNDLE, program })
  return Array.from({ length: BUNDLE.bitmap.bytes * 8 }, (_, index) => index).filter(
    (index) => (fields.u8(BUNDLE.bitmap.at + (index >> 3)) >> (index & 7)) & 1,
  )
}
