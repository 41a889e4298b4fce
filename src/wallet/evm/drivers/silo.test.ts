import { describe, expect, test } from 'vitest'
import { inRun } from '../../../testing/wallet/evm/recorded-run.ts'
import { amountsIn } from '../../../testing/wallet/evm/run-driver.ts'
import { always, at, hasMembers, refuses, says } from './fixtures/fake-chain.ts'

const TENTH = 10n ** 17n

describe('the markets of a factory', () => {
  test('report of a loan which deposit backs it, and its health as Silo has it', () => {
    const ratios = [always('getUserLTV', 7n * TENTH), always('getUserLT', 9n * TENTH)]
    const deposits = always('collateralBalanceOfUnderlying', 5n)
    const [loan] = inRun('silo', deposits, ...ratios).findings
    expect(loan?.legs.map(({ role, collateral }) => [role, collateral])).toEqual([
      ['supply', true],
      ['supply', false],
      ['borrow', undefined],
    ])
    expect(loan?.healthFactor).toBeCloseTo(9 / 7, 10)
    expect(loan?.loan).toMatchObject({ ltv: 0.7, liquidationLtv: 0.9 })
  })

  test('have no loan without a debt, nor without a price', () => {
    const [lent] = inRun('silo', always('debtBalanceOfUnderlying', 0n)).findings
    expect(lent?.legs.map(({ collateral }) => collateral)).toEqual([undefined])
    const [unpriced] = inRun('silo', refuses('getUserLTV')).findings
    const [worthless] = inRun('silo', always('getUserLTV', 0n)).findings
    for (const each of [lent, unpriced, worthless])
      expect([each?.healthFactor, each?.loan]).toEqual([null, undefined])
    expect(amountsIn(unpriced)).toEqual(amountsIn(inRun('silo').findings[0]))
    const [unlimited] = inRun('silo', refuses('getUserLT')).findings
    expect(unlimited).toMatchObject({ healthFactor: null, loan: { liquidationLtv: null } })
  })

  test.each([
    ['all are read', 10n, 0n, []],
    ['one does not answer', 10n, 1n, [{ isUnread: true, legs: [] }]],
    ['there are more than are read', 11n, 0n, [{ isUnread: true, legs: [] }]],
  ])('without anything of the owner, where %s', (_, total, unread, expected) => {
    const { findings } = inRun('silo', hasMembers(null, { total, unread, found: [] }))
    expect(findings).toMatchObject(expected)
    expect(findings).toHaveLength(expected.length)
  })
})

describe('the silos of a list', () => {
  const SILO = '0xd8058efe0198ae9dd7d563e1b4938dcbc86a1f81'
  const own = {
    repository: '0x5fc8d32690cc91d4c39d9d3abcbd16989f875707',
    lens: '0x68b1d87f95878fe05b998f19b66f4baba5de1aed',
  } as const

  test('have the limit of the repository that knows them, by its own lens', () => {
    const other = { repository: at(1), lens: at(2) }
    const { findings } = inRun(
      'silo-v1',
      { deployments: [other, own] },
      hasMembers(null, { total: 1n, found: [[SILO, 1n]] }),
      says(at(1), 'isSilo', [SILO], false),
    )
    expect(findings).toEqual(inRun('silo-v1').findings)
  })

  test('without a debt are no loan', () => {
    const [found] = inRun('silo-v1', always('getBorrowAmount', 0n)).findings
    expect(found?.legs.map(({ role, collateral }) => [role, collateral])).toEqual([
      ['supply', undefined],
      ['supply', undefined],
    ])
    expect(found).toMatchObject({ market: 'CRV/WETH/XAI', healthFactor: null })
    expect(found).not.toHaveProperty('loan')
  })

  test.each([
    ['with interest', always('getDepositAmount', 10n), 17n],
    ['without, where the lens does not compute it', refuses('getDepositAmount'), 14n],
  ])('count deposits %s, beside those that only serve as collateral', (_, lent, amount) => {
    const [found] = inRun('silo-v1', lent, always('balanceOfUnderlying', 7n)).findings
    const supplied = found?.legs.filter(({ role }) => role === 'supply')
    expect(supplied?.map((leg) => leg.amount)).toEqual([amount, amount, amount])
  })

  test('that no repository knows are unreadable, and one that does not answer is said', () => {
    expect(() => inRun('silo-v1', always('isSilo', false))).toThrow('No repository knows')
    const found = [[SILO, 1n]] satisfies [typeof SILO, bigint][]
    for (const held of [[], found]) {
      const { findings } = inRun(
        'silo-v1',
        hasMembers(null, { total: 1n, unread: 1n, found: held }),
      )
      expect(findings.map(({ isUnread }) => isUnread)).toEqual([...held.map(() => undefined), true])
    }
  })
})
