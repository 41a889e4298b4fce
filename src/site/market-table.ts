import words from '../content/words.json' with { type: 'json' }
import type { MarketsDocument } from '../contract/control.ts'
import { count, usd } from '../domain/format.ts'
import { formatActor, formatDuration, UNCONFIRMED_WORDS } from '../domain/format-control.ts'
import { SOURCE_OF_ROLE } from '../domain/sources.ts'
import { formatSource } from './control-facts.ts'
import { recordLink } from './explorers.ts'
import { day, share } from './figures.ts'
import { SourceLetters } from './source-letters.ts'

export type ShownMarket = MarketsDocument['assets'][number]

type Feed = NonNullable<ShownMarket['feed']>
type Gap = NonNullable<ShownMarket['gap']>

/** One column of the table. `cell` gives its words, or null when the fact is not known. */
export interface MarketColumn {
  name: string
  isNumber: boolean
  cell: (market: ShownMarket) => string | null
}

/** What an asset is called: its symbol, or the start of its address where that could not be read. */
export function formatAsset({ asset, assetAddress }: ShownMarket): string {
  if (asset !== '') return asset
  return assetAddress === '' ? 'All of it' : `${assetAddress.slice(0, 10)}…`
}

/** Assets of one market or vault on one chain. */
export interface MarketGroup {
  name: string
  chain: string
  address: string
  assets: ShownMarket[]
}

const COLUMNS: readonly MarketColumn[] = [
  { name: 'Supplied', isNumber: true, cell: ({ suppliedUsd }) => maybe(suppliedUsd, usd) },
  { name: 'Utilisation', isNumber: true, cell: ({ utilisation }) => maybe(utilisation, share) },
  { name: 'Available', isNumber: true, cell: ({ availableShare }) => maybe(availableShare, share) },
  { name: 'Loan to value', isNumber: true, cell: ({ loanToValue }) => maybe(loanToValue, share) },
  {
    name: 'Liquidated at',
    isNumber: true,
    cell: ({ liquidationThreshold }) => maybe(liquidationThreshold, share),
  },
  { name: 'Cap used', isNumber: true, cell: ({ supplyCapUsed }) => maybe(supplyCapUsed, share) },
  {
    name: 'Withdrawal',
    isNumber: false,
    cell: ({ withdrawSeconds }) => maybe(withdrawSeconds, wait),
  },
  { name: 'Price feed', isNumber: false, cell: ({ feed }) => maybe(feed, formatFeed) },
]

/** The columns that some asset has a value for, and the names of the others. */
export function columnsOf(assets: readonly ShownMarket[]): {
  shown: MarketColumn[]
  unknown: string[]
} {
  const isKnown = ({ cell }: MarketColumn) => assets.some((asset) => cell(asset) !== null)
  return {
    shown: COLUMNS.filter(isKnown),
    unknown: [
      ...COLUMNS.filter((column) => !isKnown(column)).map(({ name }) => name.toLowerCase()),
      ...(assets.some(({ frozen, paused }) => frozen !== null || paused !== null)
        ? []
        : ['whether it is frozen or paused']),
    ],
  }
}

/** The assets by market, in the order of their first asset. */
export function groupMarkets(assets: readonly ShownMarket[]): MarketGroup[] {
  const groups = new Map<string, MarketGroup>()
  for (const asset of assets) {
    const { chain, address, name } = asset
    const key = JSON.stringify([chain, address, name])
    const group = groups.get(key) ?? { name: name || 'Unread market', chain, address, assets: [] }
    groups.set(key, group)
    group.assets.push(asset)
  }
  return [...groups.values()]
}

/** An asset, and the letter of its source. */
export interface MarketRow {
  asset: ShownMarket
  letter: string
}

export interface MarketTable {
  /** The assets in view at first, of all markets. */
  first: MarketRow[]
  /** Every other asset, by market, with the markets in the order of their first asset. */
  rest: (Omit<MarketGroup, 'assets'> & { rows: MarketRow[]; all: ShownMarket[] })[]
  sources: ReturnType<SourceLetters['list']>
}

/**
 * The assets as tables: the `most` largest at first, those of which the amount is not known after them, the most lent out first.
 * `all` has the assets of a market with those of them that are in view at first.
 */
export function marketTable(assets: readonly ShownMarket[], most: number): MarketTable {
  const letters = new SourceLetters()
  const rowOf = (asset: ShownMarket): MarketRow => ({
    asset,
    letter: letters.letterOf({
      source: formatSource(asset.source),
      link: recordLink(asset.link),
      asOf: formatAsOf(asset),
    }),
  })
  const largest = assets.toSorted(
    (a, b) =>
      (b.suppliedUsd ?? -1) - (a.suppliedUsd ?? -1) ||
      (b.utilisation ?? -1) - (a.utilisation ?? -1) ||
      factsOf(b) - factsOf(a),
  )
  const first = new Set(largest.slice(0, most))
  const rest = groupMarkets(assets).flatMap(({ assets: all, ...market }) => {
    const rows = all.filter((asset) => !first.has(asset)).map(rowOf)
    return rows.length === 0 ? [] : [{ ...market, all, rows }]
  })
  return { first: [...first].map(rowOf), rest, sources: letters.list() }
}

/** How much is known of an asset. */
function factsOf(asset: ShownMarket): number {
  return COLUMNS.filter(({ cell }) => cell(asset) !== null).length
}

/** Whether the asset is frozen or paused, and what of it could not be read or confirmed; empty where it is in order. */
export function formatMarketState({ frozen, paused, gap, unconfirmed }: ShownMarket): string {
  const open = unconfirmed
    ? `Not confirmed: ${UNCONFIRMED_WORDS[unconfirmed]}. Counts in no score.`
    : gap && formatMarketGap(gap)
  return [paused && 'Withdrawals paused', frozen && 'Frozen', open].filter(Boolean).join(', ')
}

/** Such as `Could not be read: price feed (no node answered). Counts as the worst.` */
function formatMarketGap({ why, facts }: Gap): string {
  const what = facts.map((fact) => words.fact[fact]).join(', ')
  return `Could not be read: ${what} (${words.gap[why]}). Counts as the worst.`
}

/** Day, block and record of an asset, such as `as deployed, 12 Sep 2023`. */
export function formatAsOf(market: ShownMarket): string {
  const at = market.block === null ? '' : `, block ${count(market.block)}`
  return `${isRecorded(market) ? 'as deployed, ' : ''}${day(market.day)}${at}`
}

/** Not a reading of the chain: the parameters with which the market was deployed. */
export function isRecorded({ source }: ShownMarket): boolean {
  return source !== SOURCE_OF_ROLE.control
}

function formatFeed({ kind, owner, ageSeconds }: Feed): string {
  const who = owner?.map(formatActor).join(', ')
  return [
    words.feed[kind],
    who ? `owner: ${who}` : 'owner not known',
    ageSeconds === null ? 'age not known' : `${formatDuration(ageSeconds)} old`,
  ].join('; ')
}

function wait(seconds: number): string {
  return seconds === 0 ? 'at once' : `at least ${formatDuration(seconds)}`
}

function maybe<T>(value: T | null, words: (value: T) => string): string | null {
  return value === null ? null : words(value)
}
