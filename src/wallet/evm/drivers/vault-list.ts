import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { BALANCE } from '../../../chains/evm/abi.ts'
import { type Reply, tryDecode } from '../../../chains/evm/call.ts'
import { encodeCall } from '../../../chains/evm/viem.ts'
import { memoizeWeak } from '../../../chains/memoize-weak.ts'
import { packedAddresses, unpacked } from '../../../chains/packed-addresses.ts'
import { entryBase, type Token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { type ClaimsOf, vaultClaim } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { ask, readTokens, type TokenOf, tokenCalls, tokenFrom } from './reading.ts'
import { unseenPart } from './unseen-part.ts'
import { VAULT_WORTHS, type VaultShares, worthCalls, worthOf } from './vault-worth.ts'

/** Vaults of one protocol that keep balances of shares. Only one entry may count a share. */
export const vaultListEntry = entryBase
  .extend({
    driver: z.literal('vault-list'),
    vaults: packedAddresses,
    worth: z.enum(VAULT_WORTHS),
    /** For each vault in its place, the manager of concentrated liquidity whose shares it holds. */
    managers: packedAddresses.optional(),
  })
  .refine(({ vaults, managers }) => !managers || managers.length === vaults.length, {
    message: 'There must be as many managers as vaults',
  })
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
  gapOfProtocol: {
    maple: 'Vaults that are not on our list, and shares that wait to be redeemed, are not read.',
  },
  gap: 'Vaults that are not on our list are not read: those that are newer, or were closed. Nor are shares in boosts and gauges, and unclaimed rewards.',
  receiptTokens: ({ vaults }) => unpacked(vaults),
  *read(entry, owner) {
    const { vaults, managers } = addressesOf(entry)
    const data = encodeCall(BALANCE, [owner])
    const balances = (yield vaults.map((to) => ({ to, data }))).map((reply) =>
      tryDecode(reply, BALANCE),
    )
    const held = vaults.flatMap((vault, at): VaultShares[] => {
      const shares = balances[at] ?? 0n
      return shares === 0n ? [] : [{ vault, shares, manager: managers[at] ?? null }]
    })

    const replies = (yield* ask(
      held.flatMap((each) => [...tokenCalls(each.vault), ...worthCalls(entry.worth, each)]),
    )).values()
    const valued = held.map((each) => readVault(entry, each, replies))

    const tokenOf = yield* readTokens(valued.flatMap(({ parts }) => parts?.map(([of]) => of) ?? []))
    const findings = valued.map((each) => heldIn(entry, each, tokenOf))
    return balances.includes(null) ? [...findings, unseenPart(entry)] : findings
  },
})

const addressesOf = memoizeWeak(({ vaults, managers }: VaultListEntry) => ({
  vaults: unpacked(vaults),
  managers: managers ? unpacked(managers) : [],
}))

interface ValuedShares extends VaultShares {
  share: Token
  parts: [token: Address, amount: bigint][] | null
}

function readVault(
  { worth }: VaultListEntry,
  each: VaultShares,
  replies: Iterator<Reply>,
): ValuedShares {
  const share = tokenFrom(each.vault, replies.next().value, replies.next().value)
  return { ...each, share, parts: worthOf(worth, each, share.decimals, replies) }
}

function heldIn(
  entry: VaultListEntry,
  { vault, shares, share, parts }: ValuedShares,
  tokenOf: TokenOf,
): Finding {
  const role = entry.managers ? 'lp' : 'supply'
  const legs = (parts ?? []).flatMap(([of, amount]) => legsOf(role, tokenOf(of), amount))
  return positionOf(entry, {
    market: share.symbol,
    ref: vault,
    receiptToken: vault,
    legs: legs.length > 0 ? legs : legsOf(role, share, shares),
  })
}

// For `npm run contracts -- --check` alone.
/** @public */
export const claims: ClaimsOf<VaultListEntry> = ({ vaults }) => unpacked(vaults).map(vaultClaim)
