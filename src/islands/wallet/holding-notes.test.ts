import { describe, expect, test } from 'vitest'
import type { WalletPosition } from '../../contract/wallet-scan.ts'
import { holdingNotes } from './holding-notes.ts'

const DEBT = { role: 'borrow', symbol: 'USDC', token: '0x1', amount: '5', usd: 5 }
const notes = (more: object) =>
  holdingNotes({ chain: 'Base', protocolSlug: 'auk', legs: [DEBT], ...more } as WalletPosition).map(
    (note) => note.replaceAll(/[\u2068\u2069]/g, '').replaceAll('\u00a0', ' '),
  )

describe('the notes about a position', () => {
  test('are none for a plain one', () => {
    expect(notes({})).toEqual([])
  })

  test('name the loan to value, its limit and the price of liquidation', () => {
    const loan = { ltv: 0.614, liquidationLtv: 0.83, liquidationPrice: 1850 }
    expect(notes({ loan })).toEqual(['Loan: LTV 61 % of 83 %, liquidated at 1,850 USDC.'])
  })

  test('name no unit with several debts, and nothing for an unknown loan', () => {
    const loan = { ltv: null, liquidationLtv: null, liquidationPrice: 2 }
    expect(notes({ loan, legs: [DEBT, DEBT] })).toEqual(['Loan: liquidated at 2.'])
    expect(notes({ loan: { ...loan, liquidationPrice: null } })).toEqual([])
  })

  test('name whom it needs beside its protocol, three at most, and what is not known', () => {
    const needs = ['A', 'B', 'C', 'D'].map((name, at) => ({ name, share: 1 - at / 4 }))
    expect(notes({ through: { needs, unresolved: 0.5 } })).toEqual([
      'Also needs A 100 %, B 75 % and C 50 %; in what 50 % of it ends is not known.',
    ])
    expect(notes({ through: { needs: [], unresolved: 1 } })).toEqual([
      'In what it ends is not known.',
    ])
    expect(notes({ through: { needs: [], unresolved: 0 } })).toEqual([])
  })

  test('give the sentence about liquidation, with how it was worked out where that is known', () => {
    const text = 'Liquidated when ETH falls 4 % against USDC.'
    expect(notes({ liquidation: { text, how: '1 − 1 / health factor 1.04' } })).toEqual([
      `${text} Worked out as 1 − 1 / health factor 1.04.`,
    ])
    expect(notes({ liquidation: { text, how: null } })).toEqual([text])
  })

  test('say what can be withdrawn, or of a withdrawal when it unlocks', () => {
    const unlocksAt = '2026-12-01T10:00:00.000Z'
    const exit = { text: 'It can be withdrawn now.' }
    expect(notes({ exit, withdrawal: { unlocksAt, isClaimable: true } })).toEqual([exit.text])
    expect(notes({ withdrawal: { unlocksAt, isClaimable: null } })[0]).toMatch(
      /^Withdrawal: unlocks .*2026/,
    )
    expect(notes({ withdrawal: { unlocksAt: null, isClaimable: null } })).toEqual([
      'Withdrawal: waits; the protocol names no time.',
    ])
  })

  test('name the account that holds it, and that no one has listed it', () => {
    expect(notes({ account: '0xabc', unlisted: true })).toEqual([
      'Held by the account 0xabc.',
      'Not on our lists: recognised by its interface alone.',
    ])
  })
})
