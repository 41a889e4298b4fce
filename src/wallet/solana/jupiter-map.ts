import { Unreadable } from '../../chains/unreadable.ts'
import {
  type Finding,
  findingOf,
  type Product,
  type Role,
  type TokenAmount,
} from '../model/finding.ts'
import {
  type JupiterAsset,
  type JupiterElement,
  type JupiterPortfolio,
  type JupiterPosition,
  jupiterElement,
} from './jupiter-schema.ts'
import { SOL, USDC } from './program-ids.ts'
import type { ProviderAnswer } from './provider.ts'

const LEND = 'jupiter-lend'
const PERPS = 'jupiter-perpetual-exchange'
const GOVERNANCE = 'jupiter-governance'

/** Protocols that the provider is used for, as slugs on DefiLlama; governance has no slug there. */
export const JUPITER_PLATFORMS = [LEND, PERPS, GOVERNANCE]

/** The market of Jupiter Lend deposits with a receipt token, unlike collateral of a loan. */
export const EARN_MARKET = 'earn'

/** Fetchers for what a scan leaves out: pending orders, prediction markets, airdrops, locks. */
const OUT_OF_SCOPE = /dca|limit|recurring|trigger|value-average|pm-|prediction|airdrop|lock/i
const SUCCEEDED = ['succeeded', 'success', 'ok']
/** In whole tokens. A larger amount is an error. */
const MAX_AMOUNT = 1e18

type Tokens = NonNullable<NonNullable<JupiterPortfolio['tokenInfo']>['solana']>

/**
 * Positions on the platforms in `JUPITER_PLATFORMS`. A platform with anything unreadable is listed as failed; its readable positions
 * are included.
 */
export function jupiterFindings(portfolio: JupiterPortfolio): ProviderAnswer {
  const tokens = portfolio.tokenInfo?.solana ?? {}
  const failed = new Set(portfolio.fetcherReports.flatMap(failedPlatforms))
  // Without any fetcher report, an empty list does not mean that there are no positions.
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
      // Collateral shared by cross positions is reported once, as a finding of its own.
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
  // The provider's health ratio (0 to 1) cannot be converted to a health factor.
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
  const { mint: token, symbol, decimals } = USDC
  const amount = smallestUnit(collateralValue, decimals)
  return [{ role: 'margin', token, symbol, decimals, amount }]
}

function leg(role: Role, { type, data }: JupiterAsset, tokens: Tokens): TokenAmount {
  const { address, amount } = data
  if (type !== 'token' || address === undefined || amount === undefined) {
    throw new Unreadable(`An asset of type ${type} has no token address or no amount`)
  }
  const info = address === SOL.mint ? SOL : tokens[address]
  if (info?.decimals === undefined) throw new Unreadable(`tokenInfo has no decimals for ${address}`)
  const { decimals, symbol = address } = info
  return { role, token: address, symbol, decimals, amount: smallestUnit(amount, decimals) }
}

/** The provider's amount, a floating-point number of whole tokens, in the smallest unit. */
function smallestUnit(amount: number, decimals: number): bigint {
  if (amount < 0 || amount > MAX_AMOUNT)
    throw new Unreadable(`The amount ${amount} is negative or above ${MAX_AMOUNT}`)
  return BigInt(amount.toFixed(decimals).replace('.', ''))
}
