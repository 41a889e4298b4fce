import { describe, expect, test } from 'vitest'
import type { Role, TokenAmount } from '../../model/finding.ts'
import { at } from './fixtures/fake-chain.ts'
import { loanOf } from './loan.ts'

const weth = (amount: bigint, role: Role = 'collateral') =>
  leg(role, { token: at(1), symbol: 'WETH', decimals: 18, amount: amount * 10n ** 18n })
const usdc = (amount: bigint, role: Role = 'borrow') =>
  leg(role, { token: at(2), symbol: 'USDC', decimals: 6, amount: amount * 10n ** 6n })
const VALUES = { collateral: 4_000n, debt: 2_400n, limit: 3_200n }

describe(loanOf, () => {
  test('reports the LTV, that of liquidation, and the price of liquidation in whole tokens', () => {
    const { loan } = loanOf([weth(2n), usdc(2_400n)], VALUES)
    // 2,400 dollars are 80 % of two ether at 1,500
    expect(loan).toEqual({ ltv: 0.6, liquidationLtv: 0.8, liquidationPrice: 1_500 })
  })

  test('with two collaterals, two debts or the same token on both sides no price is reported', () => {
    const other = { ...weth(1n), token: at(3) }
    for (const legs of [
      [weth(2n), other, usdc(2_400n)],
      [weth(2n), usdc(2_400n), { ...other, role: 'borrow' as const, collateral: false }],
      [weth(2n), weth(1n, 'borrow')],
    ]) {
      expect(loanOf(legs, VALUES).loan).toEqual({
        ltv: 0.6,
        liquidationLtv: 0.8,
        liquidationPrice: null,
      })
    }
  })

  test('a supply that is no collateral does not hide the price', () => {
    const idle = { ...usdc(9n, 'supply'), collateral: false }
    expect(loanOf([weth(2n), idle, usdc(2_400n)], VALUES).loan?.liquidationPrice).toBe(1_500)
  })

  test('without a debt, or without collateral, there is no loan', () => {
    expect(loanOf([weth(2n)], { ...VALUES, debt: 0n })).toEqual({})
    expect(loanOf([usdc(1n)], { ...VALUES, collateral: 0n })).toEqual({})
  })

  test('where the limit is not known, the LTV stays', () => {
    const { loan } = loanOf([weth(2n), usdc(2_400n)], { ...VALUES, limit: null })
    expect(loan).toEqual({ ltv: 0.6, liquidationLtv: null, liquidationPrice: null })
  })
})

function leg(role: Role, of: Omit<TokenAmount, 'role'>): TokenAmount {
  return { role, ...of, ...(role === 'collateral' && { collateral: true }) }
}
