import { expect, test } from 'vitest'
import { Unreadable } from '../../chains/unreadable.ts'
import { invented, tokenAccountData } from '../../testing/wallet/solana/accounts.ts'
import { tokenBalances } from './token-account.ts'

const owner = invented(1)
const [held, other] = [invented(2), invented(3)]

test('accounts of one mint add up, and mints that were not asked for are passed over', () => {
  const accounts = [
    tokenAccountData(held, owner, 5n),
    tokenAccountData(other, owner, 99n),
    tokenAccountData(held, owner, 2n ** 63n).subarray(0, 72),
  ]
  expect(tokenBalances(accounts, owner, [held])).toEqual(new Map([[held, 2n ** 63n + 5n]]))
})

test('without a list of mints, every mint is named', () => {
  const accounts = [held, other, held].map((mint) => tokenAccountData(mint, owner, 5n))
  const balances = new Map([
    [held, 10n],
    [other, 5n],
  ])
  expect(tokenBalances(accounts, owner)).toEqual(balances)
})

test('an empty account is not a holding, and is named among all', () => {
  expect(tokenBalances([tokenAccountData(held, owner, 0n)], owner)).toEqual(new Map([[held, 0n]]))
  expect(tokenBalances([tokenAccountData(held, owner, 0n)], owner, [held])).toEqual(new Map())
})

test('an account of someone else, or one cut short, discredits the whole answer', () => {
  const foreign = tokenAccountData(held, invented(4), 5n)
  const short = tokenAccountData(held, owner, 5n).subarray(0, 71)
  for (const account of [foreign, short]) {
    expect(() => tokenBalances([account], owner, [held])).toThrow(Unreadable)
  }
})
