import type { WalletScanResult } from '../../client/index.ts'
import { approvalSum } from '../../domain/approval-sum.ts'
import { counted } from '../../domain/format.ts'
import { cents, share } from '../text/figures.ts'

const WARNINGS: Record<string, string> = {
  'sanctioned-address': 'A sanctions list contains the address.',
  'sanctions-unknown': 'No sanctions source gave a result.',
  'low-health-factor': 'A health factor is below 1.1: close to liquidation.',
  'high-risk-protocol': 'A position is at a high-risk protocol.',
  'unscored-protocol': 'A protocol has no score.',
  'unpriced-position': 'A token has no price.',
  'price-disagreement': 'Two price sources differ by more than 5 %.',
  'single-source-price': 'More than a tenth of the value has a price from only one source.',
  'incomplete-coverage': 'A chain or protocol could not be read.',
  'out-of-range': 'Liquidity is out of range and earns no fees.',
}

const UNREAD: Record<string, string> = {
  partial: 'only part of it was read',
  stale: 'its nodes are too far behind',
  timeout: 'it did not answer in time',
  unavailable: 'no node answered',
}

const FAILED: Record<string, string> = {
  rpc: 'no node gave a plausible answer',
  contract: 'a contract gave invalid data',
  provider: 'an API did not answer',
  price: 'a token has no price',
}

/** The wallet's own warnings, then its flags as sentences; of a flag that a later version adds, its name. An older service has flags alone. */
export function warningsOf({ riskSummary, flags, approvals }: WalletScanResult): string[] {
  const own = 'warnings' in riskSummary ? riskSummary.warnings.map(({ text }) => text) : []
  const ofFlags = flags.map((flag) => WARNINGS[flag] ?? flag)
  // A wallet without positions has no summary.
  return [...new Set([own, approvals?.warning ?? [], ofFlags].flat())]
}

/** What could not be read or priced, by chain, as sentences. */
export function gapsOf({ coverage }: WalletScanResult): string[] {
  return coverage.flatMap(({ chain, status, protocols }) => {
    const failed = protocols.filter((protocol) => protocol.status === 'failed')
    const names = failed.map(({ id, reason = '' }) => {
      const name = id === 'holdings' ? 'coins and tokens' : id
      return `${name} (${FAILED[reason] ?? 'failed'})`
    })
    const why = status === 'ok' ? [] : [UNREAD[status] ?? status]
    const texts = [...why, ...(names.length === 0 ? [] : [names.join(', ')])]
    return texts.length === 0 ? [] : [`${chain}: ${texts.join('; ')}`]
  })
}

/** What is folded, by reason. An answer of an older service does not say. */
export function foldedOf({ folded }: Partial<WalletScanResult>): string[] {
  return (folded?.reasons ?? []).map(({ text }) => text)
}

/** What is never looked at. An answer of an older service does not say. */
export function knownGapsOf({
  knownGaps = [],
  knownGapCount = knownGaps.length,
}: Partial<WalletScanResult>): string[] {
  const more = knownGapCount - knownGaps.length
  const texts = knownGaps.map(({ chain, protocol, text }) => {
    const about = protocol ?? chain
    return about === null || text.startsWith(about) ? text : `${about}: ${text}`
  })
  const rest = `${more} more at protocols without a position here: /docs/wallet-coverage/`
  return more > 0 ? [...texts, rest] : texts
}

/** Where nothing was found, by what was read. */
const EMPTY: Record<string, string> = {
  ok: 'nothing found',
  partial: 'nothing found in what was read',
}

/** The block of each chain, its time, and the sums there. */
export function readAt({ coverage, totals, holdings = [] }: WalletScanResult): string[] {
  const sums = new Map((totals.byChain ?? []).map((each) => [each.chain, each]))
  return coverage.map(({ chain, status, block }) => {
    const of = sums.get(chain)
    const at = block === null ? 'no block' : `block ${block.number} of ${block.time.slice(0, 19)}Z`
    const coins = holdings.filter((each) => each.chain === chain).length
    const value =
      of === undefined
        ? coins > 0
          ? `${counted(coins, 'token')} in the wallet itself`
          : (EMPTY[status] ?? 'not read')
        : `supplied ${cents(of.suppliedUsd)}, borrowed ${cents(of.borrowedUsd)}, net ${cents(of.netUsd)}`
    return `${chain}: ${value} (${at})`
  })
}

/** Who may take tokens of the wallet, the worst first, as sentences. An answer of an older service does not say. */
export function approvalsOf({ approvals }: WalletScanResult): string[] {
  if (!approvals) return []
  const { rows, more, looked } = approvals
  const shown = rows.slice(0, MOST)
  const left = rows.length - shown.length + more
  return [
    ...unreadApprovals(approvals),
    ...(rows.length > 0
      ? [`${approvalSum(approvals, cents)} Nothing is sent from here.`]
      : looked.every(({ status }) => status === 'failed')
        ? []
        : [
            looked.every(({ status }) => status === 'ok')
              ? 'None was found.'
              : 'In what was read, none was found.',
          ]),
    ...shown.map(
      ({ chain, text, revoke }) => `${chain}: ${text} It ends with ${revoke.call} at ${revoke.to}.`,
    ),
    ...(left > 0 ? [`${left} more: see \`approvals\` of --json.`] : []),
  ]
}

function unreadApprovals({ looked }: NonNullable<WalletScanResult['approvals']>): string[] {
  return looked
    .filter(({ status }) => status !== 'ok')
    .map(({ chain, status }) =>
      status === 'failed'
        ? `${chain}: could not be read, so there may be any.`
        : `${chain}: only a part was read.`,
    )
}

/** Rows of a list that are shown. */
const MOST = 8

type Issuer = NonNullable<
  Extract<WalletScanResult['riskSummary'], { standsOn: unknown }>['standsOn']
>['issuers'][number]

/** `100 % of it needs Aave V3 (4.2): $400 directly, $200 through others`. */
function needText({ name, score, share: part, directUsd, throughUsd }: Issuer): string {
  const ways = [
    ...(directUsd > 0 ? [`${cents(directUsd)} directly`] : []),
    ...(throughUsd > 0 ? [`${cents(throughUsd)} through others`] : []),
  ]
  const risk = score == null ? '' : ` (${score.toFixed(1)})`
  return `${share(part)} of it needs ${name}${risk}${ways.length === 0 ? '' : `: ${ways.join(', ')}`}`
}

/** What the wallet needs and ends in, as sentences. An answer of an older service does not say. */
export function standsOn({ riskSummary }: WalletScanResult): string[] {
  const standing = 'standsOn' in riskSummary ? riskSummary.standsOn : null
  if (!standing) return []
  const { issuers, finalAssets, exposure, unresolved } = standing
  const parts = (rows: typeof finalAssets) =>
    rows
      .slice(0, MOST)
      .map((row) => `${row.asset} ${share(row.share)}`)
      .join(', ')
  return [
    ...issuers.slice(0, MOST).map(needText),
    `In the end it is ${parts(finalAssets)}`,
    ...(exposure.every(({ asset }) => asset === 'unknown')
      ? []
      : [`Less debts it is worth ${parts(exposure)}`]),
    ...(unresolved.final > 0
      ? [`Not resolved: ${share(unresolved.final)}; it may need any issuer`]
      : []),
  ]
}
