import type { Hex } from '../../chains/address.ts'
import { selectorOf } from '../../chains/evm/viem.ts'

/** Getters that name a feed from which an adapter computes its price. */
export const PART_GETTERS = [
  // Aave's price cap and synchronicity adapters (bgd-labs/aave-capo, bgd-labs/cl-synchronicity-price-adapter).
  'function ASSET_TO_USD_AGGREGATOR() view returns (address)',
  'function BASE_TO_USD_AGGREGATOR() view returns (address)',
  'function ASSET_TO_PEG() view returns (address)',
  'function PEG_TO_BASE() view returns (address)',
  // MorphoChainlinkOracleV2 (morpho-org/morpho-blue-oracles); a feed that is not used is the zero address.
  'function BASE_FEED_1() view returns (address)',
  'function BASE_FEED_2() view returns (address)',
  'function QUOTE_FEED_1() view returns (address)',
  'function QUOTE_FEED_2() view returns (address)',
  // Price feeds of Compound v3 (compound-finance/comet, contracts/pricefeeds): scaling, multiplicative, wstETH.
  'function underlyingPriceFeed() view returns (address)',
  'function priceFeedA() view returns (address)',
  'function priceFeedB() view returns (address)',
  'function stETHtoETHPriceFeed() view returns (address)',
  // Chainlink and cross adapters of Euler (euler-xyz/euler-price-oracle).
  'function feed() view returns (address)',
  'function oracleBaseCross() view returns (address)',
  'function oracleCrossQuote() view returns (address)',
] as const

/** Getters of a contract whose rate enters the price: of a liquid staking token, or of a vault. */
const RATE_GETTERS = [
  'function RATIO_PROVIDER() view returns (address)',
  'function BASE_VAULT() view returns (address)',
  'function QUOTE_VAULT() view returns (address)',
] as const
type AddressGetter = (typeof PART_GETTERS | typeof RATE_GETTERS)[number]

export const LATEST_ROUND =
  'function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)'
export const FEED_OWNER = 'function owner() view returns (address)'

const LATEST = selectorOf(LATEST_ROUND)
const OWNER = selectorOf(FEED_OWNER)
/** A proxy of Chainlink's kind (EACAggregatorProxy), and its aggregator (OCR) asked without one. */
const AGGREGATOR_PROXY = [
  LATEST,
  selectorOf('function aggregator() view returns (address)'),
  selectorOf('function phaseId() view returns (uint16)'),
  selectorOf('function confirmAggregator(address)'),
]
const OCR_AGGREGATOR = [
  LATEST,
  selectorOf('function latestConfigDetails() view returns (uint32, uint32, bytes32)'),
]
/** By which a contract asks a Uniswap v3 pool for its price over time. */
const OBSERVE = selectorOf('function observe(uint32[]) view returns (int56[], uint160[])')
const IS_CAPPED = selectorOf('function isCapped() view returns (bool)')

/** SLOAD, SSTORE, and every call and create: without them, code depends on nothing outside itself. */
const OUTSIDE = new Set([0x54, 0x55, 0xf0, 0xf1, 0xf2, 0xf4, 0xf5, 0xfa])
const PUSH1 = 0x60
const PUSH32 = 0x7f

/** What the code of a feed says about it. */
export interface FeedCode {
  /** `adapter`: computes a price from other feeds. `constant`: calls nothing and keeps nothing. */
  kind: 'aggregator' | 'adapter' | 'twap' | 'constant' | 'unknown'
  /** The getters that it has of other feeds, and of contracts with a rate. */
  parts: AddressGetter[]
  rates: AddressGetter[]
  isCapped: boolean
  hasOwner: boolean
}

/**
 * Recognises a feed by its code. Only getters whose selector is in the code are asked, since a contract with an open fallback
 * answers everything. A feed behind a proxy is `unknown`: its selectors are elsewhere.
 */
export function readFeedCode(code: Hex): FeedCode {
  const text = code.slice(2).toLowerCase()
  const has = (selector: Hex) => hasBytes(text, selector)
  const hasGetter = (getter: AddressGetter) => has(selectorOf(getter))
  const parts = PART_GETTERS.filter(hasGetter)
  return {
    kind: kindOf(text, has, parts.length > 0),
    parts,
    rates: RATE_GETTERS.filter(hasGetter),
    isCapped: has(IS_CAPPED),
    hasOwner: has(OWNER),
  }
}

function kindOf(
  text: string,
  has: (selector: Hex) => boolean,
  hasParts: boolean,
): FeedCode['kind'] {
  if (AGGREGATOR_PROXY.every(has) || OCR_AGGREGATOR.every(has)) return 'aggregator'
  if (hasParts) return 'adapter'
  if (has(OBSERVE)) return 'twap'
  return text !== '' && isSelfContained(Buffer.from(text, 'hex')) ? 'constant' : 'unknown'
}

/** True when its bytes are in the code, anywhere: Vyper keeps selectors in tables. */
function hasBytes(text: string, selector: Hex): boolean {
  const bytes = selector.slice(2)
  for (let at = text.indexOf(bytes); at >= 0; at = text.indexOf(bytes, at + 1))
    if (at % 2 === 0) return true
  return false
}

/** False also where only data looks like such an instruction. */
function isSelfContained(code: Buffer): boolean {
  const end = code.length - metadataLength(code)
  for (let at = 0; at < end; at += 1) {
    const instruction = code[at] ?? 0
    if (OUTSIDE.has(instruction)) return false
    if (instruction >= PUSH1 && instruction <= PUSH32) at += instruction - PUSH1 + 1
  }
  return true
}

/** Bytes of the metadata that solc appends: a CBOR map, then its length in two bytes. */
function metadataLength(code: Buffer): number {
  if (code.length < 2) return 0
  const length = code.readUInt16BE(code.length - 2) + 2
  const first = code[code.length - length] ?? 0
  // A map of one to four pairs.
  return length < code.length && first >= 0xa1 && first <= 0xa4 ? length : 0
}
