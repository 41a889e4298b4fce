import type { WalletFlag } from '../../contract/wallet-scan.ts'
import { percent } from './figures.ts'
import type { Holding, Scan } from './scan.ts'
import { isolated, listed } from './words.ts'

/** A sentence for each flag of the API. Sanctions and coverage have places of their own on the page. */
const TEXTS: Record<WalletFlag, ((scan: Scan) => string) | null> = {
  'sanctioned-address': null,
  'sanctions-unknown': null,
  'incomplete-coverage': null,
  'low-health-factor': ({ minHealthFactor }) =>
    `A loan is close to liquidation: the lowest health factor is ${minHealthFactor?.toFixed(2) ?? 'unknown'}, and below 1 it may be liquidated.`,
  'high-risk-protocol': ({ protocols }) =>
    `At a protocol of level High: ${namesOf(protocols.filter(({ level }) => level === 'high'))}.`,
  'unscored-protocol': ({ protocols }) =>
    `Without a score, so left out of the portfolio score: ${namesOf(protocols.filter(({ score }) => score === null))}.`,
  'unpriced-position': () =>
    'A position has no price, or only for a part of it. Its value is not in the sums.',
  'price-disagreement': () =>
    'Two sources differ by more than 5\u00a0% on the price of a token. It counts as having no price.',
  'single-source-price': ({ singleSourceShare }) =>
    `${singleSourceShare === null ? 'More than a tenth' : percent(singleSourceShare)} of the value, debts included, depends on prices from one source alone.`,
  'out-of-range': () => 'Liquidity is out of its price range and earns no fees.',
}

function namesOf(holdings: readonly Holding[]): string {
  return holdings.length === 0
    ? 'not named by the answer'
    : listed(holdings.map(({ protocol }) => isolated(protocol)))
}

/** What else to know about the wallet, most severe first. A flag that the page does not know is named as it is. */
export function warnings(scan: Scan): string[] {
  return scan.flags.flatMap((flag) => {
    if (!Object.hasOwn(TEXTS, flag)) return [`Flag of the API: ${flag}.`]
    const text = TEXTS[flag as WalletFlag]
    return text === null ? [] : [text(scan)]
  })
}
