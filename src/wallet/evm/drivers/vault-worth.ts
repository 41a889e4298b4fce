import type { Address } from '../../../chains/address.ts'
import { ASSET, SUPPLY, TO_ASSETS, TOKEN } from '../../../chains/evm/abi.ts'
import { shareOf } from './pool-token.ts'
import { type AnswersOf, may, type Question } from './questions.ts'

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

interface Way {
  ask: (vault: Address, shares: bigint) => Question<bigint | null> | bigint | null
  /** What the answer is divided by where it is a price. */
  unit?: (decimals: number) => bigint
  /** How the vault names its asset. */
  assets: readonly (typeof ASSET | typeof TOKEN | typeof WANT)[]
}

const WAYS: Record<Worth, Way> = {
  assets: { ask: (vault, shares) => may(vault, TO_ASSETS, [shares]), assets: [ASSET] },
  'exit-assets': { ask: (vault, shares) => may(vault, TO_EXIT_ASSETS, [shares]), assets: [ASSET] },
  price: {
    ask: (vault) => may(vault, PRICE, []),
    unit: (decimals) => 10n ** BigInt(decimals),
    assets: [TOKEN],
  },
  'full-price': {
    ask: (vault) => may(vault, FULL_PRICE, []),
    unit: () => WAD,
    // Beefy's first vaults did it as Yearn's do.
    assets: [WANT, TOKEN],
  },
  one: { ask: (_, shares) => shares, assets: [] },
  share: { ask: () => null, assets: [] },
}

/** What shows how much shares are worth. */
export function worthOf(worth: Worth, { vault, shares, manager }: VaultShares) {
  const { ask, assets } = WAYS[worth]
  return {
    answer: ask(vault, shares),
    inside: manager && {
      tokens: may(manager, WANTS, []),
      balances: may(manager, BALANCES, []),
      supply: may(manager, SUPPLY, []),
    },
    assets: manager ? [] : assets.map((signature) => may(vault, signature, [])),
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
