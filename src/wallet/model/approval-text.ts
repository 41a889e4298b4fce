import type { WalletApproval } from '../../contract/wallet-approvals.ts'
import { usd } from '../../domain/format.ts'
import { type Cents, toUsd } from './amounts.ts'
import { minute } from './figure-text.ts'

/** What can be taken now. */
export interface Worth {
  /** At least, where it is not known. */
  cents: Cents
  isKnown: boolean
  /** Whether there is nothing to take: what is worth less than a cent is something. */
  isNone: boolean
}

/** What an approval means, what was lost through it before, and what to do, as sentences. */
export function approvalText(
  row: Omit<WalletApproval, 'text'>,
  {
    collection,
    isOfPermit2,
    isBound,
    worth,
  }: { collection: string | null; isOfPermit2: boolean; isBound: boolean; worth: Worth },
): string {
  const { spenderName, spender, symbol, allowance, expiresAt, loss } = row
  const who = spenderName ?? `An unknown address, ${spender},`
  const what =
    row.kind === 'nft'
      ? `every NFT of ${collection ?? 'a collection'}`
      : row.isUnlimited
        ? `any amount of ${symbol}`
        : `up to ${allowance} ${symbol}`
  const bound = isBound ? ' (which itself may take no more)' : ''
  const how = row.kind === 'permit2' ? ` through Permit2${bound}` : ''
  const end = expiresAt === null ? '' : ` until ${minute(expiresAt)}`
  const sentences = [
    `${who} may take ${what}${how}${end}: ${worthText(row.kind, worth)}.`,
    ...(isOfPermit2
      ? [
          'By itself it takes nothing: it passes on to whom it has an allowance for, and with each signature of the owner.',
        ]
      : []),
    ...(loss ? [lossText(loss)] : []),
    ...(row.protocolLosses && row.protocolLosses.count > 0 ? [lossesText(row)] : []),
    adviceOf(row, isOfPermit2),
  ]
  return sentences.join(' ')
}

function worthText(kind: string, { cents, isKnown, isNone }: Worth): string {
  if (isNone) return 'there is none now'
  const least = usd(toUsd(cents))
  if (isKnown) return cents === 0n ? 'now less than $0.01' : `now ${least}`
  const why = kind === 'nft' ? ', because not all NFTs were read or have a price' : ''
  return cents === 0n
    ? `what that is worth now is not known${why}`
    : `now at least ${least}; the rest is not known${why}`
}

function lossText({ name, day, usd: lost }: NonNullable<WalletApproval['loss']>): string {
  const what = lost === null ? 'Money' : usd(lost)
  return `${what} was taken from people who had given this spender an approval: ${name}${day === null ? '' : `, ${day}`}.`
}

function lossesText({ protocol, protocolLosses }: Omit<WalletApproval, 'text'>): string {
  const { count = 0, usd: lost = null, lastDay = null } = protocolLosses ?? {}
  const times = count === 1 ? 'a recorded loss' : `${count} recorded losses`
  const parts = [
    lost === null ? '' : ` of ${usd(lost)}`,
    lastDay === null ? '' : `, last on ${lastDay}`,
  ]
  return `${protocol} had ${times}${parts.join('')}.`
}

function adviceOf(
  { loss, spenderName, isUnlimited }: Omit<WalletApproval, 'text'>,
  isOfPermit2: boolean,
): string {
  if (loss) return 'Revoke it now.'
  if (spenderName === null) return 'Revoke it unless it is known and still in use.'
  if (isOfPermit2) return 'Revoke it if no app that uses Permit2 is in use.'
  if (isUnlimited) return 'Revoke it when it is no longer in use, or approve only what is needed.'
  return 'Revoke it when it is no longer in use.'
}
