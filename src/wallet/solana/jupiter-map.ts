import {
  type Finding,
  findingOf,
  type Product,
  type Role,
  type TokenAmount,
} from '../model/finding.ts'
import { Unreadable } from '../model/unreadable.ts'
import {
  type JupiterAsset,
  type JupiterElement,
  type JupiterPortfolio,
  type JupiterPosition,
  jupiterElement,
} from './jupiter-schema.ts'
import { SOL } from './programs.ts'
import type { ProviderAnswer } from './provider.ts'

const LEND = 'jupiter-lend'
const PERPS = 'jupiter-perpetual-exchange'
const GOVERNANCE = 'jupiter-governance'

/** Protocols that the provider is believed for: slugs on DefiLlama, but for governance, which has none. */
export const JUPITER_PLATFORMS = [LEND, PERPS, GOVERNANCE]

/** Deposits in Jupiter Lend that a receipt token stands for, as against collateral of a loan. */
export const EARN_MARKET = 'earn'

/** Fetchers of what we do not list: orders that wait, prediction markets, airdrops, locks. */
const OUT_OF_SCOPE = /dca|limit|recurring|trigger|value-average|pm-|prediction|airdrop|lock/i
const SUCCEEDED = ['succeeded', 'success', 'ok']
/** Margin is stated in dollars, so it is written as the token that is one. */
const DOLLAR = {
  token: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  symbol: 'USDC',
  decimals: 6,
}
/** More than this many tokens is no amount. */
const MAX_AMOUNT = 1e18

type Tokens = NonNullable<NonNullable<JupiterPortfolio['tokenInfo']>['solana']>

/**
 * Positions of the platforms that are on the list. A platform of which anything could not be read is named as failed,
 * with what could be read of it.
 */
export function jupiterFindings(portfolio: JupiterPortfolio): ProviderAnswer {
  const tokens = portfolio.tokenInfo?.solana ?? {}
  const failed = new Set(portfolio.fetcherReports.flatMap(failedPlatforms))
  // Without a word of what was fetched an empty list says nothing.
  if (portfolio.fetcherReports.length === 0) for (const id of JUPITER_PLATFORMS) failed.add(id)

  const findings: Finding[] = []
  for (const element of portfolio.elements) {
    const platform = platformOf(element)
    if (platform === null) continue
    try {
      findings.push(...elementFindings(jupiterElement.parse(element), platform, tokens))
    } catch {
      failed.add(platform)
    }
  }
  return { findings, failed: [...failed].sort() }
}

function failedPlatforms({ id, status }: { id: string; status: string }): string[] {
  if (SUCCEEDED.includes(status) || OUT_OF_SCOPE.test(id)) return []
  if (/perp/i.test(id)) return [PERPS]
  if (/lend|earn|borrow/i.test(id)) return [LEND]
  if (/governance|vote|asr/i.test(id)) return [GOVERNANCE]
  return JUPITER_PLATFORMS
}

function platformOf(element: JupiterPortfolio['elements'][number]): string | null {
  const { platformId, networkId, type, label, name = '' } = element
  if (networkId !== 'solana' || !platformId.startsWith('jupiter')) return null
  if (type === 'leverage') return PERPS
  const isLend = platformId === LEND || label === 'Lending' || /\b(earn|lend)\b/i.test(name)
  if (isLend || type === 'borrowlend') return LEND
  return platformId === GOVERNANCE ? GOVERNANCE : null
}

function elementFindings(element: JupiterElement, protocol: string, tokens: Tokens): Finding[] {
  const legs = (role: Role, assets: readonly JupiterAsset[]) =>
    assets.map((asset) => leg(role, asset, tokens))
  switch (element.type) {
    case 'multiple': {
      const staked = element.data.assets.filter(({ attributes }) => !attributes?.isClaimable)
      const claimable = element.data.assets.filter(({ attributes }) => attributes?.isClaimable)
      const role = protocol === LEND ? 'supply' : 'stake'
      const product = protocol === LEND ? 'lending' : 'staking'
      const all = [...legs(role, staked), ...legs('reward', claimable)]
      const market = protocol === LEND ? EARN_MARKET : null
      return [finding(protocol, product, market, element.data.ref, all)]
    }
    case 'liquidity':
      return element.data.liquidities.map(({ assets, rewardAssets, ref }) => {
        const all = [...legs('supply', assets), ...legs('reward', rewardAssets)]
        return finding(protocol, 'lending', EARN_MARKET, ref, all)
      })
    case 'borrowlend': {
      const { suppliedAssets, borrowedAssets, rewardAssets, ref } = element.data
      const all = [
        ...legs('supply', suppliedAssets),
        ...legs('borrow', borrowedAssets),
        ...legs('reward', rewardAssets),
      ]
      return [finding(protocol, 'lending', 'borrow', ref, all)]
    }
    case 'leverage': {
      const { isolated, cross, ref } = element.data
      const alone = (isolated?.positions ?? []).map((position, i) =>
        perp(protocol, position, ref === undefined ? String(i) : `${ref}-${i}`, margin(position)),
      )
      const together = (cross?.positions ?? []).map((position, i) =>
        perp(protocol, position, `cross-${i}`, []),
      )
      // What several positions stand on is told once, as the account's.
      const shared = legs('margin', cross?.collateralAssets ?? [])
      const account = finding(protocol, 'perp', 'margin account', ref, shared)
      return [...alone, ...together, ...(shared.length > 0 ? [account] : [])]
    }
  }
}

function finding(
  protocol: string,
  product: Product,
  market: string | null,
  ref: string | undefined,
  legs: TokenAmount[],
): Finding {
  // Its health ratio runs from 0 to 1 and cannot be turned into a health factor.
  return findingOf({
    protocol,
    product,
    market,
    ref: ref ?? null,
    legs,
    source: 'provider:jupiter',
  })
}

function perp(
  protocol: string,
  position: JupiterPosition,
  ref: string,
  legs: TokenAmount[],
): Finding {
  const market = position.name ?? position.address ?? null
  return {
    ...finding(protocol, 'perp', market, ref, legs),
    perp: {
      side: position.side,
      sizeUsd: position.sizeValue ?? null,
      leverage: position.leverage ?? null,
      entryPrice: position.entryPrice ?? null,
      liquidationPrice: position.liquidationPrice ?? null,
      pnlUsd: position.pnlValue ?? null,
      pnlInNet: false,
    },
  }
}

function margin({ collateralValue }: JupiterPosition): TokenAmount[] {
  if (collateralValue === null || collateralValue === undefined) return []
  return [{ ...DOLLAR, role: 'margin', amount: smallestUnit(collateralValue, DOLLAR.decimals) }]
}

function leg(role: Role, { type, data }: JupiterAsset, tokens: Tokens): TokenAmount {
  const { address, amount } = data
  if (type !== 'token' || address === undefined || amount === undefined) {
    throw new Unreadable('An asset is no token.')
  }
  const info = address === SOL.mint ? SOL : tokens[address]
  if (info?.decimals === undefined) throw new Unreadable('The decimals of a token are not told.')
  const { decimals, symbol = address } = info
  return { role, token: address, symbol, decimals, amount: smallestUnit(amount, decimals) }
}

/** The provider counts whole tokens in floating point. */
function smallestUnit(amount: number, decimals: number): bigint {
  if (amount < 0 || amount > MAX_AMOUNT) throw new Unreadable('An amount makes no sense.')
  return BigInt(amount.toFixed(decimals).replace('.', ''))
}
