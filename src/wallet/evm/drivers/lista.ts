import * as z from 'zod'
import type { Address } from '../../../chains/address.ts'
import { type Call, call, decodeOrThrow, type Reply, tryDecode } from '../../../chains/evm/call.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import type { Finding } from '../../model/finding.ts'
import { loanFields } from './cdp-loan.ts'
import { type ClaimsOf, existence, wordClaim } from './claim.ts'
import { defineDriver } from './driver.ts'
import { legsOf, positionOf } from './entry-position.ts'
import { URN, VAT } from './maker.ts'
import { ask, ratio, tokenCalls, tokenFrom } from './reading.ts'
import { unseenPart } from './unseen-part.ts'

const LOCKED = 'function locked(address token, address user) view returns (uint256)'
const FREE = 'function free(address token, address user) view returns (uint256)'
const BORROWED = 'function borrowed(address token, address user) view returns (uint256)'
const PRICE = 'function collateralPrice(address token) view returns (uint256)'
const RATE = 'function collateralRate(address token) view returns (uint256)'
const KIND =
  'function collaterals(address token) view returns (address gem, bytes32 ilk, uint32 live, address clip)'
const WAD = 10n ** 18n
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
/** What an owner has of one collateral: in the vault, and beside it, which an auction left over. */
type Held = Collateral & { amount: bigint; free: bigint }

/**
 * One finding for each collateral. One that the contract does not take reverts; the vat is then asked whether the owner has something
 * there all the same.
 */
export const lista = defineDriver({
  name: 'lista',
  entry: listaEntry,
  gap: 'Collateral that is not on our list is not read.',
  *read(entry, owner) {
    const { interaction, collaterals } = entry
    const first = yield [LOCKED, FREE].flatMap((each) =>
      collaterals.map(({ address }) => call(interaction, each, [address, owner])),
    )
    const isRefused = (at: number) => first[at]?.ok === false
    const refused = collaterals.filter((_, at) => isRefused(at))
    if (refused.length === collaterals.length) throw new Unreadable('No collateral could be read')
    const held = collaterals.flatMap((each, at): Held[] => {
      if (isRefused(at)) return []
      const amount = decodeOrThrow(first[at], LOCKED)
      const free = decodeOrThrow(first[collaterals.length + at], FREE)
      return amount > 0n || free > 0n ? [{ ...each, amount, free }] : []
    })

    const second = yield* ask([
      ...held.flatMap((each) => vaultCalls(entry, each, owner)),
      ...refused.map((each) => call(interaction, KIND, [each.address])),
    ])
    const perVault = (second.length - refused.length) / Math.max(1, held.length)
    const kinds = refused.map(
      (_, at) => decodeOrThrow(second[perVault * held.length + at], KIND)[1],
    )
    const third = yield* ask(kinds.map((ilk) => call(entry.vat, URN, [ilk, owner])))
    const isLeft = kinds.some((_, at) => {
      const [ink, art] = decodeOrThrow(third[at], URN)
      return ink > 0n || art > 0n
    })
    return [
      ...held.map((each, at) =>
        vault(entry, each, second.slice(perVault * at, perVault * (at + 1))),
      ),
      ...(isLeft ? [unseenPart(entry)] : []),
    ]
  },
})

function vaultCalls(
  { interaction }: ListaEntry,
  { address, standsFor }: Collateral,
  owner: Address,
): Call[] {
  return [
    call(interaction, BORROWED, [address, owner]),
    call(interaction, PRICE, [address]),
    call(interaction, RATE, [address]),
    ...tokenCalls(address),
    ...tokenCalls(standsFor ?? address),
  ]
}

function vault(
  entry: ListaEntry,
  { address, standsFor, amount, free }: Held,
  [borrowed, price, rate, ownSymbol, ownDecimals, symbol, decimals]: Reply[],
): Finding {
  const locked = tokenFrom(address, ownSymbol, ownDecimals)
  const of = tokenFrom(standsFor ?? address, symbol, decimals)
  const inToken = (value: bigint) =>
    (value * 10n ** BigInt(of.decimals)) / 10n ** BigInt(locked.decimals)
  const said = decodeOrThrow(borrowed, BORROWED)
  const debt = said > DUST ? said - DUST : said
  const most = tryDecode(rate, RATE)
  return positionOf(entry, {
    market: of.symbol,
    legs: [
      ...legsOf('collateral', of, inToken(amount), true),
      ...legsOf('borrow', entry.debt, debt),
      ...legsOf('reward', of, inToken(free)),
    ],
    ...loanFields({
      collateralValue: amount * (tryDecode(price, PRICE) ?? 0n),
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
