import * as book from '@aave-dao/aave-address-book'
import * as z from 'zod'
import type { ScanChain } from '../../../src/chains/scan-chains.ts'
import type { Token } from '../../../src/wallet/model/entry-base.ts'
import { lower, slug } from '../lower.ts'
import type { SourceRow } from '../source-rows.ts'
import { findToken } from '../tokens.ts'

const addresses = z.record(z.string(), z.string())
const assets = z.record(
  z.string(),
  z.looseObject({
    UNDERLYING: z.string(),
    decimals: z.number(),
    id: z.number().optional(),
    A_TOKEN: z.string().optional(),
    V_TOKEN: z.string().optional(),
    STATIC_A_TOKEN: z.string().optional(),
    STATA_TOKEN: z.string().optional(),
  }),
)
const books = z.record(z.string(), z.unknown()).parse(book)

const marketRow = z.looseObject({
  protocol: z.string(),
  source: z.string(),
  book: z.string(),
  version: z.union([z.literal(2), z.literal(3)]),
  market: z.string(),
  /** The market's oracle returns prices in ETH, so it cannot be used for prices in US dollars. */
  inEth: z.boolean().default(false),
})
type MarketRow = z.infer<typeof marketRow>
const marketBook = z.looseObject({
  CHAIN_ID: z.number(),
  POOL: z.string(),
  AAVE_PROTOCOL_DATA_PROVIDER: z.string(),
  ORACLE: z.string(),
  DEFAULT_INCENTIVES_CONTROLLER: z.string().optional(),
  ASSETS: assets,
})

/** Markets of Aave v2 and v3, with their wrapped aTokens. */
export function aaveMarkets(rows: SourceRow[]): object[] {
  return rows.flatMap((each) => {
    const row = marketRow.parse(each)
    const market = marketBook.parse(books[row.book])
    return [marketEntry(row, market), ...wrapperEntries(row, market)]
  })
}

function marketEntry(row: MarketRow, market: z.infer<typeof marketBook>): object {
  const { protocol, source, version } = row
  const rewards = version === 3 ? market.DEFAULT_INCENTIVES_CONTROLLER : undefined
  return {
    id: `aave-v${version}-${row.market}`,
    protocol,
    product: 'lending',
    market: row.market,
    driver: 'aave',
    version,
    pool: lower(market.POOL),
    dataProvider: lower(market.AAVE_PROTOCOL_DATA_PROVIDER),
    ...(!row.inEth && { oracle: lower(market.ORACLE) }),
    ...(rewards && { rewards: lower(rewards) }),
    assets: Object.entries(market.ASSETS)
      .map(([key, { UNDERLYING, decimals, id = 0, A_TOKEN = '', V_TOKEN = '' }]) => ({
        ...tokenOf(market.CHAIN_ID, key, UNDERLYING, decimals),
        id,
        aToken: lower(A_TOKEN),
        vToken: lower(V_TOKEN),
      }))
      .sort((a, b) => a.id - b.id),
    source,
  }
}

/** `STATIC_A_TOKEN` is the first generation of wrappers, `STATA_TOKEN` the current one. */
function wrapperEntries(
  { protocol, source, market }: MarketRow,
  { CHAIN_ID, ASSETS }: z.infer<typeof marketBook>,
): object[] {
  return Object.entries(ASSETS).flatMap(([key, asset]) => {
    const wrappers = { static: asset.STATIC_A_TOKEN, stata: asset.STATA_TOKEN }
    return Object.entries(wrappers).flatMap(([kind, vault]) => {
      if (vault === undefined) return []
      const share = shareOf(CHAIN_ID, vault)
      return {
        id: `aave-v3-${kind}-${market}-${slug(key)}`,
        protocol,
        product: 'vault',
        market: share?.symbol ?? `${kind} ${key}`,
        driver: 'erc4626',
        vault: lower(vault),
        share,
        asset: tokenOf(CHAIN_ID, key, asset.UNDERLYING, asset.decimals),
        source,
      }
    })
  })
}

const deploymentRow = z.looseObject({ protocol: z.string(), source: z.string(), book: z.string() })
const v4Book = z.looseObject({
  SPOKES: addresses,
  ALL_SPOKES: z.array(z.string()),
  TOKENIZATION_SPOKES: addresses,
  ASSETS: assets,
})

/** Aave v4: its open spokes, and a vault for each hub and asset. A scan asks a vault for the asset of its share. */
export function aaveV4(rows: SourceRow[], { chainId }: ScanChain): object[] {
  return rows.flatMap((row) => {
    const { protocol, source, book: name } = deploymentRow.parse(row)
    const { SPOKES, ALL_SPOKES, TOKENIZATION_SPOKES, ASSETS } = v4Book.parse(books[name])
    const tokens = Object.entries(ASSETS).map(([key, { UNDERLYING, decimals }]) =>
      tokenOf(chainId, key, UNDERLYING, decimals),
    )
    const spokes = Object.entries(SPOKES).filter(([, spoke]) => ALL_SPOKES.includes(spoke))
    return [
      ...spokes.map(([key, spoke]) => {
        const market = slug(key.replace(/_E?SPOKE$/, ''))
        const lending = { product: 'lending', driver: 'aave-v4', spoke: lower(spoke), tokens }
        return { id: `aave-v4-${market}`, protocol, market, ...lending, source }
      }),
      ...Object.entries(TOKENIZATION_SPOKES).map(([key, vault]) => {
        const market = slug(key.replace(/_TOKENIZATION_SPOKE$/, ''))
        const shares = { product: 'vault', driver: 'erc4626', vault: lower(vault) }
        return { id: `aave-v4-vault-${market}`, protocol, market, ...shares, source }
      }),
    ]
  })
}

const umbrellaBook = z.looseObject({
  UMBRELLA_STAKE_ASSETS: z.record(
    z.string(),
    z.looseObject({ STAKE_TOKEN: z.string(), UNDERLYING: z.string(), decimals: z.number() }),
  ),
})
const umbrellaRow = deploymentRow.extend({ market: z.string() })

/** Umbrella stakes the wrapped aTokens of a market, so there is a vault within a vault; GHO is staked unwrapped. */
export function aaveUmbrella(rows: SourceRow[], { chainId }: ScanChain): object[] {
  return rows.flatMap((row) => {
    const { protocol, source, book: name, market } = umbrellaRow.parse(row)
    const listed = Object.entries(marketBook.parse(books[market]).ASSETS)
    const stakes = Object.entries(umbrellaBook.parse(books[name]).UMBRELLA_STAKE_ASSETS)
    return stakes.map(([key, { STAKE_TOKEN, UNDERLYING, decimals }]) => {
      const wrapped = listed.find(([, { STATA_TOKEN }]) => STATA_TOKEN === UNDERLYING)
      const [assetKey, asset] = wrapped ?? [key.split('_')[1] ?? key, { UNDERLYING, decimals }]
      return {
        id: `aave-umbrella-${slug(key)}`,
        protocol,
        product: 'staking',
        market: 'umbrella',
        driver: 'erc4626',
        vault: lower(STAKE_TOKEN),
        share: shareOf(chainId, STAKE_TOKEN),
        asset: tokenOf(chainId, assetKey, asset.UNDERLYING, asset.decimals),
        ...(wrapped && { inner: lower(UNDERLYING) }),
        source,
      }
    })
  })
}

/** The book's keys are names of variables (USDCn, PT_USDe_7MAY2026), used only for a token that its list of tokens lacks. */
function tokenOf(chainId: number, key: string, address: string, decimals: number): Token {
  const symbol = findToken(chainId, address)?.symbol ?? key
  return { address: lower(address), symbol, decimals }
}

function shareOf(chainId: number, vault: string) {
  const found = findToken(chainId, vault)
  return found && { symbol: found.symbol, decimals: found.decimals }
}

const tokenBook = z.looseObject({ CHAIN_ID: z.number(), ASSETS: assets })

/** Principal tokens of Pendle on a chain, in all versions of Aave. */
export function principalTokens(chainId: number): Token[] {
  const listed = Object.values(books)
    .flatMap((each) => tokenBook.safeParse(each).data ?? [])
    .filter(({ CHAIN_ID }) => CHAIN_ID === chainId)
    .flatMap(({ ASSETS }) => Object.entries(ASSETS))
    .filter(([key]) => key.startsWith('PT_'))
  const tokens = listed.map(([key, { UNDERLYING, decimals }]): [string, Token] => {
    const symbol = key.replaceAll('_', '-')
    return [UNDERLYING, { address: lower(UNDERLYING), symbol, decimals }]
  })
  return [...new Map(tokens).values()]
}
