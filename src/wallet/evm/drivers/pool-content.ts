import type { Address, Hex } from '../../../chains/address.ts'
import { SUPPLY } from '../../../chains/evm/abi.ts'
import type { HeldPool } from '../../../chains/evm/lens/pools.ts'
import { type AnswersOf, may } from './questions.ts'

export const ACTUAL_SUPPLY = 'function getActualSupply() view returns (uint256)'
export const POOL_TOKENS =
  'function getPoolTokens(bytes32 poolId) view returns (address[] tokens, uint256[] balances, uint256 lastChangeBlock)'
const POOL_TOKEN_INFO =
  'function getPoolTokenInfo(address pool) view returns (address[] tokens, (uint8 tokenType, address rateProvider, bool paysYieldFees)[] tokenInfo, uint256[] balancesRaw, uint256[] lastBalancesLiveScaled18)'
const NO_KEY: Hex = `0x${'0'.repeat(64)}`

interface Vaults {
  vaults?: { v2: Address; v3?: Address | undefined } | undefined
}

/** What all shares of a pool represent. */
export interface PoolContent {
  supply: bigint
  parts: [token: Address, amount: bigint][]
  /** A pool of Balancer's third version. */
  isV3: boolean
}

/** What shows the content of a pool. Curve's lens has reported the coins; Balancer's vaults are asked. */
export function contentOf({ vaults }: Vaults, { token, key }: HeldPool) {
  const isV2 = vaults && key !== NO_KEY
  return {
    supply: may(token, SUPPLY, []),
    actual: isV2 ? may(token, ACTUAL_SUPPLY, []) : null,
    inV2: isV2 ? may(vaults.v2, POOL_TOKENS, [key]) : null,
    inV3: !isV2 && vaults?.v3 ? may(vaults.v3, POOL_TOKEN_INFO, [token]) : null,
  }
}

/** A pool's content; null where it could not be read. */
export function readContent(
  { vaults }: Vaults,
  { token, coins, balances }: HeldPool,
  { supply, actual, inV2, inV3 }: AnswersOf<ReturnType<typeof contentOf>>,
): PoolContent | null {
  if (!vaults) return content(supply, coins, balances, false)
  if (inV2) {
    // A composable pool holds its own token, minted ahead, which only its actual supply leaves out.
    const isComposable = inV2[0].includes(token)
    const read = content(isComposable ? actual : (actual ?? supply), inV2[0], inV2[1], false)
    return read && { ...read, parts: read.parts.filter(([of]) => of !== token) }
  }
  return inV3 && content(supply, inV3[0], inV3[2], true)
}

/** The tokens of all contents. */
export function heldTokens(contents: readonly (PoolContent | null)[]): Address[] {
  return [...new Set(contents.flatMap((each) => each?.parts.map(([of]) => of) ?? []))]
}

function content(
  supply: bigint | null,
  tokens: readonly Address[],
  amounts: readonly bigint[],
  isV3: boolean,
): PoolContent | null {
  if (supply === null || supply === 0n || tokens.length !== amounts.length) return null
  return { supply, parts: tokens.map((of, at) => [of, amounts[at] ?? 0n]), isV3 }
}
