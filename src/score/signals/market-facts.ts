import type { Market, MarketFact } from '../../domain/market.ts'
import { known, mapReading, missing, type Reading } from '../../domain/reading.ts'
import { SOURCE_OF_ROLE } from '../../domain/sources.ts'
import { compareText } from '../../domain/text-order.ts'
import { type Anchor, riskAt } from '../anchors.ts'
import type { Measure } from '../signal.ts'
import type { Subject } from '../subject.ts'

const CHAIN = SOURCE_OF_ROLE.control

/** Lending markets and vaults that are confirmed, in a fixed order; missing when there is none. */
export function marketsOf({ record }: Subject): Reading<Market[]> {
  const reading = record.facts.markets ?? missing('not-covered', CHAIN)
  if (!reading.known) return reading
  if (reading.value.length === 0) return missing('not-covered', reading.source)
  const confirmed = reading.value.filter(({ unconfirmed }) => !unconfirmed)
  if (confirmed.length === 0) return missing('unconfirmed', reading.source)
  return mapReading(reading, () =>
    confirmed.sort(
      (a, b) =>
        compareText(a.chain, b.chain) ||
        compareText(a.address, b.address) ||
        compareText(a.assetAddress, b.assetAddress),
    ),
  )
}

/** True when a market of this kind has the fact, and it could not be read. */
export function isUnread({ gap }: Market, fact: MarketFact): boolean {
  return gap?.facts.includes(fact) === true
}

/** True when a market that was looked for on the chain could hold any amount. A record that states no supply hides none. */
export function isOfUnknownSize({ suppliedUsd, source }: Market): boolean {
  return suppliedUsd === null && source === CHAIN
}

/** True where only records speak, which state no supply. */
function countAlike(markets: readonly Market[]): boolean {
  return markets.every((market) => market.suppliedUsd === null && !isOfUnknownSize(market))
}

/** A sentence that says so of several markets. */
export function alikeOn(markets: readonly Market[]): string[] {
  return markets.length > 1 && countAlike(markets)
    ? ['Their amounts are not recorded, so each counts alike.']
    : []
}

/** The value of most risk on the axis of some anchors. */
export function worstEnd(anchors: readonly Anchor[]): number {
  const [first, ...others] = anchors
  if (!first) throw new Error('Anchors are never empty.')
  return others.reduce((worst, one) => (one.risk > worst.risk ? one : worst), first).at
}

/** A market with its value on the axis of a signal. */
interface Valued {
  market: Market
  value: number
}

/** The markets that have a fact, with its value; at `worst` where it could not be read. */
export function valuesOf(
  markets: readonly Market[],
  fact: MarketFact,
  worst: number,
  ownValue: (market: Market) => number | null,
): Valued[] {
  return markets.flatMap((market) => {
    const value = isUnread(market, fact) ? worst : ownValue(market)
    return value === null ? [] : [{ market, value }]
  })
}

/**
 * The mean of these values, weighted by supply; the plain mean where nothing is supplied, or only records speak, which state no
 * supply. A market of unknown size could hold nearly everything: the worst of them counts where it is worse than the mean of the
 * others, so that hiding a supply never helps. NaN without values.
 */
export function meanBySupply(values: readonly Valued[], anchors: readonly Anchor[]): number {
  if (countAlike(values.map(({ market }) => market))) return weightedMean(values, () => 1)
  const sized = values.filter(({ market }) => market.suppliedUsd !== null)
  const unsized = values.filter(({ market }) => market.suppliedUsd === null)
  const total = sized.reduce((sum, { market }) => sum + (market.suppliedUsd ?? 0), 0)
  const mean = weightedMean(sized, ({ suppliedUsd }) => (total > 0 ? (suppliedUsd ?? 0) : 1))
  return [...(sized.length > 0 ? [mean] : []), ...unsized.map(({ value }) => value)].reduce(
    (worst, one) => (riskAt(anchors, one) > riskAt(anchors, worst) ? one : worst),
  )
}

function weightedMean(values: readonly Valued[], weightOf: (market: Market) => number): number {
  const total = values.reduce((sum, { market }) => sum + weightOf(market), 0)
  return values.reduce((sum, { market, value }) => sum + (weightOf(market) / total) * value, 0)
}

/** The measure of markets, of the newest of them; missing where none of them has the fact. */
export function measureOf(
  values: readonly Valued[],
  describe: (markets: Market[]) => Measure,
): Reading<Measure> {
  const markets = values.map(({ market }) => market)
  const origin = originOf(markets)
  if (!origin) return missing('not-covered', CHAIN)
  return known({ ...describe(markets), link: origin.link }, origin.day, origin.source)
}

/** A sentence with a figure of markets, which is a bound where there are caveats. */
export function sentenceOn(figure: string, caveats: readonly string[]): string {
  return caveats.length === 0 ? figure : [`At worst: ${figure}`, ...caveats].join(' ')
}

/** Sentences that say of how many markets a fact could not be read, and how many are of unknown size where the size matters. */
export function caveatsOn(
  markets: readonly Market[],
  fact: MarketFact,
  { isWeighted }: { isWeighted: boolean },
): string[] {
  const unread = markets.filter((market) => isUnread(market, fact)).length
  const unsized = markets.filter(
    (market) => isWeighted && isOfUnknownSize(market) && !isUnread(market, fact),
  ).length
  const sentences = unread > 0 ? [formatUnread(unread, markets.length)] : []
  if (unsized > 0 && markets.length > 1) {
    sentences.push(
      `The size of ${unsized} of ${markets.length} markets is not known; the worst of these counts if it is worse than the rest.`,
    )
  }
  return sentences
}

/** Such as `2 of 14 markets could not be read and count as the worst.` */
export function formatUnread(unread: number, total: number): string {
  if (total === 1) return 'Its market could not be read and counts as the worst.'
  return `${unread} of ${total} markets could not be read and ${unread === 1 ? 'counts' : 'count'} as the worst.`
}

/** The market that was read last, whose day, source and page are those of some markets. */
export function originOf(markets: readonly Market[]): Market | undefined {
  return markets.toSorted((a, b) => compareText(b.day, a.day))[0]
}
