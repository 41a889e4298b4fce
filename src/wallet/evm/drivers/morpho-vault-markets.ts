import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import type { Call } from '../../../chains/evm/call.ts'
import { askMarkets, readMarkets as readPage } from '../../../chains/evm/lens/markets.ts'
import { hexBytes } from '../../../chains/hex.ts'
import { packedAddresses, unpacked } from '../../../chains/packed-addresses.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { type ClaimsOf, vaultClaim } from './claim.ts'
import { defineDriver } from './driver.ts'
import { unseenPart } from './entry-position.ts'
import { type MarketPosition, morphoBlueEntry, readMarkets } from './morpho-blue.ts'

/** Vaults in one request: one takes some 50,000 gas with 8 markets, and 130,000 with 30, which is the most. */
const PER_CALL = 130
/** Hex digits of an address. */
const ADDRESS = 40

/** The markets of Morpho that listed vaults lend in. */
export const morphoVaultMarketsEntry = morphoBlueEntry.omit({ markets: true }).extend({
  driver: z.literal('morpho-vault-markets'),
  vaults: packedAddresses,
  /** Markets that another entry reads. */
  except: z.array(hexBytes(32)),
})
export type MorphoVaultMarketsEntry = z.infer<typeof morphoVaultMarketsEntry>

/**
 * Supply, collateral and debt in the markets that vaults name, as in the listed ones. The protocol is marked as not fully read if a vault or a
 * market did not answer.
 */
export const morphoVaultMarkets = defineDriver({
  name: 'morpho-vault-markets',
  entry: morphoVaultMarketsEntry,
  reads: ['supply', 'borrow'],
  proof: 'recorded/morpho-vault-markets.json',
  spenders: ({ morpho }) => [{ spender: morpho, what: 'markets', tokens: null }],
  *read(entry, owner) {
    const pages = (yield requests(entry, owner)).map(readPage)
    if (pages.every(({ markets }) => markets === 0n))
      throw new Unreadable('The vaults of Morpho name no market')
    const used = new Map<string, MarketPosition>()
    for (const { id, supplyShares, borrowShares, collateral } of pages.flatMap(
      ({ found }) => found,
    ))
      used.set(id, { id, position: [supplyShares, borrowShares, collateral] })
    for (const id of entry.except) used.delete(id)
    const findings = yield* readMarkets(entry, owner, [...used.values()])
    return pages.some(({ unread }) => unread > 0n) ? [...findings, unseenPart(entry)] : findings
  },
})

function requests({ morpho, vaults }: MorphoVaultMarketsEntry, owner: Address): Call[] {
  const digits = vaults.slice(2)
  const size = PER_CALL * ADDRESS
  return Array.from({ length: Math.ceil(digits.length / size) }, (_, page) =>
    askMarkets({ morpho, owner, vaults: `0x${digits.slice(page * size, (page + 1) * size)}` }),
  )
}

// For `npm run contracts -- --check` alone.
/** @public */
export const claims: ClaimsOf<MorphoVaultMarketsEntry> = ({ vaults }) =>
  unpacked(vaults).map(vaultClaim)
