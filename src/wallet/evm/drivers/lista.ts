import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { call } from '../../../chains/evm/call.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { type ClaimsOf, existence, wordClaim } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf, unseenPart } from './entry-position.ts'
import { loanFields } from './loan.ts'
import { URN, VAT } from './maker.ts'
import { type AnswersOf, answersTo, may, must, tokenAt } from './questions.ts'
import { ratio, WAD } from './reading.ts'

const LOCKED = 'function locked(address token, address user) view returns (uint256)'
const FREE = 'function free(address token, address user) view returns (uint256)'
const BORROWED = 'function borrowed(address token, address user) view returns (uint256)'
const PRICE = 'function collateralPrice(address token) view returns (uint256)'
const RATE = 'function collateralRate(address token) view returns (uint256)'
const KIND =
  'function collaterals(address token) view returns (address gem, bytes32 ilk, uint32 live, address clip)'
/** What `borrowed` adds to every debt, so that paying it back leaves nothing. */
const DUST = 100n

/** Vaults of Lista (before: Helio), which are made as Maker's. */
export const listaEntry = entryBase.extend({
  driver: z.literal('lista'),
  interaction: address,
  vat: address,
  debt: token,
  /** Tokens that are locked. One that is only an account's own receipt names the token that it represents, one whole for one whole. */
  collaterals: z.array(z.strictObject({ address, standsFor: address.optional() })).min(1),
})
export type ListaEntry = z.infer<typeof listaEntry>
type Collateral = ListaEntry['collaterals'][number]
/**
 * One finding for each collateral. One that the contract does not take reverts; the vat is then asked whether the owner has something
 * there all the same.
 */
export const lista = defineDriver({
  name: 'lista',
  entry: listaEntry,
  reads: ['supply', 'borrow', 'reward'],
  proof: 'recorded/lista.json',
  *read(entry, owner) {
    const { interaction, collaterals, vat } = entry
    const first = yield* answersTo(
      collaterals.map((each) => ({
        ...each,
        amount: may(interaction, LOCKED, [each.address, owner]),
        free: may(interaction, FREE, [each.address, owner]),
      })),
    )
    const refused = first.filter(({ amount }) => amount === null)
    if (refused.length === first.length) throw new Unreadable('No collateral could be read')
    const held = first.flatMap(({ address, amount, free, ...each }) => {
      if (amount === null) return []
      if (free === null) throw new Unreadable(`What of ${address} is free could not be read`)
      return amount + free > 0n ? [vaultOf(entry, { ...each, address, amount, free, owner })] : []
    })
    const { vaults, kinds } = yield* answersTo({
      vaults: held,
      kinds: refused.map(({ address }) => must(interaction, KIND, [address])),
    })
    const left = yield* answersTo(kinds.map(([, ilk]) => may(vat, URN, [ilk, owner])))
    const mayBeLeft = left.some((urn) => urn === null || urn.some((amount) => amount > 0n))
    return [
      ...vaults.map((each) => vaultFinding(entry, each)),
      ...(mayBeLeft ? [unseenPart(entry)] : []),
    ]
  },
})

/** What an owner has of one collateral: in the vault, and beside it, which an auction left over. */
interface Held extends Collateral {
  amount: bigint
  free: bigint
  owner: Address
}

function vaultOf({ interaction }: ListaEntry, { address, standsFor, owner, ...held }: Held) {
  return {
    ...held,
    borrowed: must(interaction, BORROWED, [address, owner]),
    price: may(interaction, PRICE, [address]),
    most: may(interaction, RATE, [address]),
    locked: tokenAt(address),
    of: tokenAt(standsFor ?? address),
  }
}

function vaultFinding(
  entry: ListaEntry,
  { amount, free, borrowed, price, most, locked, of }: AnswersOf<ReturnType<typeof vaultOf>>,
): Finding {
  const inToken = (value: bigint) =>
    (value * 10n ** BigInt(of.decimals)) / 10n ** BigInt(locked.decimals)
  const debt = borrowed > DUST ? borrowed - DUST : borrowed
  return positionOf(entry, {
    market: of.symbol,
    legs: [
      ...legsOf('collateral', of, inToken(amount), true),
      ...legsOf('borrow', entry.debt, debt),
      ...legsOf('reward', of, inToken(free)),
    ],
    ...loanFields({
      collateralValue: amount * (price ?? 0n),
      debtValue: debt * WAD,
      liquidationLtv: most === null ? null : ratio(most, WAD),
      liquidationPrice: !most || amount === 0n ? null : ratio(debt * WAD, amount * most),
    }),
  })
}

// For `npm run contracts -- --check` alone.

/** @public */
export const claims: ClaimsOf<ListaEntry> = ({ interaction, vat, collaterals }) => [
  wordClaim('vat', call(interaction, VAT, []), vat),
  ...collaterals.map(({ address }) =>
    existence(`collateral ${address}`, interaction, KIND, [address], ([, , live]) => live),
  ),
]
