import type { WalletPosition, WalletScanResult } from '../../client/index.ts'
import { share } from '../text/figures.ts'

const MAX_NEEDS = 3

/** What a table has no room for: distances to liquidation, loans, exits, other protocols, holders, and prices of one source. */
export function holdingNotes({ positions }: WalletScanResult): string[] {
  return positions.flatMap((position) => {
    const notes = [
      ...liquidation(position),
      ...loan(position),
      ...exit(position),
      ...through(position),
      ...holder(position),
      ...prices(position),
    ]
    return notes.length === 0
      ? []
      : [`${position.protocol}, ${position.chain}: ${notes.join('; ')}`]
  })
}

function loan({ loan, legs }: WalletPosition): string[] {
  if (!loan) return []
  const { ltv, liquidationLtv, liquidationPrice } = loan
  const owed = legs.filter(({ role }) => role === 'borrow')
  const unit = owed.length === 1 ? ` ${owed[0]?.symbol ?? ''}` : ''
  const most = liquidationLtv === null ? '' : ` of ${percent(liquidationLtv)}`
  return [
    ...(ltv === null ? [] : [`LTV ${percent(ltv)}${most}`]),
    ...(liquidationPrice === null
      ? []
      : [
          `liquidated at ${liquidationPrice.toLocaleString('en-GB', { maximumSignificantDigits: 6 })}${unit}`,
        ]),
  ]
}

/** The sentence of the API, and how the distance was worked out. An answer of an older service has none. */
function liquidation({ liquidation }: WalletPosition): string[] {
  if (!liquidation) return []
  const { text, how } = liquidation
  return [`${text.replace(/\.$/, '')}${how === null ? '' : ` (${how})`}`]
}

function exit({ exit, withdrawal }: WalletPosition): string[] {
  if (exit) return [exit.text.replace(/\.$/, '')]
  if (!withdrawal) return []
  if (withdrawal.isClaimable === true) return ['a withdrawal can be claimed now']
  return withdrawal.unlocksAt === null
    ? ['a withdrawal waits, without a fixed time']
    : [`a withdrawal unlocks ${withdrawal.unlocksAt.slice(0, 10)}`]
}

/** Whom it needs most beside its protocol. An answer of an older service does not say. */
function through({ through }: WalletPosition): string[] {
  const names = (through?.needs ?? [])
    .slice(0, MAX_NEEDS)
    .map(({ name, share: part }) => `${name} ${share(part)}`)
  const unresolved = through?.unresolved ?? 0
  return [
    ...(names.length === 0 ? [] : [`also needs ${names.join(', ')}`]),
    ...(unresolved > 0 ? [`in what ${part(unresolved)} ends is not known`] : []),
  ]
}

function holder({ account, unlisted }: WalletPosition): string[] {
  return [
    ...(account === undefined ? [] : [`held by the account ${account}`]),
    ...(unlisted ? ['not on our lists: recognised by its interface alone'] : []),
  ]
}

function prices({ legs }: WalletPosition): string[] {
  const single = legs.filter(({ price }) => price !== null && price.confirmedBy === null)
  const symbols = [...new Set(single.map(({ symbol }) => symbol))].join(', ')
  return symbols === '' ? [] : [`only one source has a price of ${symbols}`]
}

function percent(fraction: number): string {
  return `${(100 * fraction).toFixed(0)} %`
}

function part(of: number): string {
  return of < 1 ? `${share(of)} of it` : 'it'
}
