import type { Address } from '../../../chains/address.ts'
import { ASSET, SUPPLY, TO_ASSETS, TOKEN } from '../../../chains/evm/abi.ts'
import { shareOf } from './pool-token.ts'
import { type AnswersOf, may, type Question } from './questions.ts'
import { WAD } from './reading.ts'

const TO_EXIT_ASSETS = 'function convertToExitAssets(uint256 shares) view returns (uint256)'
const PRICE = 'function pricePerShare() view returns (uint256)'
const FULL_PRICE = 'function getPricePerFullShare() view returns (uint256)'
const WANT = 'function want() view returns (address)'
const WANTS = 'function wants() view returns (address token0, address token1)'
const BALANCES = 'function balances() view returns (uint256 amount0, uint256 amount1)'
const RATE = 'function getRate() view returns (uint256 rate)'
const BASE = 'function base() view returns (address)'

/**
 * How vaults report what a share is worth. `assets`: ERC-4626. `exit-assets`: Maple, whose ERC-4626 answer leaves out losses that its loans
 * are expected to make, and which pays less by them (`MaplePool`, maple-labs/pool-v2). `price`: Yearn v2, in the decimals of the share. `full-price`: Beefy.
 * `rate`: a contract beside the vault has the rate of a share, in the token that it counts in (the accountant of a BoringVault). `one`: a share is one
 * token of what the vault holds. `share`: they do not report it, so the share is reported as itself.
 */
export const VAULT_WORTHS = [
  'assets',
  'exit-assets',
  'price',
  'full-price',
  'rate',
  'one',
  'share',
] as const

/** Shares of a vault. */
export interface VaultShares {
  vault: Address
  shares: bigint
  /** Beefy's manager of concentrated liquidity, if the vault holds its shares; it holds two tokens. */
  manager: Address | null
  /** The contract that has the rate, if it is not the vault. */
  rates: Address | null
}

type Worth = (typeof VAULT_WORTHS)[number]

interface Way {
  /** Of the contract that has the rate. */
  ask: (at: Address, shares: bigint) => Question<bigint | null> | bigint | null
  /** What the answer is divided by where it is a price. */
  unit?: (decimals: number) => bigint
  /** How that contract names the asset. */
  assets: readonly (typeof ASSET | typeof TOKEN | typeof WANT | typeof BASE)[]
}

const whole = (decimals: number) => 10n ** BigInt(decimals)

const WAYS: Record<Worth, Way> = {
  assets: { ask: (at, shares) => may(at, TO_ASSETS, [shares]), assets: [ASSET] },
  'exit-assets': { ask: (at, shares) => may(at, TO_EXIT_ASSETS, [shares]), assets: [ASSET] },
  price: { ask: (at) => may(at, PRICE, []), unit: whole, assets: [TOKEN] },
  rate: { ask: (at) => may(at, RATE, []), unit: whole, assets: [BASE] },
  'full-price': {
    ask: (at) => may(at, FULL_PRICE, []),
    unit: () => WAD,
    // Beefy's first vaults did it as Yearn's do.
    assets: [WANT, TOKEN],
  },
  one: { ask: (_, shares) => shares, assets: [] },
  share: { ask: () => null, assets: [] },
}

/** What shows how much shares are worth. */
export function worthOf(worth: Worth, { vault, shares, manager, rates }: VaultShares) {
  const { ask, assets } = WAYS[worth]
  const at = rates ?? vault
  return {
    answer: ask(at, shares),
    inside: manager && {
      tokens: may(manager, WANTS, []),
      balances: may(manager, BALANCES, []),
      supply: may(manager, SUPPLY, []),
    },
    assets: manager ? [] : assets.map((signature) => may(at, signature, [])),
  }
}

/** What shares are worth, in one token or two; none where that could not be read. `decimals` are those of the share. */
export function partsOf(
  worth: Worth,
  { shares, answer, inside, assets }: VaultShares & AnswersOf<ReturnType<typeof worthOf>>,
  decimals: number,
): { at: Address; amount: bigint }[] {
  if (answer === null) return []
  const { unit } = WAYS[worth]
  const amount = unit ? (shares * answer) / unit(decimals) : answer
  if (inside) {
    const { tokens, balances, supply } = inside
    if (!tokens || !balances || !supply) return []
    return [
      { at: tokens[0], amount: shareOf(balances[0], amount, supply) },
      { at: tokens[1], amount: shareOf(balances[1], amount, supply) },
    ]
  }
  const asset = assets.find((each) => each !== null)
  return asset ? [{ at: asset, amount }] : []
}
