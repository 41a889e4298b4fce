import type { Feed, Market } from '../../domain/market.ts'
import type { Reading } from '../../domain/reading.ts'
import type { Methodology, Parameters } from '../methodology.ts'
import type { Measure, Signal } from '../signal.ts'
import type { Subject } from '../subject.ts'
import {
  alikeOn,
  caveatsOn,
  marketsOf,
  meanBySupply,
  measureOf,
  valuesOf,
  worstEnd,
} from './market-facts.ts'
import { isSingleKey } from './path-points.ts'
import { needsPrices } from './price-sources.ts'

const FACT = 'feed'

/** How good the price feeds are, as risk points: of each market's feed its kind, owner and age, weighted by supply. */
export const feedQuality: Signal = {
  id: 'feedQuality',
  question: 'How good are its price feeds?',
  applies: needsPrices,
  read: readFeeds,
}

function readFeeds(
  subject: Subject,
  { signals, parameters: { feeds } }: Methodology,
): Reading<Measure> {
  const reading = marketsOf(subject)
  if (!reading.known) return reading
  const { anchors } = signals.feedQuality
  const pointsOf = ({ feed }: Market) => feed && feedPoints(feed, feeds)
  const values = valuesOf(reading.value, FACT, worstEnd(anchors), pointsOf)
  return measureOf(values, (markets) => {
    const caveats = caveatsOn(markets, FACT, { isWeighted: true })
    const sentence = [wordsOf(markets), ...caveats, ...alikeOn(markets)].join(' ')
    return { value: meanBySupply(values, anchors), sentence }
  })
}

function wordsOf(markets: readonly Market[]): string {
  const read = markets.flatMap(({ feed }) => feed ?? [])
  const kinds = [...new Set(read.map(({ kind }) => kind))].sort().map((kind) => WORDS[kind])
  if (read.length === 0) return 'No price feed was read.'
  const count = read.length === 1 ? 'One price feed was' : `${read.length} price feeds were`
  return `${count} read: ${kinds.join(', ')}.`
}

const WORDS: Record<Feed['kind'], string> = {
  aggregator: 'aggregators of several reporters',
  rate: 'redemption rates',
  'capped-rate': 'capped redemption rates',
  twap: 'average prices of a pool',
  updater: 'prices that one account sets',
  unidentified: 'contracts of an unknown kind',
}

function feedPoints(
  { kind, owner, ageSeconds, intervalSeconds }: Feed,
  { kinds, singleOwner, stale, staleIntervals }: Parameters['feeds'],
): number {
  const isStale =
    ageSeconds !== null && intervalSeconds !== null && ageSeconds > staleIntervals * intervalSeconds
  const isOwnedByOne = owner?.some(isSingleKey) === true
  return Math.max(kinds[kind], isStale ? stale : 0, isOwnedByOne ? singleOwner : 0)
}
