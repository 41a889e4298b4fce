import { tokens } from '@aave-dao/aave-address-book/tokenlist'
import { encodePacked, getContractAddress, keccak256 } from 'viem'
import * as z from 'zod'
import { type Address, ZERO_ADDRESS } from '../../../src/chains/address.ts'
import type { ScanChain } from '../../../src/chains/scan-chains.ts'

import { address, type Token, token } from '../../../src/wallet/model/entry-base.ts'
import { lower, slug } from '../lower.ts'
import type { RowsOf, SourceRow } from '../source-rows.ts'
import { pack } from '../values.ts'
import { uniswapV2Factory } from './uniswap.ts'

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
  'BUSD',
  'BTCB',
  'ETH',
  'Cake',
]
/** Shares of pools, and tokens with a day on which they end. */
const NOT_MAIN = /^(UNI-V2|G-UNI|BPT|PT-)/
const MAX_TOKENS = 70

const factoryRow = z.looseObject({
  protocol: z.string(),
  source: z.string(),
  /** Of Uniswap where it is left out. */
  factory: address.optional(),
  /** keccak256 of the pair's creation code. */
  codeHash: z.templateLiteral(['0x', z.string()]),
  /** Beside those of the chain. */
  tokens: z.array(token).default([]),
  protocolFee: z.json().default({ numerator: 1, rootK: 5, rootKLast: 1 }),
})
type CodeHash = z.infer<typeof factoryRow>['codeHash']
const pairRow = z.looseObject({
  protocol: z.string(),
  tokens: z.tuple([token, token]),
  /** The known address, which is also the one that the factory computes. */
  pair: address,
})

/** Large pairs of Uniswap v2 and its forks; reading all pairs would take an index. */
export function v2LargePairs(rows: SourceRow[], chain: ScanChain, rowsOf: RowsOf): object[] {
  const factories = factoriesOf(rowsOf('v2-factory'), chain)
  return rows.map((row) => {
    const { protocol, tokens: two, pair } = pairRow.parse(row)
    const made = factories.find((each) => each.protocol === protocol)
    const [token0, token1] = two.sort((a, b) => (a.address < b.address ? -1 : 1))
    const market = `${token0.symbol}/${token1.symbol}`
    return {
      id: `${protocol}-${slug(market)}`,
      protocol,
      product: 'lp',
      market,
      driver: 'uniswap-v2',
      source: made?.source,
      factory: made?.factory,
      pair,
      token0,
      token1,
      protocolFee: made?.protocolFee,
      stakes: [],
    }
  })
}

/** The pairs of each factory among the main tokens of a chain: every base with every token, without the large pairs. */
export function v2MainPairs(rows: SourceRow[], chain: ScanChain, rowsOf: RowsOf): object[] {
  const large = rowsOf('v2-large-pair').map((row) => pairRow.parse(row))
  const ofPairs = large.flatMap((each) => each.tokens)
  const own = new Set(large.map(({ pair }) => pair))
  return factoriesOf(rows, chain).flatMap((row) => {
    const { protocol, source, factory, codeHash, protocolFee, tokens } = row
    const main = mainTokens(chain.chainId, [...ofPairs, ...tokens])
    if (main.length < 2) return []
    const bases = main.filter(isBase).length
    const pairs = pairsOf(main, bases, factory, codeHash)
    return {
      id: `${protocol}-main-pairs`,
      protocol,
      product: 'lp',
      driver: 'v2-pairs',
      source: `${source}; tokens: @aave-dao/aave-address-book`,
      factory,
      tokens: main,
      bases,
      pairs: pack(pairs.map((pair) => (own.has(pair) ? ZERO_ADDRESS : pair))),
      protocolFee,
    }
  })
}

function factoriesOf(rows: SourceRow[], chain: ScanChain) {
  return rows.flatMap((row) => {
    const { factory, ...rest } = factoryRow.parse(row)
    const found = factory ?? uniswapV2Factory(chain)
    return found ? [{ ...rest, factory: lower(found) }] : []
  })
}

/** Tokens that can be lent at Aave, and those of the large pairs; bases first. */
function mainTokens(chainId: number, ofPairs: Token[]): Token[] {
  const lent = tokens
    .filter((each) => each.chainId === chainId && each.tags?.includes('underlying'))
    .filter(({ symbol }) => !NOT_MAIN.test(symbol))
    .map((each) => ({ address: lower(each.address), symbol: each.symbol, decimals: each.decimals }))
  const found = new Map<Address, Token>()
  for (const each of [...lent, ...ofPairs])
    if (!found.has(each.address)) found.set(each.address, each)
  const all = [...found.values()]
  return [...all.filter(isBase), ...all.filter((each) => !isBase(each))].slice(0, MAX_TOKENS)
}

function isBase({ symbol }: Token): boolean {
  return BASES.includes(symbol)
}

function pairsOf(main: Token[], bases: number, factory: Address, codeHash: CodeHash) {
  return main
    .slice(0, bases)
    .flatMap((base, at) =>
      main.slice(at + 1).map((other) => pairOf(base.address, other.address, factory, codeHash)),
    )
}

/** Where the factory deploys the pair of two tokens, whether it has done so or not. */
export function pairOf(one: Address, two: Address, factory: Address, codeHash: CodeHash): Address {
  const [token0, token1] = one < two ? [one, two] : [two, one]
  const salt = keccak256(encodePacked(['address', 'address'], [token0, token1]))
  return lower(
    getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecodeHash: codeHash }),
  )
}
