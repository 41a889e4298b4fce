import { getContractAddress } from 'viem'
import type { AccountRegistry } from '../../src/wallet/evm/accounts/account-registry.ts'
import { type Call, call, type Reply } from '../../src/wallet/evm/client/call.ts'
import { decodeReply } from '../../src/wallet/evm/client/viem.ts'
import type { ContractEntry } from '../../src/wallet/evm/contracts/contract-entry.ts'
import type { PoolRegistryEntry } from '../../src/wallet/evm/drivers/pool-registry.ts'
import { tokenCalls, tokenFrom } from '../../src/wallet/evm/drivers/reading.ts'
import type { Address } from '../../src/wallet/model/address.ts'
import { type Token, token } from '../../src/wallet/model/entry-base.ts'
import { unpacked } from '../../src/wallet/model/packed-addresses.ts'
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
const DECIMALS = 'function decimals() view returns (uint8)'
const PAIRS = 'function getAllPairAddresses() view returns (address[])'
const IS_VAULT = 'function vaults(address vault) view returns (bool)'
const NEXT_ID = 'function getNextSiloId() view returns (uint256)'
const IS_SILO = 'function isSilo(address silo) view returns (bool)'
const MIN_RATIO = 'function MCR() view returns (uint256)'
const CONTROLLER = 'function controllers(uint256 at) view returns (address)'
const LISTED =
  'function collaterals(address token) view returns (address gem, bytes32 ilk, uint32 live, address clip)'
const NFT = 'function troveNFT() view returns (address)'
const VAT = 'function vat() view returns (address)'
const ALL_PROXIES =
  'function getAllProxies(address owner) view returns (address first, address[] others)'
const TEMPLATE = 'function proxyTemplate() view returns (address)'
const ACCOUNT_COUNT = 'function accounts() view returns (uint64)'
/** Rocket Pool's storage knows the contract of today by keccak256 of "contract.address" and its name. */
const ROCKET_STORAGE = '0x1d8f8f00cfa6758d7be78336684788fb0ee0fa46'
const ROCKET_ADDRESS = 'function getAddress(bytes32 key) view returns (address)'
const NODE_STAKING = '0x8fc06385de84508eaf7eb3d75b93167987c9629589fe0a868a2b4e0e90862dd8'
const POOL_COUNT = 'function pool_count() view returns (uint256)'
const POOL_LENGTH = 'function poolLength() view returns (uint256)'
const COUNT = 'function getReserveCount() view returns (uint256)'
const TOKEN = 'function token() view returns (address)'
const DELAY = 'function withdrawalDelayBlocks() view returns (uint256)'
const ENTITIES = 'function totalEntities() view returns (uint256)'
const SHARE = 'function lpToken() view returns (address)'
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

/** That a registry of smart accounts answers as one of its kind. */
export function registryClaim({ kind, registry }: AccountRegistry): Claim {
  switch (kind) {
    case 'ds-proxy':
      return existence('factory of the proxies', call(registry, FACTORY, []), (data) =>
        BigInt(decodeReply(FACTORY, data)),
      )
    case 'ds-proxies':
      return existence('list of proxies', call(registry, ALL_PROXIES, [registry]), (data) =>
        BigInt(decodeReply(ALL_PROXIES, data).length),
      )
    case 'instadapp':
      return existence('accounts', call(registry, ACCOUNT_COUNT, []), (data) =>
        decodeReply(ACCOUNT_COUNT, data),
      )
    case 'summer': {
      const first = getContractAddress({ from: registry, nonce: 1n }).toLowerCase()
      return addressClaim('first contract', call(registry, TEMPLATE, []), TEMPLATE, first)
    }
  }
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
    case 'pool-registry':
      return registryClaims(entry)
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
    case 'euler':
      return [...entry.vaults, ...entry.unmeasured].map((vault) =>
        existence(`vault ${vault}`, call(vault, ASSET, []), (data) =>
          BigInt(decodeReply(ASSET, data)),
        ),
      )
    case 'aave-v4':
      return [
        existence('reserves', call(entry.spoke, COUNT, []), (data) => decodeReply(COUNT, data)),
      ]
    case 'maker':
      return [
        addressClaim('vat of the manager', call(entry.manager, VAT, []), VAT, entry.vat),
        addressClaim('vat of the spotter', call(entry.spotter, VAT, []), VAT, entry.vat),
        addressClaim('vat of the savings', call(entry.pot, VAT, []), VAT, entry.vat),
      ]
    case 'liquity':
      return [
        existence('least ratio', call(entry.troveManager, MIN_RATIO, []), (data) =>
          decodeReply(MIN_RATIO, data),
        ),
      ]
    case 'liquity-v2':
      return [
        addressClaim('NFT of the troves', call(entry.troveManager, NFT, []), NFT, entry.troveNft),
      ]
    case 'curve-loan':
      return entry.controllers.map((address, at) => {
        const asked = call(entry.factory, CONTROLLER, [BigInt(at)])
        return addressClaim(`controller ${at}`, asked, CONTROLLER, address)
      })
    case 'lista':
      return [
        addressClaim('vat', call(entry.interaction, VAT, []), VAT, entry.vat),
        ...entry.collaterals.map(({ address }) =>
          existence(`collateral ${address}`, call(entry.interaction, LISTED, [address]), (data) =>
            BigInt(decodeReply(LISTED, data)[2]),
          ),
        ),
      ]
    case 'vote-lock':
      // The escrows of Pendle and Convex name their token otherwise.
      if (entry.kind === 'position' || entry.kind === 'batches') return []
      return [
        addressClaim('locked token', call(entry.escrow, TOKEN, []), TOKEN, entry.token.address),
      ]
    case 'fraxlend':
      return [
        existence('pairs', call(entry.registry, PAIRS, []), (data) =>
          BigInt(decodeReply(PAIRS, data).length),
        ),
      ]
    case 'silo':
      return [
        existence('markets', call(entry.factory, NEXT_ID, []), (data) =>
          decodeReply(NEXT_ID, data),
        ),
      ]
    case 'silo-v1':
      return unpacked(entry.silos).map((silo) => siloClaim(silo, entry.deployments))
    case 'stakewise':
      return unpacked(entry.vaults).map((vault) =>
        existence(`vault ${vault}`, call(entry.registry, IS_VAULT, [vault]), (data) =>
          decodeReply(IS_VAULT, data) ? 1n : 0n,
        ),
      )
    case 'vault-list':
      return unpacked(entry.vaults).map((vault) =>
        existence(`vault ${vault}`, call(vault, DECIMALS, []), (data) =>
          BigInt(decodeReply(DECIMALS, data)),
        ),
      )
    case 'rocket-node':
      return [
        addressClaim(
          'node staking',
          call(ROCKET_STORAGE, ROCKET_ADDRESS, [NODE_STAKING]),
          ROCKET_ADDRESS,
          entry.staking,
        ),
      ]
    case 'withdrawal-queue':
      return entry.kind === 'kelp'
        ? [existence('delay', call(entry.queue, DELAY, []), (data) => decodeReply(DELAY, data))]
        : []
    case 'symbiotic':
      return [entry.vaults, entry.collaterals].map((factory) =>
        existence(`contracts of ${factory}`, call(factory, ENTITIES, []), (data) =>
          decodeReply(ENTITIES, data),
        ),
      )
    case 'stargate':
      return entry.pools.map(({ pool, share }) =>
        entry.version === 2
          ? addressClaim(`share of ${pool}`, call(pool, SHARE, []), SHARE, share)
          : existence(`pool ${pool}`, call(pool, TOKEN, []), (data) =>
              BigInt(decodeReply(TOKEN, data)),
            ),
      )
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

/** Each way of listing pools has a count of its own. */
function registryClaims({ registry, walk }: PoolRegistryEntry): Claim[] {
  if (!registry) return []
  const signature = walk.startsWith('curve') ? POOL_COUNT : POOL_LENGTH
  return [existence('pools', call(registry, signature, []), (data) => decodeReply(signature, data))]
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
    | typeof ROCKET_ADDRESS
    | typeof UNDERLYING
    | typeof BASE
    | typeof RESERVE
    | typeof TOKEN0
    | typeof TOKEN1
    | typeof FACTORY
    | typeof VAT
    | typeof NFT
    | typeof CONTROLLER
    | (typeof COINS)[keyof typeof COINS]
    | typeof TOKEN
    | typeof SHARE
    | typeof TEMPLATE
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

/** One of the repositories knows the silo. */
function siloClaim(silo: Address, deployments: readonly { repository: Address }[]): Claim {
  return {
    calls: deployments.map(({ repository }) => call(repository, IS_SILO, [silo])),
    refute: (replies) =>
      replies.some((reply) => reply.ok && decodeReply(IS_SILO, reply.data))
        ? null
        : `no repository knows the silo ${silo}`,
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
