import { createRequire } from 'node:module'
import { tokens } from '@aave-dao/aave-address-book/tokenlist'
import { encodePacked, getContractAddress, keccak256 } from 'viem'
import * as z from 'zod'
import type { Address } from '../../src/chains/address.ts'
import type { ScanChain } from '../../src/chains/scan-chains.ts'
import type { V2PairsEntry } from '../../src/wallet/evm/drivers/v2-pairs.ts'
import type { Token } from '../../src/wallet/model/entry-base.ts'
import { lower } from './lower.ts'
import { type ListedToken, UNISWAP_CODE, V2_FACTORIES } from './v2-pairs.ts'

const { V2_FACTORY_ADDRESSES } = z
  .looseObject({ V2_FACTORY_ADDRESSES: z.record(z.string(), z.string()) })
  .parse(createRequire(import.meta.url)('@uniswap/sdk-core'))
/** Most pairs with liquidity have one of these. */
const BASES = [
  'WETH',
  'WETH.e',
  'USDC',
  'USDC.e',
  'USDbC',
  'USDT',
  'USDt',
  'USD₮0',
  'DAI',
  'WBTC',
  'WBNB',
  'WPOL',
  'WAVAX',
]
/** Shares of pools, and tokens with a day on which they end. */
const NOT_MAIN = /^(UNI-V2|G-UNI|BPT|PT-)/
const MAX_TOKENS = 70
const NONE: Address = '0x0000000000000000000000000000000000000000'

interface Factory {
  protocol: string
  factory: string
  codeHash: string
  source: string
  protocolFee?: V2PairsEntry['protocolFee'] | undefined
}

/** The pairs of each factory of Uniswap v2 and its forks among the main tokens of a chain: every base with every token. */
export function entries(chain: ScanChain): V2PairsEntry[] {
  const main = mainTokens(chain.chainId)
  if (main.length < 2) return []
  const bases = main.filter(({ symbol }) => BASES.includes(symbol)).length
  return factoriesOf(chain.chainId).map(({ protocol, factory, codeHash, source, protocolFee }) => ({
    id: `${protocol}-main-pairs`,
    protocol,
    product: 'lp',
    driver: 'v2-pairs',
    source: `${source}; tokens: @aave-dao/aave-address-book`,
    factory: lower(factory),
    tokens: main,
    bases,
    pairs: pairsOf(main, bases, lower(factory), codeHash),
    protocolFee: protocolFee ?? { numerator: 1, rootK: 5, rootKLast: 1 },
  }))
}

function factoriesOf(chainId: number): Factory[] {
  const listed = V2_FACTORIES.filter((each) => each.chainId === chainId)
  const uniswap = V2_FACTORY_ADDRESSES[chainId]
  if (!uniswap || listed.some(({ protocol }) => protocol === 'uniswap-v2')) return listed
  const source = '@uniswap/sdk-core@7.19.4 (factory), @uniswap/v2-core@1.0.1 (code)'
  return [...listed, { protocol: 'uniswap-v2', factory: uniswap, codeHash: UNISWAP_CODE, source }]
}

/** Tokens that can be lent at Aave, and those of the pairs that are listed one by one; bases first. */
function mainTokens(chainId: number): Token[] {
  const found = new Map<Address, Token>()
  const add = ([address, symbol, decimals]: ListedToken) => {
    const at = lower(address)
    if (!found.has(at)) found.set(at, { address: at, symbol, decimals })
  }
  for (const { chainId: of, address, symbol, decimals, tags } of tokens) {
    if (of === chainId && tags?.includes('underlying') && !NOT_MAIN.test(symbol))
      add([address, symbol, decimals])
  }
  const factories = V2_FACTORIES.filter((each) => each.chainId === chainId)
  for (const [one, two] of factories.flatMap(({ pairs }) => pairs)) {
    add(one)
    add(two)
  }
  const all = [...found.values()]
  const isBase = ({ symbol }: Token) => BASES.includes(symbol)
  return [...all.filter(isBase), ...all.filter((each) => !isBase(each))].slice(0, MAX_TOKENS)
}

function pairsOf(main: Token[], bases: number, factory: Address, codeHash: string): `0x${string}` {
  const own = new Set(
    V2_FACTORIES.flatMap(({ pairs }) => pairs.map(([, , pair]) => pair.toLowerCase())),
  )
  const addresses = Array.from({ length: bases }, (_, one) =>
    main.slice(one + 1).map((other) => {
      const pair = pairOf(main[one]?.address ?? NONE, other.address, factory, codeHash)
      return own.has(pair) ? NONE : pair
    }),
  ).flat()
  return `0x${addresses.map((each) => each.slice(2)).join('')}`
}

/** Where the factory deploys the pair of two tokens, whether it has done so or not. */
function pairOf(one: Address, two: Address, factory: Address, codeHash: string): Address {
  const [token0, token1] = one < two ? [one, two] : [two, one]
  const salt = keccak256(encodePacked(['address', 'address'], [token0, token1]))
  const bytecodeHash = `0x${codeHash.slice(2)}` as const
  return lower(getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecodeHash }))
}
