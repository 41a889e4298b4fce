import { smallestUnits } from '../model/amounts.ts'
import { type Finding, findingOf, type Role, type TokenAmount } from '../model/finding.ts'
import type { Mode, Perps, Spot, Staking, Vaults } from './schema.ts'

/** Slugs as in `protocols.json`, by which scores are found. */
const EXCHANGE = 'hyperliquid'
const SPOT = 'hyperliquid-spot-orderbook'

/** Tokens of the exchange have no contract address, so they are priced by their CoinGecko ids. */
const USDC = { token: 'coingecko:usd-coin', symbol: 'USDC', decimals: 8 }
const HYPE = { token: 'coingecko:hyperliquid', symbol: 'HYPE', decimals: 8 }
/**
 * By their indexes, which the exchange gives (`spotMeta`, the same in several public repositories): the maker of a token may call it what
 * another one is called.
 */
const PRICED: ReadonlyMap<number, typeof USDC> = new Map([
  [0, USDC],
  [150, HYPE],
])

/** Decimals used for amounts of coins whose decimals are unknown. */
const PLACES = 8

/**
 * The perpetuals account and its positions. The account's value already includes the profit of its positions. The margin shared by
 * cross positions is reported once, as that of the account; an isolated position has its own margin. A loss larger than the margin is
 * reported as a debt of the account, never as a negative margin.
 */
export function mapPerps(perps: Perps, mode: Mode): Finding[] {
  const shared = mode === 'unifiedAccount' || mode === 'portfolioMargin'
  const open = perps.assetPositions
    .map(({ position }) => position)
    .filter(({ szi }) => smallestUnits(szi, PLACES) !== 0n)
  const findings = open.map((position) => perpOf(position, shared ? 0n : ownMargin(position)))
  if (shared) return findings
  const isolated = open.reduce((sum, position) => sum + ownMargin(position), 0n)
  const rest = smallestUnits(perps.marginSummary.accountValue, USDC.decimals) - isolated
  if (rest !== 0n) {
    const legs = [legOf(rest > 0n ? 'margin' : 'borrow', USDC, rest)]
    findings.push(finding(EXCHANGE, 'perp', 'margin account', legs))
  }
  return findings
}

type Position = Perps['assetPositions'][number]['position']

/** The margin of an isolated position, profit included; zero for a cross position. */
function ownMargin({ leverage, marginUsed }: Position): bigint {
  const margin = smallestUnits(marginUsed, USDC.decimals)
  return leverage.type === 'isolated' && margin > 0n ? margin : 0n
}

function perpOf(position: Position, margin: bigint): Finding {
  const isShort = position.szi.startsWith('-')
  const legs = margin > 0n ? [legOf('margin', USDC, margin)] : []
  return {
    ...finding(EXCHANGE, 'perp', `${position.coin}-USD`, legs),
    ref: position.coin,
    perp: {
      side: isShort ? 'short' : 'long',
      sizeUsd: Math.abs(Number(position.positionValue)),
      leverage: position.leverage.value,
      entryPrice: toPrice(position.entryPx),
      liquidationPrice: toPrice(position.liquidationPx),
      markPrice: Math.abs(Number(position.positionValue) / Number(position.szi)),
      pnlUsd: Number(position.unrealizedPnl),
      pnlInNet: true,
    },
  }
}

/** Balances on the spot exchange; a negative balance is a debt. */
export function mapSpot(spot: Spot): Finding[] {
  return spot.balances.flatMap(({ coin, token, total }): Finding[] => {
    const known = PRICED.get(token) ?? {
      token: `hypercore:${token}`,
      symbol: coin,
      decimals: PLACES,
    }
    const amount = smallestUnits(total, known.decimals)
    if (amount === 0n) return []
    const legs = [legOf(amount > 0n ? 'supply' : 'borrow', known, amount)]
    return [{ ...finding(SPOT, 'vault', 'spot balance', legs), ref: coin }]
  })
}

/** Shares of vaults, including HLP, at the exchange's valuation. */
export function mapVaults(vaults: Vaults): Finding[] {
  return vaults.flatMap(({ vaultAddress, equity }): Finding[] => {
    const amount = smallestUnits(equity, USDC.decimals)
    if (amount <= 0n) return []
    const vault = vaultAddress.toLowerCase()
    return [
      {
        ...finding(EXCHANGE, 'vault', `vault ${vault}`, [legOf('supply', USDC, amount)]),
        ref: vault,
      },
    ]
  })
}

/** HYPE in the staking account: delegated, undelegated and pending withdrawal. */
export function mapStaking(staking: Staking): Finding[] {
  const amount =
    smallestUnits(staking.delegated, HYPE.decimals) +
    smallestUnits(staking.undelegated, HYPE.decimals) +
    smallestUnits(staking.totalPendingWithdrawal, HYPE.decimals)
  if (amount === 0n) return []
  return [finding(EXCHANGE, 'staking', 'staked HYPE', [legOf('stake', HYPE, amount)])]
}

function toPrice(text: string | null | undefined): number | null {
  return text === null || text === undefined ? null : Number(text)
}

function legOf(role: Role, coin: typeof USDC, amount: bigint): TokenAmount {
  return { role, ...coin, amount: amount < 0n ? -amount : amount }
}

function finding(
  protocol: string,
  product: Finding['product'],
  market: string,
  legs: TokenAmount[],
): Finding {
  return findingOf({ protocol, product, market, legs })
}
