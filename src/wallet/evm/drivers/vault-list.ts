import * as z from 'zod'
import { BALANCE } from '../../../chains/evm/abi.ts'
import { memoizeWeak } from '../../../chains/memoize-weak.ts'
import { packedAddresses, unpacked } from '../../../chains/packed-addresses.ts'
import { entryBase } from '../../model/entry-base.ts'
import { type ClaimsOf, vaultClaim } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf, unseenPart, withAvailable } from './entry-position.ts'
import { answersTo, may, tokenAt } from './questions.ts'
import { letOut, redeemed, redeemingOf, unlimitedAt } from './redeeming.ts'
import { partsOf, VAULT_WORTHS, type VaultShares, worthOf } from './vault-worth.ts'

/** Vaults of one protocol that keep balances of shares. Only one entry may count a share. */
export const vaultListEntry = entryBase
  .extend({
    driver: z.literal('vault-list'),
    vaults: packedAddresses,
    worth: z.enum(VAULT_WORTHS),
    /** For each vault in its place, the manager of concentrated liquidity whose shares it holds. */
    managers: packedAddresses.optional(),
    /** For each vault in its place, the contract that has the rate of its share. */
    rates: packedAddresses.optional(),
    /** What is not read of it, in place of the gap of the driver. */
    gap: z.string().min(1).optional(),
  })
  .refine(({ vaults, managers = vaults }) => managers.length === vaults.length, {
    message: 'There must be as many managers as vaults',
  })
  .refine(
    ({ worth, vaults, rates }) => rates?.length === (worth === 'rate' ? vaults.length : undefined),
    {
      message: 'There must be as many rates as vaults, if they are worth a rate',
    },
  )
  .refine(({ worth, managers }) => worth !== 'one' || managers, {
    message: 'Vaults that do not report their asset need managers',
  })
export type VaultListEntry = z.infer<typeof vaultListEntry>

/**
 * What an owner's shares are worth, one finding for each vault. A vault that does not report it is found with its share alone. The
 * protocol is marked as not fully read if vaults did not report the balance.
 */
export const vaultList = defineDriver({
  name: 'vault-list',
  entry: vaultListEntry,
  reads: ['supply'],
  proof: 'vault-list.test.ts',
  receiptTokens: ({ vaults }) => unpacked(vaults),
  *read(entry, owner) {
    const { vaults, managers, rates } = addressesOf(entry)
    const balances = yield* answersTo(vaults.map((vault) => may(vault, BALANCE, [owner])))
    const held = vaults.flatMap((vault, at): VaultShares[] => {
      const shares = balances[at] ?? 0n
      if (shares === 0n) return []
      return [{ vault, shares, manager: managers[at] ?? null, rates: rates[at] ?? null }]
    })
    const read = yield* answersTo(
      held.map((each) => ({
        ...each,
        share: tokenAt(each.vault),
        redeeming: entry.worth === 'assets' ? redeemingOf(each.vault, owner, each.shares) : null,
        ...worthOf(entry.worth, each),
      })),
    )
    const valued = yield* answersTo(
      read.map((each) => {
        const { redeeming, answer } = each
        const { amount: pays, exit } =
          redeeming && answer !== null ? redeemed(redeeming, answer) : { amount: answer, exit: {} }
        return {
          vault: each.vault,
          shares: each.shares,
          share: each.share,
          exit,
          redeeming,
          unlimited: unlimitedAt(each.vault, redeeming),
          parts: partsOf(entry.worth, { ...each, answer: pays }, each.share.decimals).map(
            ({ at, amount }) => ({
              of: tokenAt(at),
              amount,
            }),
          ),
        }
      }),
    )
    const role = managers.length > 0 ? 'lp' : 'supply'
    const findings = valued.map(({ vault, shares, share, parts, exit, redeeming, unlimited }) => {
      const legs = parts.flatMap(({ of, amount }) => {
        const available = redeeming && letOut(redeeming, shares, amount, unlimited)
        return withAvailable(legsOf(role, of, amount), available)
      })
      return positionOf(entry, {
        market: share.symbol,
        ref: vault,
        receiptToken: vault,
        legs: legs.length > 0 ? legs : legsOf(role, share, shares),
        ...exit,
      })
    })
    return balances.includes(null) ? [...findings, unseenPart(entry)] : findings
  },
})

const addressesOf = memoizeWeak(({ vaults, managers, rates }: VaultListEntry) => ({
  vaults: unpacked(vaults),
  managers: managers ? unpacked(managers) : [],
  rates: rates ? unpacked(rates) : [],
}))

// For `npm run contracts -- --check` alone.
/** @public */
export const claims: ClaimsOf<VaultListEntry> = ({ vaults }) => unpacked(vaults).map(vaultClaim)
