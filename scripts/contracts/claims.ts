import type { Address } from '../../src/chains/address.ts'
import { call } from '../../src/chains/evm/call.ts'
import { decodeReply } from '../../src/chains/evm/viem.ts'
import { unpacked } from '../../src/chains/packed-addresses.ts'
import type { ContractEntry } from '../../src/wallet/evm/contracts/contract-entry.ts'
import type { PoolRegistryEntry } from '../../src/wallet/evm/drivers/pool-registry.ts'
import { tokenCalls, tokenFrom } from '../../src/wallet/evm/drivers/reading.ts'
import { type Token, token } from '../../src/wallet/model/entry-base.ts'
import { type Claim, existence, wordClaim } from './claim.ts'

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
const BOX = 'function bentoBox() view returns (address)'
const NFT = 'function troveNFT() view returns (address)'
const BORROWER = 'function borrowerOperationsAddress() view returns (address)'
const VAT = 'function vat() view returns (address)'
/** Rocket Pool's storage knows the contract of today by keccak256 of "contract.address" and its name. */
const ROCKET_ADDRESS = 'function getAddress(bytes32 key) view returns (address)'
const NODE_STAKING = '0x8fc06385de84508eaf7eb3d75b93167987c9629589fe0a868a2b4e0e90862dd8'
const POOL_COUNT = 'function pool_count() view returns (uint256)'
const POOL_LENGTH = 'function poolLength() view returns (uint256)'
const COUNT = 'function getReserveCount() view returns (uint256)'
const TOKEN = 'function token() view returns (address)'
const DELAY = 'function withdrawalDelayBlocks() view returns (uint256)'
const LOCKED = 'function getNumLockedTokens() view returns (uint256)'
const ALL_MARKETS = 'function allMarkets() view returns (address[])'
const ENTITIES = 'function totalEntities() view returns (uint256)'
const SHARE = 'function lpToken() view returns (address)'
const LAST_FINALIZED = 'function getLastFinalizedRequestId() view returns (uint256)'

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
          wordClaim(`aToken of ${symbol}`, call(aToken, UNDERLYING, []), address),
          wordClaim(`vToken of ${symbol}`, call(vToken, UNDERLYING, []), address),
          ...(entry.version === 3
            ? [wordClaim(`reserve ${id}`, call(entry.pool, RESERVE, [id]), address)]
            : []),
        ]),
      ]
    case 'compound-v3':
      return [wordClaim('base token', call(entry.comet, BASE, []), entry.base.address)]
    case 'uniswap-v2':
      return [
        wordClaim('first token', call(entry.pair, TOKEN0, []), entry.token0.address),
        wordClaim('second token', call(entry.pair, TOKEN1, []), entry.token1.address),
        wordClaim('factory', call(entry.pair, FACTORY, []), entry.factory),
      ]
    case 'uniswap-v3':
      return [wordClaim('factory', call(entry.manager, FACTORY, []), entry.factory)]
    case 'curve':
      return entry.coins.map(({ address, symbol }, at) => {
        const signature = COINS[entry.index]
        const asked = call(entry.pool, signature, [BigInt(at)])
        return wordClaim(`coin ${at}, ${symbol}`, asked, address)
      })
    case 'balancer':
      return [wordClaim('id of the pool', call(entry.pool, POOL_ID, []), entry.poolId)]
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
        ...(inside ? [wordClaim('asset of the vault', asked, inside)] : []),
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
    case 'abracadabra':
      return unpacked(entry.cauldrons).map((cauldron) =>
        existence(`cauldron ${cauldron}`, call(cauldron, BOX, []), (data) =>
          BigInt(decodeReply(BOX, data)),
        ),
      )
    case 'maker':
      return [
        wordClaim('vat of the manager', call(entry.manager, VAT, []), entry.vat),
        wordClaim('vat of the spotter', call(entry.spotter, VAT, []), entry.vat),
        wordClaim('vat of the savings', call(entry.pot, VAT, []), entry.vat),
      ]
    case 'liquity':
      return [
        existence('least ratio', call(entry.troveManager, MIN_RATIO, []), (data) =>
          decodeReply(MIN_RATIO, data),
        ),
      ]
    case 'liquity-v2':
      return [
        wordClaim('NFT of the troves', call(entry.troveManager, NFT, []), entry.troveNft),
        wordClaim(
          'borrower operations of the left over',
          call(entry.surplusPool, BORROWER, []),
          entry.borrowerOperations,
        ),
      ]
    case 'curve-loan':
      return entry.controllers.map((address, at) => {
        const asked = call(entry.factory, CONTROLLER, [BigInt(at)])
        return wordClaim(`controller ${at}`, asked, address)
      })
    case 'lista':
      return [
        wordClaim('vat', call(entry.interaction, VAT, []), entry.vat),
        ...entry.collaterals.map(({ address }) =>
          existence(`collateral ${address}`, call(entry.interaction, LISTED, [address]), (data) =>
            BigInt(decodeReply(LISTED, data)[2]),
          ),
        ),
      ]
    case 'vote-lock':
      // The escrows of Pendle and Convex name their token otherwise.
      if (entry.kind === 'position' || entry.kind === 'batches') return []
      return [wordClaim('locked token', call(entry.escrow, TOKEN, []), entry.token.address)]
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
    case 'morpho-vault-markets':
    case 'vault-list':
      return unpacked(entry.vaults).map((vault) =>
        existence(`vault ${vault}`, call(vault, DECIMALS, []), (data) =>
          BigInt(decodeReply(DECIMALS, data)),
        ),
      )
    case 'rocket-node':
      return [
        wordClaim(
          'node staking',
          call(entry.storage, ROCKET_ADDRESS, [NODE_STAKING]),
          entry.staking,
        ),
      ]
    case 'layerbank':
      return [
        existence('markets', call(entry.core, ALL_MARKETS, []), (data) =>
          BigInt(decodeReply(ALL_MARKETS, data).length),
        ),
      ]
    case 'uncx':
      return [
        existence('locks', call(entry.locker, LOCKED, []), (data) => decodeReply(LOCKED, data)),
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
          ? wordClaim(`share of ${pool}`, call(pool, SHARE, []), share)
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
