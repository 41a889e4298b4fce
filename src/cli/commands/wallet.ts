import type { WalletPosition, WalletScanResult } from '../../client/index.ts'
import { action } from '../action.ts'
import { cents, dayOf, levelCell, NOT_APPLICABLE, share, UNKNOWN } from '../text/figures.ts'
import { pairs } from '../text/pairs.ts'
import { section } from '../text/section.ts'
import { table } from '../text/table.ts'
import { paint, type View } from '../text/terminal.ts'
import { wrap } from '../text/width.ts'
import { holdingNotes } from './wallet-holdings.ts'
import {
  approvalsOf,
  foldedOf,
  gapsOf,
  knownGapsOf,
  readAt,
  standsOn,
  warningsOf,
} from './wallet-words.ts'

type Summary = Exclude<WalletScanResult['riskSummary'], Record<string, never>>
type NetExposure = Summary['netExposure']
type OwnRisk = NonNullable<Summary['own']>

export const walletAction = action<WalletScanResult>({
  ask: async (client, { operands: [address = ''] }) => ({
    data: await client.wallet.scan(address),
  }),
  render: ({ data }, view) => [
    ...heading(data, view),
    ...section('Not read: there may be more', gapsOf(data), view),
    ...section('Warnings', warningsOf(data), view),
    ...sums(data, view),
    ...positions(data, view),
    ...coins(data, view),
    ...section('Folded: small, or what anybody can have sent', foldedOf(data), view),
    ...section('Approvals', approvalsOf(data), view),
    ...section('Stands on', standsOn(data), view),
    ...section('About the positions', holdingNotes(data), view),
    ...section('By chain', readAt(data), view),
    ...section('Never looked at', knownGapsOf(data), view),
  ],
  asOf: ({ data }) => oldestBlock(data),
})

function heading(
  { address, resolvedFrom, checksum, totals, coverage, sanctions, approvals }: WalletScanResult,
  view: View,
): string[] {
  const title = resolvedFrom === undefined ? address : `${resolvedFrom} (${address})`
  const chains = coverage.map(({ chain }) => chain).join(', ')
  const isUnread = approvals?.looked.some(({ status }) => status !== 'ok')
  const whole = totals.complete
    ? isUnread
      ? `All positions that are looked at were read: ${chains}. NOT ALL APPROVALS WERE READ.`
      : `Everything that is looked at was read: ${chains}.`
    : 'INCOMPLETE: part of this wallet could not be read or priced.'
  const lists = {
    clear: 'No sanctions list contains the address.',
    listed: 'A SANCTIONS LIST CONTAINS THIS ADDRESS.',
    unknown: 'No sanctions list could be queried.',
  }
  return [
    ...wrap(title, view.columns).map((line) => paint(view, 'bold', line)),
    ...(checksum === undefined
      ? []
      : wrap('ITS CHECKSUM IS WRONG: it may be mistyped.', view.columns)),
    ...wrap(whole, view.columns),
    ...wrap(lists[sanctions.status] ?? `Sanctions: ${sanctions.status}.`, view.columns),
  ]
}

function sums(
  { totals, portfolioScore, riskSummary, positions, holdings = [] }: WalletScanResult,
  view: View,
): string[] {
  if (positions.length === 0)
    return holdings.length === 0 ? [] : ['', ...pairs(worth(totals), view)]
  const { text } = levelCell(
    portfolioScore,
    'riskLevel' in riskSummary ? riskSummary.riskLevel : null,
    view,
  )
  const exposure = 'netExposure' in riskSummary ? riskSummary.netExposure : null
  const own = 'own' in riskSummary ? riskSummary.own : null
  const of = exposure === null ? '' : scoredText(exposure)
  const atLeast = totals.complete ? '' : ' (of what was read and has a price)'
  return [
    '',
    ...pairs(
      [
        ['Risk', `${text.trim()}${of}`],
        ...(own ? [ownRow(own, view)] : []),
        [
          'Net',
          `${cents(totals.netUsd)}${totals.netUsd === null ? ' a debt has no price' : atLeast}`,
        ],
        // Older services do not say.
        ...(totals.holdingsUsd === undefined ? [] : worth(totals)),
        ['Supplied', cents(totals.suppliedUsd)],
        ['Borrowed', cents(totals.borrowedUsd)],
        ['Rewards', cents(totals.rewardsUsd)],
      ],
      view,
    ),
  ]
}

function worth({ holdingsUsd, netWorthUsd }: WalletScanResult['totals']): [string, string][] {
  return [
    ['Coins and tokens', cents(holdingsUsd)],
    ['Net worth', cents(netWorthUsd)],
  ]
}

/** How much of it has a score, and where that is not all, between what it lies. */
function scoredText({ scoredShare, low, high }: NetExposure): string {
  if (scoredShare === null) return ''
  const band = low === high ? '' : `; between ${low?.toFixed(1)} and ${high?.toFixed(1)}`
  return `, by ${share(scoredShare)} of the value less debts${band}`
}

function ownRow({ score, riskLevel, text }: OwnRisk, view: View): [string, string] {
  return ['Own risk', `${levelCell(score, riskLevel, view).text.trim()}: ${text}`]
}

function positions({ positions }: WalletScanResult, view: View): string[] {
  if (positions.length === 0) return ['', 'No positions were found.']
  const shown = positions.filter(({ folded }) => folded === undefined)
  if (shown.length === 0) return []
  return [
    '',
    ...table(
      shown,
      [
        {
          head: 'Protocol',
          cell: ({ protocol }) => ({ text: protocol, format: 'bold' }),
          least: 10,
        },
        { head: 'Chain', cell: ({ chain }) => chain, least: 6, leaves: 4 },
        { head: 'Kind', cell: kind, leaves: 3 },
        { head: 'Tokens', cell: tokens, least: 10, leaves: 1 },
        { head: 'Net', cell: ({ netUsd }) => cents(netUsd), align: 'right' },
        { head: 'Health', cell: health, align: 'right', leaves: 2 },
        {
          head: 'Risk',
          cell: ({ risk }) => levelCell(risk?.score ?? null, risk?.riskLevel ?? null, view),
        },
      ],
      view,
    ),
  ]
}

/** An answer of an older service has none. */
function coins({ holdings = [] }: WalletScanResult, view: View): string[] {
  if (holdings.length === 0) return []
  return [
    '',
    ...table(
      holdings,
      [
        { head: 'In the wallet itself', cell: ({ symbol }) => symbol, least: 6 },
        { head: 'Chain', cell: ({ chain }) => chain, least: 6, leaves: 2 },
        { head: 'Amount', cell: ({ amount }) => amount, align: 'right', leaves: 1 },
        { head: 'Value', cell: ({ usd }) => cents(usd), align: 'right' },
      ],
      view,
    ),
  ]
}

function kind({ product, perp, inRange }: WalletPosition): string {
  if (perp !== null) return `${product} ${perp.side}`
  return inRange === false ? `${product}, out of range` : product
}

function tokens({ legs, market }: WalletPosition): string {
  const texts = legs.map(
    ({ role, symbol, usd }) => `${role} ${symbol}${usd === null ? ` (price ${UNKNOWN})` : ''}`,
  )
  return texts.length === 0 ? (market ?? NOT_APPLICABLE) : texts.join(', ')
}

/** Health factors of infinite or huge size are of no use to a reader. */
function health({ healthFactor }: WalletPosition): string {
  if (healthFactor === null) return NOT_APPLICABLE
  return healthFactor > 100 ? '> 100' : healthFactor.toFixed(2)
}

/** The time of the oldest block that was read. */
function oldestBlock({ coverage }: WalletScanResult): string | null {
  const times = coverage.flatMap(({ block }) => block?.time ?? []).sort()
  return times[0] === undefined ? null : dayOf(times[0])
}
