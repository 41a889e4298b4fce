import { type Address, ZERO_ADDRESS } from '../../../chains/address.ts'
import type { Call, Reply } from '../../../chains/evm/call.ts'
import type { LensPosition } from '../../../chains/evm/lens/lens.ts'
import type { ResultOf } from '../../../chains/evm/viem.ts'
import type { Token } from '../../model/entry-base.ts'
import { type AnswersOf, answersTo, apart, may, mayBeToken, must } from './questions.ts'

const NFT_AT = 'function tokenOfOwnerByIndex(address owner, uint256 index) view returns (uint256)'
const NFT =
  'function positions(uint256 id) view returns (uint96 nonce, address operator, address token0, address token1, uint24 fee, int24 tickLower, int24 tickUpper, uint128 liquidity, uint256 inside0, uint256 inside1, uint128 owed0, uint128 owed1)'
const POOL =
  'function getPool(address token0, address token1, uint24 fee) view returns (address pool)'
const PRICE =
  'function slot0() view returns (uint160 sqrtPrice, int24 tick, uint16 index, uint16 cardinality, uint16 next, uint8 protocolFee, bool unlocked)'
const GROWTH0 = 'function feeGrowthGlobal0X128() view returns (uint256)'
const GROWTH1 = 'function feeGrowthGlobal1X128() view returns (uint256)'
const TICK =
  'function ticks(int24 tick) view returns (uint128 gross, int128 net, uint256 outside0, uint256 outside1, int56 cumulative, uint160 seconds, uint32 time, bool initialized)'

interface Found {
  found: LensPosition[]
  known: Map<Address, Token>
}

/** What the lens of Uniswap v3 answers, asked in four rounds: for a chain whose nodes run no code of ours. */
export function* positionsInRounds(
  { manager, factory }: { manager: Address; factory: Address },
  owner: Address,
  places: readonly bigint[],
): Generator<Call[], Found, Reply[]> {
  const ids = yield* answersTo(places.map((place) => must(manager, NFT_AT, [owner, place])))
  const nfts = yield* answersTo(ids.map((id) => ({ id, nft: may(manager, NFT, [id]) })))
  const pools = yield* answersTo(
    nfts.map(({ id, nft }) => ({
      id,
      nft,
      pool: nft && isOpen(nft) ? may(factory, POOL, [nft[2], nft[3], nft[4]]) : null,
    })),
  )
  const states = yield* answersTo(
    pools.map(({ id, nft, pool }) => ({
      id,
      nft,
      state: nft && pool && pool !== ZERO_ADDRESS ? stateOf(pool, nft) : null,
    })),
  )
  const tokens = states.flatMap(({ state }) => state?.tokens ?? [])
  return {
    found: states.map(({ id, nft, state }) => positionFrom(id, nft, state)),
    known: new Map(tokens.flatMap((token) => (token ? [[token.address, token] as const] : []))),
  }
}

type Nft = ResultOf<typeof NFT>

function isOpen([, , , , , , , liquidity, , , owed0, owed1]: Nft): boolean {
  return liquidity > 0n || owed0 > 0n || owed1 > 0n
}

function stateOf(pool: Address, [, , token0, token1, , lower, upper]: Nft) {
  return {
    price: may(pool, PRICE, []),
    global0: may(pool, GROWTH0, []),
    global1: may(pool, GROWTH1, []),
    lower: may(pool, TICK, [lower]),
    upper: may(pool, TICK, [upper]),
    // Anybody can make a token.
    tokens: [apart(mayBeToken(token0)), apart(mayBeToken(token1))],
  }
}

function positionFrom(
  id: bigint,
  nft: Nft | null,
  state: AnswersOf<ReturnType<typeof stateOf>> | null,
): LensPosition {
  const [
    ,
    ,
    token0,
    token1,
    fee,
    tickLower,
    tickUpper,
    liquidity,
    insideLast0,
    insideLast1,
    owed0,
    owed1,
  ] = nft ?? [0n, ZERO_ADDRESS, ZERO_ADDRESS, ZERO_ADDRESS, 0, 0, 0, 0n, 0n, 0n, 0n, 0n]
  const { price, global0, global1, lower, upper } = state ?? {}
  const isRead =
    price && lower && upper && typeof global0 === 'bigint' && typeof global1 === 'bigint'
  return {
    id,
    readable: nft !== null && (!isOpen(nft) || isRead === true),
    token0,
    token1,
    fee,
    tickLower,
    tickUpper,
    liquidity,
    insideLast0,
    insideLast1,
    owed0,
    owed1,
    sqrtPrice: price?.[0] ?? 0n,
    tick: price?.[1] ?? 0,
    global0: global0 ?? 0n,
    global1: global1 ?? 0n,
    lower0: lower?.[2] ?? 0n,
    lower1: lower?.[3] ?? 0n,
    upper0: upper?.[2] ?? 0n,
    upper1: upper?.[3] ?? 0n,
    reward: 0n,
  }
}
