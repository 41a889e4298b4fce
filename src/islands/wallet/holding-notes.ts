import type { WalletPosition } from '../../contract/wallet-scan.ts'
import { capitalised } from '../../domain/format.ts'
import { instant } from '../../site/figures.ts'
import { percent, tokens } from './figures.ts'
import { isolated, listed } from './words.ts'

const MAX_NEEDS = 3

/** What there is to know about the loan, its liquidation, the exit, the other protocols and the holder of a position, as sentences. */
export function holdingNotes(position: WalletPosition): string[] {
  const { loan, liquidation, exit, withdrawal, account, unlisted, through } = position
  return [
    ...(liquidation ? [liquidationNote(liquidation)] : []),
    ...(loan ? loanNote(loan, position) : []),
    ...(exit ? [exit.text] : []),
    ...(withdrawal && !exit ? [withdrawalNote(withdrawal)] : []),
    ...(through ? throughNote(through) : []),
    ...(account === undefined ? [] : [`Held by the account ${account}.`]),
    ...(unlisted ? ['Not on our lists: recognised by its interface alone.'] : []),
  ]
}

/** `LTV 61 % of 83 %, liquidated at 1,850 USDC`; nothing when neither fraction nor price is known. */
function loanNote(
  { ltv, liquidationLtv, liquidationPrice }: NonNullable<WalletPosition['loan']>,
  { legs }: WalletPosition,
): string[] {
  const owed = legs.filter(({ role }) => role === 'borrow')
  const [debt] = owed
  const unit = debt && owed.length === 1 ? ` ${isolated(debt.symbol)}` : ''
  const most = liquidationLtv === null ? null : wholePercent(liquidationLtv)
  const fraction =
    ltv !== null
      ? `LTV ${wholePercent(ltv)}${most === null ? '' : ` of ${most}`}`
      : most === null
        ? null
        : `LTV at most ${most}`
  const price =
    liquidationPrice === null ? null : `liquidated at ${tokens(String(liquidationPrice))}${unit}`
  const parts = [fraction, price].filter((part) => part !== null)
  return parts.length === 0 ? [] : [`Loan: ${parts.join(', ')}.`]
}

/** The sentence of the API, and how the distance was worked out. */
function liquidationNote({ text, how }: NonNullable<WalletPosition['liquidation']>): string {
  return how === null ? text : `${text} Worked out as ${how}.`
}

/** A withdrawal of which it is not known whether it can be taken. */
function withdrawalNote({ unlocksAt }: NonNullable<WalletPosition['withdrawal']>): string {
  return unlocksAt === null
    ? 'Withdrawal: waits; the protocol names no time.'
    : `Withdrawal: unlocks ${instant(unlocksAt)}.`
}

/** `Also needs Ethena USDe 100 % and Lido 50 %; in what 15 % of it ends is not known.` */
function throughNote({ needs, unresolved }: NonNullable<WalletPosition['through']>): string[] {
  const names = needs
    .slice(0, MAX_NEEDS)
    .map(({ name, share }) => `${isolated(name)} ${percent(share)}`)
  const parts = [
    ...(names.length > 0 ? [`also needs ${listed(names)}`] : []),
    ...(unresolved > 0
      ? [`in what ${unresolved < 1 ? `${percent(unresolved)} of it` : 'it'} ends is not known`]
      : []),
  ]
  return parts.length === 0 ? [] : [`${capitalised(parts.join('; '))}.`]
}

function wholePercent(fraction: number): string {
  return `${(100 * fraction).toFixed(0)}\u00a0%`
}
