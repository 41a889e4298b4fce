import { describe, expect, test } from 'vitest'
import { Unreadable } from '../../../chains/unreadable.ts'
import { at, type Fact, isToken, runDriver, says } from './fixtures/fake-chain.ts'
import { morphoOptimizer, morphoOptimizerEntry } from './morpho-optimizer.ts'

const OWNER = at(0xa11ce)
const MORPHO = at(1)
const [A_WETH, A_DAI, WETH, DAI] = [at(2), at(3), at(4), at(5)]
const WAD = 10n ** 18n
const entry = (over: 'aave-v2' | 'aave-v3') =>
  morphoOptimizerEntry.parse({
    id: 'morpho',
    protocol: 'morpho-aave',
    product: 'lending',
    driver: 'morpho-optimizer',
    source: 'test',
    over,
    contract: MORPHO,
  })
const tokens = [...isToken(WETH, 'WETH', 18), ...isToken(DAI, 'DAI', 18)]

describe('the optimizer over Aave v2', () => {
  const entered = (...markets: `0x${string}`[]) =>
    says(MORPHO, 'getEnteredMarkets', [OWNER], markets)
  const health = (value: bigint) => says(MORPHO, 'getUserHealthFactor', [OWNER], value)
  const market = (aToken: `0x${string}`, of: `0x${string}`, supply: bigint, debt: bigint): Fact[] =>
    (['Supply', 'Borrow'] as const)
      .map((side) =>
        says(
          MORPHO,
          `function getCurrent${side}BalanceInOf(address, address) view returns (uint256, uint256, uint256)`,
          [aToken, OWNER],
          1n,
          2n,
          side === 'Supply' ? supply : debt,
        ),
      )
      .concat(says(aToken, 'UNDERLYING_ASSET_ADDRESS', [], of))

  test('reports the whole of a supply and a debt, on the pool and matched', () => {
    const facts = [
      entered(A_WETH, A_DAI),
      health(3n * WAD),
      ...market(A_WETH, WETH, 70n, 0n),
      ...market(A_DAI, DAI, 0n, 20n),
      ...tokens,
    ]
    const { findings, rounds } = runDriver(morphoOptimizer, entry('aave-v2'), OWNER, facts)
    expect(findings).toMatchObject([
      {
        healthFactor: 3,
        legs: [
          { role: 'supply', symbol: 'WETH', amount: 70n, collateral: true },
          { role: 'borrow', symbol: 'DAI', amount: 20n },
        ],
      },
    ])
    expect(rounds).toHaveLength(3)
  })

  test('without a health factor that can be read keeps the position', () => {
    const facts = [entered(A_WETH), ...market(A_WETH, WETH, 70n, 0n), ...tokens]
    const { findings } = runDriver(morphoOptimizer, entry('aave-v2'), OWNER, facts)
    expect(findings).toMatchObject([{ healthFactor: null, legs: [{ amount: 70n }] }])
  })

  test('without a market costs one round', () => {
    const facts = [entered(), health(2n ** 256n - 1n)]
    const run = runDriver(morphoOptimizer, entry('aave-v2'), OWNER, facts)
    expect(run).toMatchObject({ findings: [], rounds: { length: 1 } })
  })

  test('is unreadable when a market does not answer', () => {
    const facts = [entered(A_WETH), health(WAD)]
    expect(() => runDriver(morphoOptimizer, entry('aave-v2'), OWNER, facts)).toThrow(Unreadable)
  })
})

describe('the optimizer over Aave v3', () => {
  const state = (debt: bigint) => [
    says(MORPHO, 'marketsCreated', [], [WETH, DAI]),
    says(
      MORPHO,
      'function liquidityData(address) view returns ((uint256 borrowable, uint256 maxDebt, uint256 debt))',
      [OWNER],
      { borrowable: 1n, maxDebt: 50n, debt },
    ),
  ]
  const balances = (
    of: `0x${string}`,
    supply: bigint,
    collateral: bigint,
    borrow: bigint,
  ): Fact[] =>
    Object.entries({ supply, collateral, borrow }).map(([name, amount]) =>
      says(
        MORPHO,
        `function ${name}Balance(address, address) view returns (uint256)`,
        [of, OWNER],
        amount,
      ),
    )

  test('separates supply and collateral', () => {
    const facts = [
      ...state(20n),
      ...balances(WETH, 5n, 0n, 7n),
      ...balances(DAI, 0n, 9n, 0n),
      ...tokens,
    ]
    const { findings } = runDriver(morphoOptimizer, entry('aave-v3'), OWNER, facts)
    expect(findings).toMatchObject([
      {
        healthFactor: 2.5,
        legs: [
          { role: 'supply', symbol: 'WETH', amount: 5n, collateral: false },
          { role: 'borrow', symbol: 'WETH', amount: 7n },
          { role: 'collateral', symbol: 'DAI', amount: 9n, collateral: true },
        ],
      },
    ])
  })

  test.each([
    ['without a debt', state(0n)],
    ['when its sums cannot be read', state(20n).slice(0, 1)],
  ])('has no health factor %s', (_, sums) => {
    const facts = [...sums, ...balances(WETH, 5n, 0n, 0n), ...balances(DAI, 0n, 9n, 0n), ...tokens]
    const { findings } = runDriver(morphoOptimizer, entry('aave-v3'), OWNER, facts)
    expect(findings).toMatchObject([{ healthFactor: null, legs: { length: 2 } }])
  })

  test('is unreadable when a balance is missing', () => {
    const facts = [...state(0n), ...balances(WETH, 0n, 0n, 0n)]
    expect(() => runDriver(morphoOptimizer, entry('aave-v3'), OWNER, facts)).toThrow(Unreadable)
  })
})
