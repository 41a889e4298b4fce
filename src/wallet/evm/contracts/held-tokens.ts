import { type Address, NATIVE_COIN } from '../../../chains/address.ts'
import { BALANCE } from '../../../chains/evm/abi.ts'
import type { Call, Reply } from '../../../chains/evm/call.ts'
import { MULTICALL3 } from '../../../chains/evm/multicall.ts'
import { memoizeWeak } from '../../../chains/memoize-weak.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import type { ChainWithNodes } from '../../../chains/wallet-nodes.ts'
import type { Token } from '../../model/entry-base.ts'
import type { HeldToken, HeldTokens } from '../../model/holdings.ts'
import { answersTo, may, must } from '../drivers/questions.ts'
import { type ContractList, scannedEntries } from './contract-list.ts'
import { receiptTokens } from './drivers.ts'
import { listedAddresses } from './listed-addresses.ts'

const COIN = 'function getEthBalance(address owner) view returns (uint256)'
const COIN_DECIMALS = 18

type Chain = Pick<ChainWithNodes, 'native' | 'multicall3'>

/**
 * Reads the native coin of a chain and the tokens of its contract list, in one round: the tokens that another reader of the round does not know in
 * the next one.
 */
export function* readHeld(
  { native, multicall3 = MULTICALL3 }: Chain,
  list: ContractList,
  owner: Address,
  balanceOf?: (token: Address) => bigint | null,
): Generator<Call[], HeldTokens, Reply[]> {
  const tokens = plainTokens(list).filter(
    (each) => !native?.isToken || each.address !== native.token,
  )
  const ask = (token: Token) => may(token.address, BALANCE, [owner])
  const isKnownElsewhere = native && balanceOf
  const { coin, first } = yield* answersTo({
    coin: native ? must(multicall3, COIN, [owner]) : 0n,
    first: isKnownElsewhere ? [] : tokens.map(ask),
  })
  const amounts = yield* answersTo(
    tokens.map((token, at) => ({
      token,
      amount: isKnownElsewhere ? (balanceOf(token.address) ?? ask(token)) : (first[at] ?? null),
    })),
  )
  // Where nothing answers, it is the node that does not.
  if (!native && amounts.length > 0 && amounts.every(({ amount }) => amount === null))
    throw new Unreadable('no token said its balance')
  const held = amounts.flatMap(({ token: { address, symbol, decimals }, amount }): HeldToken[] =>
    amount ? [{ token: address, symbol, decimals, amount, pricedAs: address }] : [],
  )
  if (native && coin > 0n) {
    const { symbol, decimals: all = COIN_DECIMALS, token = NATIVE_COIN } = native
    // A price is of its token's decimals, which may be fewer: the last digits of the coin are worth nothing.
    const decimals = Math.min(all, listedAddresses(list).tokens.get(token)?.decimals ?? all)
    const amount = coin / 10n ** BigInt(all - decimals)
    held.unshift({ token: null, symbol, decimals, amount, pricedAs: token })
  }
  return { held, unread: amounts.filter(({ amount }) => amount === null).length }
}

/** The tokens that entries of a list name, without those whose balance an entry counts as a position. */
export const plainTokens: (list: ContractList) => readonly Token[] = memoizeWeak((list) => {
  const receipts = new Set(scannedEntries(list).flatMap(receiptTokens))
  return [...listedAddresses(list).tokens.values()].filter(({ address }) => !receipts.has(address))
})
