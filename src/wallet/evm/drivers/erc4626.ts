import * as z from 'zod'
import { ASSET, BALANCE, TO_ASSETS } from '../../../chains/evm/abi.ts'
import { call } from '../../../chains/evm/call.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import { KINDS } from '../../model/kinds.ts'
import { type ClaimsOf, tokenClaim, wordClaim } from './claim.ts'
import { defineDriver } from './driver.ts'
import { kindOf, legsOf, positionOf, withAvailable } from './entry-position.ts'
import { answersTo, must, tokenAt } from './questions.ts'
import { letOut, redeemed, redeemingOf, unlimitedAt } from './redeeming.ts'

/** A vault whose share is a token. Only one entry may count that share. */
export const erc4626Entry = entryBase.extend({
  driver: z.literal('erc4626'),
  vault: address,
  /** Symbol and decimals of the share, for `npm run contracts -- --check`; left out where the source does not list them. */
  share: token.omit({ address: true }).optional(),
  /** The asset that a share is redeemed for; the vault is asked where it is left out. */
  asset: token.optional(),
  /** For a vault around a vault: the inner vault, whose share is the outer one's asset. `asset` is then the inner vault's asset. */
  inner: address.optional(),
  /** Shares are burned first, and their payout waits: a row of `holding` reads it. */
  cooldown: z.boolean().optional(),
  /** What people hold of it, where the product does not say. */
  holds: z.enum(KINDS).optional(),
  /** Read by a scan, and not measured as a market. */
  unmeasured: z.literal(true).optional(),
})
export type Erc4626Entry = z.infer<typeof erc4626Entry>

/** So few shares may be worth nothing by rounding. */
const MAX_DUST = 1_000_000n

/**
 * An owner's shares in the vault's asset, at the vault's own exchange rate. Shares that the vault says to be worth nothing are reported as
 * themselves, because they are still held.
 */
export const erc4626 = defineDriver({
  name: 'erc4626',
  entry: erc4626Entry,
  reads: ['supply', 'stake', 'lock', 'gauge'],
  readsOf: ({ holds, product }) => [holds ?? kindOf(product)],
  proof: 'lending-chain.test.ts',
  receiptTokens: ({ vault }) => [vault],
  spenders: ({ vault, asset, inner }) =>
    asset && !inner ? [{ spender: vault, what: 'vault', tokens: [asset.address] }] : [],
  redeemed: ({ vault, asset }) => (asset ? [[vault, asset]] : []),
  *read(entry, owner) {
    const { vault, inner } = entry
    const shares = yield* answersTo(must(vault, BALANCE, [owner]))
    if (shares === 0n) return []

    const { before, asked, redeeming } = yield* answersTo({
      before: must(vault, TO_ASSETS, [shares]),
      redeeming: redeemingOf(vault, owner, shares, entry.cooldown),
      asked: entry.asset && !inner ? entry.asset.address : must(vault, ASSET, []),
    })
    if (inner && asked !== inner) throw new Unreadable(`The asset of ${vault} is not ${inner}`)
    const { amount, exit } = redeemed(redeeming, before)
    const isWorthless = amount === 0n && shares > MAX_DUST
    const { worth, of, share, unlimited } = yield* answersTo({
      unlimited: unlimitedAt(vault, redeeming),
      worth: inner ? must(inner, TO_ASSETS, [amount]) : amount,
      of: entry.asset ?? tokenAt(asked),
      share: isWorthless ? tokenAt(vault) : null,
    })
    const [held, whole] = share ? [share, shares] : [of, worth]
    const available = letOut(redeeming, shares, whole, unlimited)
    const legs = withAvailable(legsOf('supply', held, whole), available)
    return legs.length === 0 ? [] : [positionOf(entry, { legs, receiptToken: vault, ...exit })]
  },
})

// For `npm run contracts -- --check` alone.
/** @public */
export const claims: ClaimsOf<Erc4626Entry> = ({ vault, inner, asset, share }) => {
  const inside = inner ?? asset?.address
  return [
    ...(inside ? [wordClaim('asset of the vault', call(vault, ASSET, []), inside)] : []),
    ...(share ? [tokenClaim({ address: vault, ...share })] : []),
  ]
}
