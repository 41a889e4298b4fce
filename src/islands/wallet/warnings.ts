import type { WalletFlag } from '../../contract/wallet-risk.ts'
import type { WalletScanResult } from '../../contract/wallet-scan.ts'
import { percent } from './figures.ts'
import { holdingsOf, riskOf, type WalletHolding } from './scan.ts'
import { isolated, listed } from './words.ts'

/** A sentence for each flag of the API. Sanctions and coverage have places of their own on the page. */
const TEXTS: Record<WalletFlag, ((scan: WalletScanResult) => string) | null> = {
  'sanctioned-address': null,
  'sanctions-unknown': null,
  'incomplete-coverage': null,
  'low-health-factor': (scan) =>
    `A loan is close to liquidation: the lowest health factor is ${riskOf(scan).minHealthFactor?.toFixed(2) ?? 'unknown'}, and below 1 it may be liquidated.`,
  'high-risk-protocol': (scan) =>
    `At a protocol of level High: ${namesOf(holdingsOf(scan).filter(({ riskLevel }) => riskLevel === 'high'))}.`,
  'unscored-protocol': (scan) =>
    `Without a score, so left out of the portfolio score: ${namesOf(holdingsOf(scan).filter(({ score }) => score === null))}.`,
  'unpriced-position': () =>
    'A position has no price, or only for a part of it. Its value is not in the sums.',
  'price-disagreement': () =>
    'Two sources differ by more than 5\u00a0% on the price of a token. It counts as having no price.',
  'single-source-price': (scan) =>
    `${formatSingleSource(riskOf(scan).singleSourceShare)} of the value, debts included, depends on prices from one source alone.`,
  'out-of-range': () => 'Liquidity is out of its price range and earns no fees.',
}

function formatSingleSource(share: number | null = null): string {
  return share === null ? 'More than a tenth' : percent(share)
}

function namesOf(holdings: readonly WalletHolding[]): string {
  return holdings.length === 0
    ? 'not named by the answer'
    : listed(holdings.map(({ protocol }) => isolated(protocol)))
}

/** What else to know about the wallet: its own warnings, then its flags, most severe first. A flag that the page does not know is named as it is. */
export function warnings(scan: WalletScanResult): string[] {
  const flags = scan.flags.flatMap((flag) => {
    if (!Object.hasOwn(TEXTS, flag)) return [`Flag of the API: ${flag}.`]
    const text = TEXTS[flag as WalletFlag]
    return text === null ? [] : [text(scan)]
  })
  const own = (riskOf(scan).warnings ?? []).map(({ text }) => text)
  // A wallet without positions has no summary.
  return [...new Set([own, scan.approvals?.warning ?? [], flags].flat())]
}
