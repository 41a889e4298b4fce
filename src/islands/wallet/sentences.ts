import type { WalletScanResult } from '../../contract/wallet-scan.ts'
import { counted, points } from '../../domain/format.ts'
import { LEVEL_WORD, riskLevel } from '../../domain/risk-level.ts'
import { blockTimes, partlyRead, silentChains } from './coverage.ts'
import { dollars, percent } from './figures.ts'
import type { Groups } from './groups.ts'
import { isRead, riskOf } from './scan.ts'
import { isolated, listed } from './words.ts'

/** The score in a line for screen readers and the title: `3.8, Moderate`. */
export function formatScore(scan: WalletScanResult): string {
  if (scan.portfolioScore === null) return 'No score'
  return `${points(scan.portfolioScore)}, ${LEVEL_WORD[riskLevel(scan.portfolioScore)]}`
}

/** What was found, and what adds most to the risk. */
export function findings(scan: WalletScanResult, { groups, assetsUsd }: Groups): string {
  if (scan.positions.length === 0) return nothing(scan)
  if (groups.length === 0) return 'No position but those that are folded below.'
  const debts = scan.totals.borrowedUsd
  const owed = debts > 0 ? `, with ${dollars(debts)} of debts` : ''
  const unpriced = hasUnpricedDebt(scan) ? ', and with a debt of unknown value' : ''
  const largest = largestOf(groups)
  const riskiest = [...groups].sort(
    (a, b) => (b.addsHundredths ?? -1) - (a.addsHundredths ?? -1),
  )[0]
  const parts = [
    `${dollars(assetsUsd)} in assets at ${counted(groups.length, 'protocol')}${owed}${unpriced}.`,
  ]
  if (largest?.shareTenths && groups.length > 1) {
    const less = debts > 0 ? 'Less debts, ' : ''
    parts.push(`${less}${isolated(largest.protocol)} has ${shareText(largest)} of it.`)
  }
  if (riskiest?.addsHundredths && groups.length > 1) {
    parts.push(
      riskiest === largest
        ? 'It also adds most to the risk.'
        : `${isolated(riskiest.protocol)} adds most to the risk.`,
    )
  }
  return [...parts, ...unscored(scan), ...ownRisk(scan)].join(' ')
}

/** Why there is no score although a part has one. */
function unscored(scan: WalletScanResult): string[] {
  const band = bandOf(scan)
  if (scan.portfolioScore !== null || band === null) return []
  const share = percent(riskOf(scan).netExposure?.scoredShare ?? 0)
  return [`No score: only ${share} of the value less debts has one, so it lies ${band}.`]
}

/** What a reader of the portfolio score must not miss: it is about protocols alone. */
function ownRisk(scan: WalletScanResult): string[] {
  const { own } = riskOf(scan)
  const isNotable = own?.riskLevel === 'elevated' || own?.riskLevel === 'high'
  return own && isNotable ? [`Its own risk is ${points(own.score)}. ${own.text}`] : []
}

function largestOf(groups: Groups['groups']): Groups['groups'][number] | undefined {
  return [...groups].sort((a, b) => (b.netUsd ?? 0) - (a.netUsd ?? 0))[0]
}

function shareText({ shareTenths }: Groups['groups'][number]): string {
  return percent((shareTenths ?? 0) / 1_000)
}

/** Whether there is a debt without a price: the debts are then more than their sum. */
export function hasUnpricedDebt({ positions }: WalletScanResult): boolean {
  return positions.some(({ legs }) =>
    legs.some(({ role, usd }) => role === 'borrow' && usd === null),
  )
}

function nothing(scan: WalletScanResult): string {
  const read = scan.coverage.filter(isRead)
  if (read.length === 0) return 'No chain could be read, so nothing is known about positions.'
  return `No position found on ${counted(read.length, 'chain')} that could be read.`
}

/** What the figures leave out because it was not read; null when everything was. */
export function gaps(scan: WalletScanResult): string | null {
  const silent = silentChains(scan)
  const partly = partlyRead(scan)
  const parts: string[] = []
  if (silent.length > 0) {
    parts.push(
      `${listed(silent.map(isolated))} could not be read. Positions there are not in these figures.`,
    )
  }
  if (partly.length > 0) {
    parts.push(
      `${listed(partly.map(isolated))} ${partly.length === 1 ? 'was' : 'were'} read in part.`,
    )
  }
  return parts.length === 0
    ? null
    : `${parts.join(' ')} How far this is off is not known; a later scan may find more.`
}

/** Label and text of the figures beside the picture. */
export function facts(scan: WalletScanResult, { groups, netUsd }: Groups): [string, string][] {
  const scored = groups.filter((each) => each.score !== null && each.netUsd !== null)
  const unscored = groups.filter((each) => each.score === null && each.netUsd !== null)
  const unpriced = groups.filter(({ valueUsd }) => valueUsd === null)
  const largest = largestOf(groups)
  const { own } = riskOf(scan)
  const silent = [...silentChains(scan), ...partlyRead(scan).map((chain) => `part of ${chain}`)]
  const rows: [string, string | null][] = [
    ['Own risk', own ? `${points(own.score)}, ${LEVEL_WORD[own.riskLevel]}` : null],
    ['Score', bandOf(scan)],
    ['Scored', shareOf(scored, netUsd)],
    ['Not scored', unscored.length > 0 ? shareOf(unscored, netUsd) : '$0'],
    ['Without a price', unpriced.length > 0 ? counted(unpriced.length, 'protocol') : null],
    [
      'Not seen',
      silent.length > 0 ? `${listed(silent.map(isolated))}: unknown` : 'every chain was read',
    ],
    [
      'Largest share',
      largest?.shareTenths ? `${shareText(largest)}, ${isolated(largest.protocol)}` : null,
    ],
    [
      'Net of debts',
      scan.totals.netUsd !== null
        ? dollars(scan.totals.netUsd)
        : hasUnpricedDebt(scan)
          ? 'unknown: a debt has no price'
          : 'unknown',
    ],
    ...worth(scan),
    ['Can be withdrawn', exits(scan)],
    ['Read', blockTimes(scan)],
  ]
  return rows.flatMap(([label, text]): [string, string][] => (text === null ? [] : [[label, text]]))
}

/** What is in the wallet itself, and all together; nothing where there is nothing. */
export function worth({ totals, holdings = [] }: WalletScanResult): [string, string][] {
  const { holdingsUsd = 0, netWorthUsd } = totals
  if (holdingsUsd === 0 && holdings.length === 0) return []
  const known = (usd: number | null) => (usd === null ? 'unknown' : dollars(usd))
  return [
    ['Coins and tokens', known(holdingsUsd)],
    ['Net worth', known(netWorthUsd)],
  ]
}

/** Between what the score would lie if all that has none were safe, or lost; null where all has one. */
function bandOf(scan: WalletScanResult): string | null {
  const { low = null, high = null } = riskOf(scan).netExposure ?? {}
  return low === null || high === null || low === high
    ? null
    : `between ${points(low)} and ${points(high)}`
}

/** What can be withdrawn now; null where that is known of nothing. */
function exits(scan: WalletScanResult): string | null {
  const { availableUsd = 0, blockedUsd = 0, unknownUsd = 0 } = riskOf(scan).exit ?? {}
  if (availableUsd + blockedUsd === 0) return null
  const parts: [string, number][] = [
    ['now', availableUsd],
    ['not now', blockedUsd],
    ['not known of', unknownUsd],
  ]
  return parts.flatMap(([word, usd]) => (usd === 0 ? [] : [`${word} ${dollars(usd)}`])).join(', ')
}

function shareOf(groups: Groups['groups'], whole: number): string {
  const value = groups.reduce((sum, { netUsd }) => sum + (netUsd ?? 0), 0)
  return whole > 0 ? `${dollars(value)}, ${percent(value / whole)}` : dollars(value)
}

/** The picture in words. */
export function formatTankSummary(scan: WalletScanResult, { groups }: Groups): string {
  const scored = groups.filter(({ score, netUsd }) => score !== null && netUsd !== null).length
  const missing = silentChains(scan)
  return [
    `${counted(scored, 'scored protocol')} by share of the value less debts, each filled to its score. Portfolio score ${formatScore(scan)}.`,
    ...(missing.length > 0 ? [`${listed(missing)} not read.`] : []),
    'The table below has the figures.',
  ].join(' ')
}
