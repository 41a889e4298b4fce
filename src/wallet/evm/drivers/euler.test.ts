import { describe, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { euler } from './euler.ts'
import { at, entryOf, type Fact, holds, isToken, runDriver, says } from './fixtures/fake-chain.ts'

const EVC = at(1)
const OWNER: Address = `0x${'ab'.repeat(19)}fe`
/** Accounts 0, 2 and 255: the last byte is the owner's XOR the number. */
const SUBS = { 0: OWNER, 2: sub('fc'), 255: sub('01') } as const
const WETH_VAULT = at(2)
const USDC_VAULT = at(3)
const WETH = at(0x11)
const USDC = at(0x22)
function sub(end: string): Address {
  return `0x${'ab'.repeat(19)}${end}`
}

const ENTRY = entryOf(euler, { product: 'lending', evc: EVC, vaults: [USDC_VAULT] })

const USED =
  'function used(address connector, address owner) view returns ((uint256 number, address[] collaterals, address[] controllers)[] found)'

/** What the lens says of the accounts in use: their collateral and their lender. */
const connector = (
  of: Partial<Record<keyof typeof SUBS, { collaterals?: Address[]; controllers?: Address[] }>>,
): Fact[] => [
  says(
    EVC,
    USED,
    [EVC, OWNER],
    Object.entries(of).map(([number, { collaterals = [], controllers = [] }]) => ({
      number: BigInt(number),
      collaterals,
      controllers,
    })),
  ),
]
const asset = (vault: Address, token: Address) => says(vault, 'asset', [], token)
const worth = (vault: Address, shares: bigint, assets: bigint) =>
  says(vault, 'convertToAssets', [shares], assets)
const tokens = [...isToken(WETH, 'WETH', 18), ...isToken(USDC, 'USDC', 6)]
const loan = (account: Address): Fact[] => [
  holds(WETH_VAULT, account, 100n),
  asset(WETH_VAULT, WETH),
  worth(WETH_VAULT, 100n, 110n),
  holds(USDC_VAULT, account, 0n),
  asset(USDC_VAULT, USDC),
  worth(USDC_VAULT, 0n, 0n),
  says(USDC_VAULT, 'debtOf', [account], 40n),
]

describe('accounts at Euler', () => {
  test.each([2, 255] as const)('have collateral, debt and health in sub-account %i', (number) => {
    const facts = [
      ...connector({ [number]: { collaterals: [WETH_VAULT], controllers: [USDC_VAULT] } }),
      holds(USDC_VAULT, OWNER, 0n),
      ...loan(SUBS[number]),
      says(USDC_VAULT, 'accountLiquidity', [SUBS[number], true], 300n, 200n),
      says(USDC_VAULT, 'LTVLiquidation', [WETH_VAULT], 7_500),
      // The other five are lent.
      says(WETH_VAULT, 'cash', [], 105n),
      ...tokens,
    ]
    expect(runDriver(euler, ENTRY, OWNER, facts).findings).toMatchObject([
      {
        product: 'lending',
        ref: `sub-account ${number}`,
        healthFactor: 1.5,
        // 300 are 75 % of the collateral, which is thus worth 400.
        loan: { ltv: 0.5, liquidationLtv: 0.75 },
        legs: [
          { role: 'supply', symbol: 'WETH', amount: 110n, collateral: true, available: 105n },
          { role: 'borrow', symbol: 'USDC', amount: 40n },
        ],
      },
    ])
  })

  describe('with a debt against WETH', () => {
    const DAI_VAULT = at(4)
    const DAI = at(0x33)
    const LTV = 'function LTVLiquidation(address) view returns (uint16)'
    const liquidity = says(USDC_VAULT, 'accountLiquidity', [OWNER, true], 300n, 200n)
    const ltv = says(USDC_VAULT, LTV, [WETH_VAULT], 7_500)
    const deposit = (assets: bigint): Fact[] => [
      holds(DAI_VAULT, OWNER, 7n),
      asset(DAI_VAULT, DAI),
      worth(DAI_VAULT, 7n, assets),
      ...isToken(DAI, 'DAI', 18),
    ]
    const read = (collaterals: Address[], facts: Fact[]) =>
      runDriver(euler, { ...ENTRY, vaults: [DAI_VAULT] }, OWNER, [
        ...connector({ 0: { collaterals, controllers: [USDC_VAULT] } }),
        ...loan(OWNER),
        ...tokens,
        ...facts,
      ]).findings

    test.each([
      ['a deposit that is no collateral', [WETH_VAULT], 9n],
      ['a collateral that is worth nothing', [WETH_VAULT, DAI_VAULT], 0n],
      ['a collateral worth nothing that is listed first', [DAI_VAULT, WETH_VAULT], 0n],
    ])('have an LTV beside %s', (_, collaterals, assets) => {
      expect(read(collaterals, [liquidity, ltv, ...deposit(assets)])).toMatchObject([
        { healthFactor: 1.5, loan: { ltv: 0.5, liquidationLtv: 0.75 } },
      ])
    })

    test('say of each collateral where the lender liquidates, and nothing where that was not read', () => {
      const dai = says(USDC_VAULT, LTV, [DAI_VAULT], 9_000)
      const thresholds = (facts: Fact[]) =>
        read([WETH_VAULT, DAI_VAULT], [liquidity, ltv, ...deposit(9n), ...facts])[0]?.legs.map(
          ({ symbol, role, liquidationLtv }) => [symbol, role, liquidationLtv],
        )
      expect(thresholds([dai])).toEqual(
        expect.arrayContaining([
          ['WETH', 'supply', 0.75],
          ['DAI', 'supply', 0.9],
          ['USDC', 'borrow', undefined],
        ]),
      )
      expect(thresholds([])).toContainEqual(['DAI', 'supply', undefined])
    })

    test.each<[string, Address[], Fact[], number | null]>([
      [
        'beside a second collateral',
        [WETH_VAULT, DAI_VAULT],
        [liquidity, ltv, ...deposit(9n)],
        1.5,
      ],
      ['without the LTV of its liquidation', [WETH_VAULT], [liquidity, ...deposit(9n)], 1.5],
      ['without its liquidity', [WETH_VAULT], [ltv, ...deposit(9n)], null],
    ])('have none %s', (_, collaterals, facts, healthFactor) => {
      const [finding] = read(collaterals, facts)
      expect(finding).toMatchObject({ healthFactor, legs: { length: 3 } })
      expect(finding?.loan).toBeUndefined()
    })
  })

  test('find plain deposits in vaults that are not measured as markets', () => {
    const entry = { ...ENTRY, vaults: [], unmeasured: [WETH_VAULT, USDC_VAULT] }
    const facts = [
      ...connector({}),
      holds(WETH_VAULT, OWNER, 0n),
      holds(USDC_VAULT, OWNER, 9n),
      asset(USDC_VAULT, USDC),
      worth(USDC_VAULT, 9n, 10n),
      ...tokens,
    ]
    expect(runDriver(euler, entry, OWNER, facts).findings).toMatchObject([
      { ref: null, legs: [{ symbol: 'USDC', amount: 10n }] },
    ])
  })

  test('keep a debt whose health the vault cannot report', () => {
    const facts = [
      ...connector({ 0: { collaterals: [WETH_VAULT], controllers: [USDC_VAULT] } }),
      ...loan(OWNER),
      ...tokens,
    ]
    const [finding] = runDriver(euler, ENTRY, OWNER, facts).findings
    expect(finding).toMatchObject({ ref: null, healthFactor: null, legs: { length: 2 } })
    expect(finding?.loan).toBeUndefined()
  })

  test('count a deposit once that is both listed and collateral', () => {
    const facts = [
      ...connector({ 0: { collaterals: [USDC_VAULT] } }),
      holds(USDC_VAULT, OWNER, 9n),
      asset(USDC_VAULT, USDC),
      worth(USDC_VAULT, 9n, 10n),
      ...tokens,
    ]
    const { findings, rounds } = runDriver(euler, ENTRY, OWNER, facts)
    expect(findings).toMatchObject([{ legs: [{ amount: 10n, collateral: true }] }])
    expect(findings[0]?.legs).toHaveLength(1)
    expect(rounds).toHaveLength(3)
  })

  test('without anything cost one round', () => {
    const facts = [...connector({}), holds(USDC_VAULT, OWNER, 0n)]
    expect(runDriver(euler, ENTRY, OWNER, facts)).toMatchObject({
      findings: [],
      rounds: { length: 1 },
    })
  })

  test('are unreadable when the connector or a vault does not answer', () => {
    expect(() => runDriver(euler, ENTRY, OWNER, [holds(USDC_VAULT, OWNER, 0n)])).toThrow(Unreadable)
    const facts = [...connector({ 0: { collaterals: [WETH_VAULT] } }), holds(USDC_VAULT, OWNER, 0n)]
    expect(() => runDriver(euler, ENTRY, OWNER, facts)).toThrow(Unreadable)
  })
})
