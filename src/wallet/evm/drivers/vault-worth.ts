import type { Address } from '../../../chains/address.ts'
import { ASSET, SUPPLY, TO_ASSETS, TOKEN } from '../../../chains/evm/abi.ts'
import { type Call, call, type Reply, tryDecode } from '../../../chains/evm/call.ts'
import { shareOf } from './pool-token.ts'

const TO_EXIT_ASSETS = 'function convertToExitAssets(uint256 shares) view returns (uint256)'
const PRICE = 'function pricePerShare() view returns (uint256)'
const FULL_PRICE = 'function getPricePerFullShare() view returns (uint256)'
const WANT = 'function want() view returns (address)'
const WANTS = 'function wants() view returns (address token0, address token1)'
const BALANCES = 'function balances() view returns (uint256 amount0, uint256 amount1)'

/** `getPricePerFullShare` has 18 decimals, whatever the vault's own. */
const WAD = 10n ** 18n

/**
 * How vaults report what a share is worth. `assets`: ERC-4626. `exit-assets`: Maple, whose ERC-4626 answer leaves out losses that its loans
 * are expected to make, and which pays less by them (`MaplePool`, maple-labs/pool-v2). `price`: Yearn v2, in the decimals of the share. `full-price`: Beefy.
 * `one`: a share is one token of what the vault holds. `share`: they do not report it, so the share is reported as itself.
 */
export const VAULT_WORTHS = [
  'assets',
  'exit-assets',
  'price',
  'full-price',
  'one',
  'share',
] as const

/** Shares of a vault. */
export interface VaultShares {
  vault: Address
  shares: bigint
  /** Beefy's manager of concentrated liquidity, if the vault holds its shares; it holds two tokens. */
  manager: Address | null
}

type Worth = (typeof VAULT_WORTHS)[number]

/** The calls whose replies `worthOf` reads. */
export function worthCalls(worth: Worth, { vault, shares, manager }: VaultShares): Call[] {
  return [
    ...rateCalls(worth, vault, shares),
    ...(manager
      ? [call(manager, WANTS, []), call(manager, BALANCES, []), call(manager, SUPPLY, [])]
      : assetsOf(worth).map((signature) => call(vault, signature, []))),
  ]
}

/** What shares are worth, in one token or two; null where it could not be read. `decimals` are those of the share. */
export function worthOf(
  worth: Worth,
  { shares, manager }: VaultShares,
  decimals: number,
  replies: Iterator<Reply>,
): [token: Address, amount: bigint][] | null {
  const next = () => replies.next().value
  const amount = amountOf(worth, shares, decimals, next)
  if (manager) {
    const [tokens, balances, supply] = [
      tryDecode(next(), WANTS),
      tryDecode(next(), BALANCES),
      tryDecode(next(), SUPPLY),
    ]
    if (amount === null || !tokens || !balances || !supply) return null
    return [
      [tokens[0], shareOf(balances[0], amount, supply)],
      [tokens[1], shareOf(balances[1], amount, supply)],
    ]
  }
  const [asset] = assetsOf(worth).flatMap((signature) => tryDecode(next(), signature) ?? [])
  return amount === null || !asset ? null : [[asset, amount]]
}

function rateCalls(worth: Worth, vault: Address, shares: bigint): Call[] {
  switch (worth) {
    case 'assets':
      return [call(vault, TO_ASSETS, [shares])]
    case 'exit-assets':
      return [call(vault, TO_EXIT_ASSETS, [shares])]
    case 'price':
      return [call(vault, PRICE, [])]
    case 'full-price':
      return [call(vault, FULL_PRICE, [])]
    case 'one':
    case 'share':
      return []
  }
}

function amountOf(
  worth: Worth,
  shares: bigint,
  decimals: number,
  next: () => Reply,
): bigint | null {
  switch (worth) {
    case 'assets':
      return tryDecode(next(), TO_ASSETS)
    case 'exit-assets':
      return tryDecode(next(), TO_EXIT_ASSETS)
    case 'price': {
      const price = tryDecode(next(), PRICE)
      return price === null ? null : (shares * price) / 10n ** BigInt(decimals)
    }
    case 'full-price': {
      const price = tryDecode(next(), FULL_PRICE)
      return price === null ? null : (shares * price) / WAD
    }
    case 'one':
      return shares
    case 'share':
      return null
  }
}

/** How a vault names its asset; Beefy's first vaults did it as Yearn's do. */
function assetsOf(worth: Worth) {
  switch (worth) {
    case 'assets':
    case 'exit-assets':
      return [ASSET] as const
    case 'price':
      return [TOKEN] as const
    case 'full-price':
      return [WANT, TOKEN] as const
    case 'one':
    case 'share':
      return []
  }
}
