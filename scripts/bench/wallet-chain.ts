import { type AbiFunction, encodeAbiParameters, parseAbiItem, toFunctionSelector } from 'viem'
import { type Address, type Hex, ZERO_ADDRESS } from '../../src/chains/address.ts'
import type { Call } from '../../src/chains/evm/call.ts'
import type { BundledReply } from '../../src/chains/evm/multicall.ts'
import { parseHex } from '../../src/testing/wallet/evm/artifacts.ts'
import type { ContractEntry } from '../../src/wallet/evm/contracts/drivers.ts'

/** The positions of two accounts on each chain. Every other account holds nothing. */
export const HOLDERS: Readonly<Record<Address, Readonly<Record<string, number>>>> = {
  [`0x${'b0'.repeat(20)}`]: {
    ethereum: 5,
    arbitrum: 2,
    base: 3,
    optimism: 1,
    polygon: 1,
    bnb: 1,
    avalanche: 1,
    linea: 1,
    gnosis: 1,
    plasma: 1,
  },
  [`0x${'b1'.repeat(20)}`]: {
    ethereum: 60,
    arbitrum: 25,
    base: 40,
    optimism: 12,
    polygon: 12,
    bnb: 3,
    avalanche: 10,
    hyperliquid: 8,
    linea: 1,
    gnosis: 5,
    plasma: 2,
    ink: 5,
    monad: 8,
    unichain: 6,
  },
}
export const HELD_AT_EXCHANGE = 3

const ASSET: Address = `0x${'a5'.repeat(20)}`
const WAD = 10n ** 18n
/** Of any token: five, or very little. */
const AMOUNT = 5_000_000n
const MANY_PRICES = 'function getAssetsPrices(address[] assets) view returns (uint256[])'
const DOLLAR = 10n ** 8n
const REVERT: BundledReply = { ok: false, data: '0x08c379a0' }

/** The replies of listed contracts for an account that holds nothing, and for the tokens and rates of positions. */
const SAYINGS: readonly [signature: string, values: readonly unknown[]][] = [
  ['function balanceOf(address) returns (uint256)', [0n]],
  [
    'function getUserAccountData(address) returns (uint256, uint256, uint256, uint256, uint256, uint256)',
    [0n, 0n, 0n, 0n, 0n, 2n ** 256n - 1n],
  ],
  ['function getUserConfiguration(address) returns (uint256)', [0n]],
  ['function balanceOf(address, address) returns (uint256)', [0n]],
  ['function stakersCooldowns(address) returns (uint40, uint216)', [0, 0n]],
  ['function getCooldownSeconds() returns (uint256)', [0n]],
  ['function UNSTAKE_WINDOW() returns (uint256)', [0n]],
  ['function allMarkets() returns (address[])', [[ASSET]]],
  ['function free(address, address) returns (uint256)', [0n]],
  ['function getUint(bytes32) returns (uint256)', [0n]],
  [
    'function claimable(address, address, address, uint256) returns (uint256, (address, address, uint256)[])',
    [100n, []],
  ],
  ['function marketListOf(address) returns (address[])', [[]]],
  ['function accountLiquidityOf(address) returns (uint256, uint256, uint256)', [0n, 0n, 0n]],
  ['function accountSnapshot(address) returns (uint256, uint256, uint256)', [0n, 0n, 0n]],
  ['function getUserNumLockedTokens(address) returns (uint256)', [0n]],
  ['function getOutstandingWithdrawRequests(address) returns (uint256)', [0n]],
  ['function userAssociatedNonces(address, address) returns (uint128, uint128)', [0n, 0n]],
  ['function userInfo(uint256, address) returns (uint256, uint256)', [0n, 0n]],
  [
    'function held(address, address, address, uint256, uint256, uint256) returns (uint256, uint256, (address, address, uint256, uint256, uint256)[])',
    [1n, 0n, []],
  ],
  ['function getReservesList() returns (address[])', [[]]],
  ['function getReserveCount() returns (uint256)', [0n]],
  ['function getAllMarkets() returns (address[])', [[]]],
  ['function getAssetsIn(address) returns (address[])', [[]]],
  ['function getAccountLiquidity(address) returns (uint256, uint256, uint256)', [0n, 0n, 0n]],
  ['function compAccrued(address) returns (uint256)', [0n]],
  ['function getVAIRepayAmount(address) returns (uint256)', [0n]],
  ['function oracle() returns (address)', [ASSET]],
  ['function borrowBalanceOf(address) returns (uint256)', [0n]],
  [
    'function userBasic(address) returns (int104, uint64, uint64, uint16, uint8)',
    [0n, 0n, 0n, 0, 0],
  ],
  ['function baseTokenPriceFeed() returns (address)', [ASSET]],
  ['function getRewardOwed(address, address) returns (address, uint256)', [ASSET, 0n]],
  ['function cooldowns(address) returns (uint104, uint152)', [0n, 0n]],
  ['function getDepositedShares(address) returns (address[], uint256[])', [[], []]],
  ['function getQueuedWithdrawals(address) returns (uint256[], uint256[][])', [[], []]],
  ['function minWithdrawalDelayBlocks() returns (uint32)', [100_800]],
  ['function getBlockNumber() returns (uint256)', [1n]],
  ['function balance(address, address) returns (uint256)', [0n]],
  ['function getEnteredMarkets(address) returns (address[])', [[]]],
  ['function getUserHealthFactor(address) returns (uint256)', [2n ** 256n - 1n]],
  ['function marketsCreated() returns (address[])', [[]]],
  [
    'function liquidityData(address) returns ((uint256 borrowable, uint256 maxDebt, uint256 debt))',
    [{ borrowable: 0n, maxDebt: 0n, debt: 0n }],
  ],
  ['function getNodeETHBonded(address) returns (uint256)', [0n]],
  ['function getNodeStakedRPL(address) returns (uint256)', [0n]],
  ['function getWithdrawalRequests(address) returns (uint256[])', [[]]],
  ['function getLastFinalizedRequestId() returns (uint256)', [0n]],
  ['function getLastCheckpointIndex() returns (uint256)', [0n]],
  ['function getNodeUnstakingRPL(address) returns (uint256)', [0n]],
  ['function locked(address) returns (int128, uint256)', [0n, 0n]],
  ['function positionData(address) returns (uint128, uint128)', [0n, 0n]],
  [
    'function lockedBalances(address) returns (uint256, uint256, uint256, uint256[])',
    [0n, 0n, 0n, []],
  ],
  ['function used(address, address) returns (uint256[])', [[]]],
  ['function getUserPositions(address) returns (uint256[])', [[]]],
  ['function positionsByUser(address) returns (uint256[], uint256[])', [[], []]],
  ['function position(bytes32, address) returns (uint256, uint128, uint128)', [0n, 0n, 0n]],
  ['function held(address, address, bytes) returns (uint256, uint256, uint256[])', [1n, 0n, []]],
  ['function getTrades(address) returns (uint256[])', [[]]],
  ['function getCollaterals() returns (uint256[])', [[]]],
  ['function depositBalances(address, address) returns (uint256)', [0n]],
  ['function getAccountPositions(address, address, uint256, uint256) returns (uint256[])', [[]]],
  ['function positionsByFactory(uint256, uint256, address, address) returns (uint256[])', [[]]],
  ['function allPoolsLength() returns (uint256)', [1n]],
  ['function proxies(address) returns (address)', [ZERO_ADDRESS]],
  ['function getAllProxies(address) returns (address, address[])', [ZERO_ADDRESS, []]],
  ['function userLink(address) returns (uint64, uint64, uint64)', [0n, 0n, 0n]],
  ['function getCdpsAsc(address, address) returns (uint256[], address[], bytes32[])', [[], [], []]],
  ['function pie(address) returns (uint256)', [0n]],
  ['function chi() returns (uint256)', [10n ** 27n]],
  [
    'function getEntireDebtAndColl(address) returns (uint256, uint256, uint256, uint256)',
    [0n, 0n, 0n, 0n],
  ],
  ['function getCollateral(address) returns (uint256)', [0n]],
  ['function getCompoundedLUSDDeposit(address) returns (uint256)', [0n]],
  ['function getDepositorETHGain(address) returns (uint256)', [0n]],
  ['function getDepositorLQTYGain(address) returns (uint256)', [0n]],
  ['function stakes(address) returns (uint256)', [0n]],
  ['function getPendingETHGain(address) returns (uint256)', [0n]],
  ['function getPendingLUSDGain(address) returns (uint256)', [0n]],
  ['function getCompoundedBoldDeposit(address) returns (uint256)', [0n]],
  ['function getDepositorYieldGainWithPending(address) returns (uint256)', [0n]],
  ['function getDepositorCollGain(address) returns (uint256)', [0n]],
  ['function stashedColl(address) returns (uint256)', [0n]],
  ['function n_collaterals() returns (uint256)', [9n]],
  ['function market_count() returns (uint256)', [48n]],
  ['function loan_exists(address) returns (bool)', [false]],
  ['function collateral(address) returns (uint256)', [0n]],
  ['function debtBalanceOf(address, bytes32) returns (uint256)', [0n]],
  ['function locked(address, address) returns (uint256)', [0n]],
  [
    'function held((address,bytes,bytes4,bytes4,bytes4,uint8,uint8,bytes4,bytes4,bytes4,address,bytes4,address,address,bytes4,bool,address,uint256,uint256)) returns (uint256, uint256, uint256[])',
    [1n, 0n, []],
  ],
  ['function owned(address, address, uint256, uint256) returns (uint256, address[])', [0n, []]],
  [
    'function held((address,bytes4,bytes4,bytes4,uint256,bytes,address,bytes4,uint8,bytes4,uint8,address,uint256,uint256)) returns (uint256, uint256, uint256[])',
    [1n, 0n, []],
  ],
  ['function isSanctioned(address) returns (bool)', [false]],
  ['function asset() returns (address)', [ASSET]],
  ['function symbol() returns (string)', ['USDX']],
  ['function decimals() returns (uint8)', [18]],
  ['function convertToAssets(uint256) returns (uint256)', [AMOUNT]],
  ['function previewRedeem(uint256) returns (uint256)', [AMOUNT]],
  ['function getPooledAvaxByShares(uint256) returns (uint256)', [AMOUNT]],
  ['function kHYPEToHYPE(uint256) returns (uint256)', [AMOUNT]],
  ['function sharesToBonds(uint256) returns (uint256)', [AMOUNT]],
  ['function calculateTokenAmount(uint256) returns (uint256)', [AMOUNT]],
  ['function convertSnBnbToBnb(uint256) returns (uint256)', [AMOUNT]],
  ['function convertBnbXToBnb(uint256) returns (uint256)', [AMOUNT]],
  ['function stEthPerToken() returns (uint256)', [WAD]],
  ['function getExchangeRate() returns (uint256)', [WAD]],
  ['function exchangeRate() returns (uint256)', [WAD]],
  ['function getRate() returns (uint256)', [WAD]],
  ['function exchangeRatio() returns (uint256)', [WAD]],
  ['function exchangeRateToLST() returns (uint256)', [WAD]],
  ['function mETHToETH(uint256) returns (uint256)', [AMOUNT]],
  ['function underlyingBalanceFromShares(uint256) returns (uint256)', [AMOUNT]],
  ['function rsETHPrice() returns (uint256)', [WAD]],
  ['function getAssetPrice(address) returns (uint256)', [DOLLAR]],
]

const replies = new Map<string, Hex>(
  SAYINGS.map(([signature, values]) => {
    const item = functionOf(signature)
    return [toFunctionSelector(item), encodeAbiParameters(item.outputs, values)] as const
  }),
)
const manyPrices: string = toFunctionSelector(functionOf(MANY_PRICES))
/** `getPositions` of GMX v1: nine numbers for each pair of tokens that is asked for. */
const perps: string = toFunctionSelector(
  functionOf('function getPositions(address, address, address[], address[], bool[])'),
)
const account = toFunctionSelector(functionOf('function getUserAccountData(address)'))
const configuration = toFunctionSelector(functionOf('function getUserConfiguration(address)'))
const WORD = 64
/** Hex digits of an account, with which most questions end. */
const ADDRESS = 40
/** Aave v4 answers the same question with a struct of its own. */
const V4_ACCOUNT: Hex = `0x${'0'.repeat(7 * WORD)}`
const GMX_WORDS = 9

/** What an account has a position in: the first entries of a chain that can be held. Vaults and markets take most rounds. */
export function heldEntries(
  owner: Address,
  chain: string,
  entries: readonly ContractEntry[],
): ContractEntry[] {
  return entries.filter(isHoldable).slice(0, HOLDERS[owner]?.[chain] ?? 0)
}

/** Answers calls to the contracts of one chain, mostly by the selector alone. */
export function replyOn(chain: string, entries: readonly ContractEntry[]) {
  const held = new Map<string, Hex>()
  const spokes = new Set(
    entries.flatMap((entry) => (entry.driver === 'aave-v4' ? [entry.spoke] : [])),
  )
  for (const owner of Object.keys(HOLDERS).map(parseHex)) {
    for (const entry of heldEntries(owner, chain, entries)) hold(owner, entry, held)
  }
  return ({ to, data }: Call): BundledReply => {
    const selector = data.slice(0, 10)
    const own = held.get(`${to}${selector}${data.slice(-ADDRESS)}`)
    if (own) return { ok: true, data: own }
    if (selector === manyPrices) return { ok: true, data: list(wordAt(data, 1), DOLLAR) }
    if (selector === perps) return { ok: true, data: list(wordAt(data, 5) * GMX_WORDS, 0n) }
    if (selector === account && spokes.has(to)) return { ok: true, data: V4_ACCOUNT }
    const reply = replies.get(selector)
    return reply ? { ok: true, data: reply } : REVERT
  }
}

function isHoldable(entry: ContractEntry): boolean {
  if (entry.driver === 'erc4626') return !entry.inner && !entry.cooldown
  if (entry.driver === 'aave') return entry.version === 3 && entry.assets.length > 0
  return entry.driver === 'liquid-staking'
}

function hold(owner: Address, entry: ContractEntry, held: Map<string, Hex>): void {
  const say = (to: Address, selector: string, ...words: bigint[]) =>
    held.set(`${to}${selector}${owner.slice(2)}`, `0x${words.map(word).join('')}`)
  const balance = '0x70a08231'
  if (entry.driver === 'erc4626') say(entry.vault, balance, AMOUNT)
  if (entry.driver === 'liquid-staking') say(entry.token.address, balance, AMOUNT)
  const asset = entry.driver === 'aave' && entry.assets[0]
  if (entry.driver !== 'aave' || !asset) return
  say(asset.aToken, balance, AMOUNT)
  say(entry.pool, account, DOLLAR, 0n, 0n, 0n, 0n, 2n ** 256n - 1n)
  say(entry.pool, configuration, 2n << BigInt(2 * asset.id))
}

function wordAt(data: Hex, index: number): number {
  return Number.parseInt(data.slice(10 + index * WORD, 10 + (index + 1) * WORD), 16)
}

function list(length: number, value: bigint): Hex {
  return `0x${word(32n)}${word(BigInt(length))}${word(value).repeat(length)}`
}

function word(value: bigint): string {
  return value.toString(16).padStart(WORD, '0')
}

function functionOf(signature: string): AbiFunction {
  const item = parseAbiItem(signature)
  if (item.type !== 'function') throw new TypeError(`Not a function: ${signature}`)
  return item
}
