import type { Address, Hex } from '../../../chains/address.ts'
import { SUPPLY } from '../../../chains/evm/abi.ts'
import { type Call, call, type Reply, tryDecode } from '../../../chains/evm/call.ts'
import type { HeldPool } from '../../../chains/evm/lens/pools.ts'

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

/** The calls whose replies `contentOf` reads. Curve's lens has reported the coins; Balancer's vaults are asked. */
export function contentCalls({ vaults }: Vaults, { token, key }: HeldPool): Call[] {
  const supply = call(token, SUPPLY, [])
  if (!vaults) return [supply]
  if (key !== NO_KEY)
    return [supply, call(token, ACTUAL_SUPPLY, []), call(vaults.v2, POOL_TOKENS, [key])]
  return vaults.v3 ? [supply, call(vaults.v3, POOL_TOKEN_INFO, [token])] : [supply]
}

/** A pool's content; null where it could not be read. */
export function contentOf(
  { vaults }: Vaults,
  { token, key, coins, balances }: HeldPool,
  replies: Iterator<Reply>,
): PoolContent | null {
  const next = () => replies.next().value
  const supply = tryDecode(next(), SUPPLY)
  if (!vaults) return content(supply, coins, balances, false)
  if (key !== NO_KEY) {
    const actual = tryDecode(next(), ACTUAL_SUPPLY)
    const inside = tryDecode(next(), POOL_TOKENS)
    if (!inside) return null
    // A composable pool holds its own token, minted ahead, which only its actual supply leaves out.
    const isComposable = inside[0].includes(token)
    const read = content(isComposable ? actual : (actual ?? supply), inside[0], inside[1], false)
    return read && { ...read, parts: read.parts.filter(([of]) => of !== token) }
  }
  if (!vaults.v3) return null
  const inside = tryDecode(next(), POOL_TOKEN_INFO)
  return inside && content(supply, inside[0], inside[2], true)
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
