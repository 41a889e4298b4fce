import { type Call, call, type Reply } from '../../src/wallet/evm/client/call.ts'
import { decodeReply } from '../../src/wallet/evm/client/viem.ts'
import type { ContractEntry } from '../../src/wallet/evm/contracts/contract-entry.ts'
import { tokenCalls, tokenFrom } from '../../src/wallet/evm/drivers/reading.ts'
import { type Token, token } from '../../src/wallet/model/entry-base.ts'
import { Unreadable } from '../../src/wallet/model/unreadable.ts'

const UNDERLYING = 'function UNDERLYING_ASSET_ADDRESS() view returns (address)'
const RESERVE = 'function getReserveAddressById(uint16 id) view returns (address)'
const PROVIDER = 'function ADDRESSES_PROVIDER() view returns (address)'
const ASSET = 'function asset() view returns (address)'
const BASE = 'function baseToken() view returns (address)'
const TOKEN0 = 'function token0() view returns (address)'
const TOKEN1 = 'function token1() view returns (address)'
const FACTORY = 'function factory() view returns (address)'
const COINS = {
  uint256: 'function coins(uint256 at) view returns (address)',
  int128: 'function coins(int128 at) view returns (address)',
} as const
const POOL_ID = 'function getPoolId() view returns (bytes32)'
const MARKETS = 'function getAllMarkets() view returns (address[])'
const PARAMS =
  'function idToMarketParams(bytes32 id) view returns (address loanToken, address collateralToken, address oracle, address irm, uint256 lltv)'
const COUNT = 'function getReserveCount() view returns (uint256)'
const LOCKED_TOKEN = 'function token() view returns (address)'
const LAST_FINALIZED = 'function getLastFinalizedRequestId() view returns (uint256)'

/** A claim of a contract list about a contract, and the calls that check it. */
export interface Claim {
  calls: Call[]
  /** Null when the contract agrees, otherwise the disagreement. */
  refute(replies: Reply[]): string | null
}

/** The claims of an entry that can be checked: symbol and decimals of each token, and how its contracts are linked. */
export function claimsOf(entry: ContractEntry): Claim[] {
  return [...tokensIn(entry).map(tokenClaim), ...driverClaims(entry)]
}

function driverClaims(entry: ContractEntry): Claim[] {
  switch (entry.driver) {
    case 'aave':
      return [
        sameProvider(entry.pool, entry.dataProvider),
        ...entry.assets.flatMap(({ address, aToken, vToken, id, symbol }) => [
          addressClaim(`aToken of ${symbol}`, call(aToken, UNDERLYING, []), UNDERLYING, address),
          addressClaim(`vToken of ${symbol}`, call(vToken, UNDERLYING, []), UNDERLYING, address),
          ...(entry.version === 3
            ? [addressClaim(`reserve ${id}`, call(entry.pool, RESERVE, [id]), RESERVE, address)]
            : []),
        ]),
      ]
    case 'compound-v3':
      return [addressClaim('base token', call(entry.comet, BASE, []), BASE, entry.base.address)]
    case 'uniswap-v2':
      return [
        addressClaim('first token', call(entry.pair, TOKEN0, []), TOKEN0, entry.token0.address),
        addressClaim('second token', call(entry.pair, TOKEN1, []), TOKEN1, entry.token1.address),
        addressClaim('factory', call(entry.pair, FACTORY, []), FACTORY, entry.factory),
      ]
    case 'uniswap-v3':
      return [addressClaim('factory', call(entry.manager, FACTORY, []), FACTORY, entry.factory)]
    case 'curve':
      return entry.coins.map(({ address, symbol }, at) => {
        const signature = COINS[entry.index]
        const asked = call(entry.pool, signature, [BigInt(at)])
        return addressClaim(`coin ${at}, ${symbol}`, asked, signature, address)
      })
    case 'balancer':
      return [addressClaim('id of the pool', call(entry.pool, POOL_ID, []), POOL_ID, entry.poolId)]
    case 'compound-v2':
      return [
        existence('markets', call(entry.comptroller, MARKETS, []), (data) =>
          BigInt(decodeReply(MARKETS, data).length),
        ),
      ]
    case 'erc4626': {
      const inside = entry.inner ?? entry.asset?.address
      const asked = call(entry.vault, ASSET, [])
      return [
        ...(inside ? [addressClaim('asset of the vault', asked, ASSET, inside)] : []),
        ...(entry.share ? [tokenClaim({ address: entry.vault, ...entry.share })] : []),
      ]
    }
    case 'morpho-blue':
      return entry.markets.map((id) =>
        existence(`market ${id}`, call(entry.morpho, PARAMS, [id]), (data) =>
          BigInt(decodeReply(PARAMS, data)[0]),
        ),
      )
    case 'aave-v4':
      return [
        existence('reserves', call(entry.spoke, COUNT, []), (data) => decodeReply(COUNT, data)),
      ]
    case 'vote-lock':
      // The escrows of Pendle and Convex name their token otherwise.
      if (entry.kind === 'position' || entry.kind === 'batches') return []
      return [
        addressClaim(
          'locked token',
          call(entry.escrow, LOCKED_TOKEN, []),
          LOCKED_TOKEN,
          entry.token.address,
        ),
      ]
    case 'lido-queue':
      return [
        existence('finalized request', call(entry.queue, LAST_FINALIZED, []), (data) =>
          decodeReply(LAST_FINALIZED, data),
        ),
      ]
    default:
      return []
  }
}

/** Every token in an entry, at any depth. */
function tokensIn(value: unknown): Token[] {
  if (typeof value !== 'object' || value === null) return []
  const { address, symbol, decimals } = { address: null, symbol: null, decimals: null, ...value }
  const named = token.safeParse({ address, symbol, decimals })
  const inside = Object.values(value).flatMap(tokensIn)
  return named.success ? [named.data, ...inside] : inside
}

function tokenClaim(listed: Token): Claim {
  return {
    calls: tokenCalls(listed.address),
    refute([symbolReply, decimalsReply]) {
      const said = tokenFrom(listed.address, symbolReply, decimalsReply)
      return said.symbol === listed.symbol && said.decimals === listed.decimals
        ? null
        : `${listed.address} is ${said.symbol} with ${said.decimals} decimals, not ${listed.symbol} with ${listed.decimals}`
    },
  }
}

function addressClaim(
  what: string,
  asked: Call,
  signature:
    | typeof ASSET
    | typeof UNDERLYING
    | typeof BASE
    | typeof RESERVE
    | typeof TOKEN0
    | typeof TOKEN1
    | typeof FACTORY
    | (typeof COINS)[keyof typeof COINS]
    | typeof LOCKED_TOKEN
    | typeof POOL_ID,
  expected: string,
): Claim {
  return {
    calls: [asked],
    refute([reply]) {
      const said = reply?.ok ? decodeReply(signature, reply.data) : 'no answer'
      return said === expected ? null : `${what}: ${said}, not ${expected}`
    },
  }
}

function sameProvider(pool: `0x${string}`, dataProvider: `0x${string}`): Claim {
  return {
    calls: [call(pool, PROVIDER, []), call(dataProvider, PROVIDER, [])],
    refute([one, two]) {
      const same = one?.ok && two?.ok && one.data === two.data
      return same ? null : `the data provider ${dataProvider} does not belong to ${pool}`
    },
  }
}

function existence(what: string, asked: Call, count: (data: `0x${string}`) => bigint): Claim {
  return {
    calls: [asked],
    refute: ([reply]) => (reply?.ok && count(reply.data) > 0n ? null : `${what} does not exist`),
  }
}

/** The disagreement of the contracts with a claim, or null. A reply that cannot be read is a disagreement too. */
export function refutation(claim: Claim, replies: Reply[]): string | null {
  try {
    return claim.refute(replies)
  } catch (problem) {
    if (problem instanceof Unreadable) return `${claim.calls[0]?.to}: ${problem.message}`
    throw problem
  }
}
