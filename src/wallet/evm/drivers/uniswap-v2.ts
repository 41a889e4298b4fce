import * as z from 'zod'
import { ZERO_ADDRESS } from '../../../chains/address.ts'
import { BALANCE, FACTORY, SUPPLY, TOKEN0, TOKEN1 } from '../../../chains/evm/abi.ts'
import { call } from '../../../chains/evm/call.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { address, entryBase, token } from '../../model/entry-base.ts'
import { type ClaimsOf, wordClaim } from './claim.ts'
import { defineDriver } from './driver.ts'
import { readPoolToken, shareOf, stake } from './pool-token.ts'
import { may, must } from './questions.ts'

const RESERVES = 'function getReserves() view returns (uint112, uint112, uint32)'
const LAST_PRODUCT = 'function kLast() view returns (uint256)'
const FEE_TO = 'function feeTo() view returns (address)'

/**
 * The protocol's fee on the growth, minted at the next deposit or withdrawal: supply × numerator × (√k − √kLast)
 * / (rootK × √k + rootKLast × √kLast). Uniswap and most forks: 1, 5, 1.
 */
export const protocolFee = z
  .strictObject({
    numerator: z.int().positive(),
    rootK: z.int().positive(),
    rootKLast: z.int().positive(),
  })
  .default({ numerator: 1, rootK: 5, rootKLast: 1 })

/** One pair of Uniswap v2 or of a fork. */
export const uniswapV2Entry = entryBase.extend({
  driver: z.literal('uniswap-v2'),
  factory: address,
  pair: address,
  token0: token,
  token1: token,
  protocolFee,
  stakes: z.array(stake).default([]),
})
export type UniswapV2Entry = z.infer<typeof uniswapV2Entry>

/** A share of one pair, exactly what burning it in this block would pay. */
export const uniswapV2 = defineDriver({
  name: 'uniswap-v2',
  entry: uniswapV2Entry,
  reads: ['lp', 'gauge'],
  proof: 'uniswap-chain.test.ts',
  unreadAs: 'v2-pairs',
  receiptTokens: ({ pair, stakes }) => [pair, ...stakes.map(({ contract }) => contract)],
  read(entry, owner) {
    const { pair, token0, token1, factory } = entry
    const state = {
      supply: must(pair, SUPPLY, []),
      reserves: must(pair, RESERVES, []),
      lastProduct: may(pair, LAST_PRODUCT, []),
      feeTo: must(factory, FEE_TO, []),
      content0: must(token0.address, BALANCE, [pair]),
      content1: must(token1.address, BALANCE, [pair]),
    }
    return readPoolToken({ ...entry, receipt: pair }, owner, state, (read) => {
      const { supply, reserves, lastProduct, feeTo, content0, content1 } = read
      if (supply === 0n) throw new Unreadable(`${pair} has no supply`)
      const product = reserves[0] * reserves[1]
      const whole =
        feeTo === ZERO_ADDRESS ? supply : supply + feeShares(entry, supply, product, lastProduct)
      return (held) => [
        { token: token0, amount: shareOf(content0, held, whole) },
        { token: token1, amount: shareOf(content1, held, whole) },
      ]
    })
  },
})

/** Shares that the pair mints to the protocol before it burns, with its own rounding. */
function feeShares(
  { protocolFee }: UniswapV2Entry,
  supply: bigint,
  product: bigint,
  lastProduct: bigint | null,
): bigint {
  if (lastProduct === null)
    throw new Unreadable('A pair that takes a fee does not report its product')
  if (lastProduct === 0n) return 0n
  const root = squareRoot(product)
  const lastRoot = squareRoot(lastProduct)
  if (root <= lastRoot) return 0n
  const grown = supply * (root - lastRoot) * BigInt(protocolFee.numerator)
  return grown / (root * BigInt(protocolFee.rootK) + lastRoot * BigInt(protocolFee.rootKLast))
}

/** The integer square root, rounded down. */
export function squareRoot(value: bigint): bigint {
  if (value < 2n) return value
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}

// For `npm run contracts -- --check` alone.

/** @public */
export const claims: ClaimsOf<UniswapV2Entry> = ({ pair, token0, token1, factory }) => [
  wordClaim('first token', call(pair, TOKEN0, []), token0.address),
  wordClaim('second token', call(pair, TOKEN1, []), token1.address),
  wordClaim('factory', call(pair, FACTORY, []), factory),
]
