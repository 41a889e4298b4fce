import { decodeFunctionData, encodeAbiParameters, parseAbi, parseAbiParameters } from 'viem'
import type { Address, Hex } from '../../chains/address.ts'
import type { Call } from '../../chains/evm/call.ts'
import balances from '../../chains/evm/lens/balances.json' with { type: 'json' }
import type { BundledReply } from '../../chains/evm/multicall.ts'

const ANSWER = parseAbiParameters([
  'uint256 total, Nft[] found, Token[] tokens',
  'struct Nft { uint256 id; bool readable; address token0; address token1; uint24 fee; int24 tickLower; int24 tickUpper; uint128 liquidity; uint256 insideLast0; uint256 insideLast1; uint128 owed0; uint128 owed1; uint160 sqrtPrice; int24 tick; uint256 global0; uint256 global1; uint256 lower0; uint256 lower1; uint256 upper0; uint256 upper1; uint256 reward; }',
  'struct Token { address token; bool known; uint256 decimals; bytes symbol; }',
])

/** Of an invented NFT in its range, at tick 0, where both tokens cost the same. */
const NFT = {
  id: 7n,
  readable: true,
  fee: 500,
  tickLower: -10,
  tickUpper: 10,
  liquidity: 1_000_000n,
  insideLast0: 0n,
  insideLast1: 0n,
  owed0: 5n,
  owed1: 0n,
  sqrtPrice: 2n ** 96n,
  tick: 0,
  global0: 0n,
  global1: 0n,
  lower0: 0n,
  lower1: 0n,
  upper0: 0n,
  upper1: 0n,
  reward: 0n,
}
export type LensNft = Partial<typeof NFT>
export interface LensToken {
  token: Address
  known?: boolean
  decimals?: bigint
  symbol?: Hex
}

/** What the lens says of an owner of so many NFTs, all of one pool: what is particular of those that it shows, and of tokens. */
export function lensAnswer(
  total: bigint,
  shown: readonly LensNft[],
  tokens: readonly LensToken[],
  [token0, token1] = tokens.map(({ token }) => token),
): Hex {
  if (!token0 || !token1) throw new Error('A pool has two tokens.')
  const found = shown.map((each) => ({ ...NFT, token0, token1, ...each }))
  const plain = {
    known: true,
    decimals: 0n,
    symbol: encodeAbiParameters([{ type: 'string' }], ['NFT']),
  }
  return encodeAbiParameters(ANSWER, [total, found, tokens.map((each) => ({ ...plain, ...each }))])
}

const HELD = parseAbi([
  'function held(bytes tokens, address owner, bool mayLackCode) view returns (uint256 asked, bytes held, bytes unread)',
])

/** The balances that a call of the balance lens asks for, one call for each token; null for another call. */
export function balancesAsked({ data, code }: Call): Call[] | null {
  if (code !== balances.bytecode) return null
  const { args } = decodeFunctionData({ abi: HELD, data })
  const [tokens, owner] = args
  return (tokens.slice(2).match(/.{40}/g) ?? []).map((token) => ({
    to: `0x${token}`,
    data: `0x70a08231${owner.slice(2).toLowerCase().padStart(64, '0')}`,
  }))
}

/** What the balance lens says when the tokens reply so. */
export function balancesAnswer(replies: readonly BundledReply[]): BundledReply {
  const place = (at: number) => at.toString(16).padStart(4, '0')
  const words = replies.map(({ ok, data }) => (ok && data.length === 66 ? data.slice(2) : null))
  const held = words.map((word, at) => (word && BigInt(`0x${word}`) > 0n ? place(at) + word : ''))
  const unread = words.map((word, at) => (word === null ? place(at) : ''))
  const data = encodeAbiParameters(HELD[0].outputs, [
    BigInt(replies.length),
    `0x${held.join('')}`,
    `0x${unread.join('')}`,
  ])
  return { ok: true, data }
}
