import { encodeAbiParameters, getContractAddress, numberToHex, parseAbiParameters } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Reply } from '../../../chains/evm/call.ts'
import { SCAN_CHAINS } from '../../../chains/scan-chains.ts'
import { Unreadable } from '../../../chains/unreadable.ts'
import { openContracts } from '../contracts/open-contracts.ts'
import { always, at, entryOf, type Fact, factFor, isToken } from './fixtures/fake-chain.ts'
import { fluid } from './fluid.ts'

const contractsOn = openContracts()
const OWNER = at(0xa11ce)
const USDC = at(0x11)
const WSTETH = at(0x22)
const DEX = at(0x33)
const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const WETH = { address: at(0x44), symbol: 'ETH', decimals: 18 }
const ENTRY = entryOf(fluid, {
  protocol: 'fluid',
  lendingResolver: at(1),
  vaultResolver: at(2),
  native: WETH,
})

/*
 * What the resolvers return, field by field, from the published ABIs: Instadapp/fluid-contracts-public@a9949b4,
 * deployments/mainnet/LendingResolver.json and VaultResolver.json, read on 2026-11-22; the same on every chain of the contract lists.
 */
const SUPPLY =
  '(bool modeWithInterest, uint256 supply, uint256 withdrawalLimit, uint256 lastUpdateTimestamp, uint256 expandPercent, uint256 expandDuration, uint256 baseWithdrawalLimit, uint256 withdrawableUntilLimit, uint256 withdrawable, uint256 decayEndTimestamp, uint256 decayAmount)'
const BORROW =
  '(bool modeWithInterest, uint256 borrow, uint256 borrowLimit, uint256 lastUpdateTimestamp, uint256 expandPercent, uint256 expandDuration, uint256 baseBorrowLimit, uint256 maxBorrowLimit, uint256 borrowableUntilLimit, uint256 borrowable, uint256 borrowLimitUtilization)'
const FTOKEN = `(address tokenAddress, bool eip2612Deposits, bool isNativeUnderlying, string name, string symbol, uint256 decimals, address asset, uint256 totalAssets, uint256 totalSupply, uint256 convertToShares, uint256 convertToAssets, uint256 rewardsRate, uint256 supplyRate, int256 rebalanceDifference, ${SUPPLY} liquidityUserSupplyData)`
const USER =
  '(uint256 fTokenShares, uint256 underlyingAssets, uint256 underlyingBalance, uint256 allowance)'
const LENDING: readonly { type: string }[] = parseAbiParameters(
  [`(${FTOKEN} fTokenDetails, ${USER} userPosition)[]`].join(),
)
const TOKENS = '(address token0, address token1)'
const VAULT = [
  'address vault, bool isSmartCol, bool isSmartDebt',
  `(address liquidity, address factory, address operateImplementation, address adminImplementation, address secondaryImplementation, address deployer, address supply, address borrow, ${TOKENS} supplyToken, ${TOKENS} borrowToken, uint256 vaultId, uint256 vaultType, bytes32 supplyExchangePriceSlot, bytes32 borrowExchangePriceSlot, bytes32 userSupplySlot, bytes32 userBorrowSlot) constantVariables`,
  '(uint16 supplyRateMagnifier, uint16 borrowRateMagnifier, uint16 collateralFactor, uint16 liquidationThreshold, uint16 liquidationMaxLimit, uint16 withdrawalGap, uint16 liquidationPenalty, uint16 borrowFee, address oracle, uint256 oraclePriceOperate, uint256 oraclePriceLiquidate, address rebalancer, uint256 lastUpdateTimestamp) configs',
  '(uint256 lastStoredLiquiditySupplyExchangePrice, uint256 lastStoredLiquidityBorrowExchangePrice, uint256 lastStoredVaultSupplyExchangePrice, uint256 lastStoredVaultBorrowExchangePrice, uint256 liquiditySupplyExchangePrice, uint256 liquidityBorrowExchangePrice, uint256 vaultSupplyExchangePrice, uint256 vaultBorrowExchangePrice, uint256 supplyRateLiquidity, uint256 borrowRateLiquidity, int256 supplyRateVault, int256 borrowRateVault, int256 rewardsOrFeeRateSupply, int256 rewardsOrFeeRateBorrow) exchangePricesAndRates',
  '(uint256 totalSupplyVault, uint256 totalBorrowVault, uint256 totalSupplyLiquidityOrDex, uint256 totalBorrowLiquidityOrDex, uint256 absorbedSupply, uint256 absorbedBorrow) totalSupplyAndBorrow',
  '(uint256 withdrawLimit, uint256 withdrawableUntilLimit, uint256 withdrawable, uint256 borrowLimit, uint256 borrowableUntilLimit, uint256 borrowable, uint256 borrowLimitUtilization, uint256 minimumBorrowing) limitsAndAvailability',
  '(uint256 totalPositions, int256 topTick, uint256 currentBranch, uint256 totalBranch, uint256 totalBorrow, uint256 totalSupply, (uint256 status, int256 minimaTick, uint256 debtFactor, uint256 partials, uint256 debtLiquidity, uint256 baseBranchId, int256 baseBranchMinima) currentBranchState) vaultState',
  `${SUPPLY} liquidityUserSupplyData, ${BORROW} liquidityUserBorrowData`,
].join(', ')
const VAULTS: readonly { type: string }[] = parseAbiParameters(
  [
    '(uint256 nftId, address owner, bool isLiquidated, bool isSupplyPosition, int256 tick, uint256 tickId, uint256 beforeSupply, uint256 beforeBorrow, uint256 beforeDustBorrow, uint256 supply, uint256 borrow, uint256 dustBorrow)[] userPositions_',
    `(${VAULT})[] vaultsData_`,
  ].join(', '),
)

/**
 * What proves that these ABIs are those of the listed addresses: the creation code published beside them, put on chain with
 * salt 3 by the usual factory, lands on them. Run on anvil from there, the first two answer in exactly these shapes.
 */
const PUBLISHED: Record<'lendingResolver' | 'vaultResolver' | 'dexResolver', `0x${string}`> = {
  lendingResolver: '0x312e336ab65a5bb8af2b5c239306a04453a6b4b67926710a33eebb37b4471d06',
  vaultResolver: '0x18b0a5ec081342b06308afdf84310abd875a1e3153707b2ac1f6aabd6f131413',
  dexResolver: '0xb5c58c5fed4df538361c02e7c617507dfe226a69063f178790ba4e912067d44c',
}
const CREATE2_FACTORY = '0x4e59b44847b379578588920cA78FbF26c0B4956C'

/** A value of every field: nothing where a test says nothing. */
function filled(
  parameter: { type: string; name?: string; components?: readonly object[] },
  said: object,
): unknown {
  const value: unknown = Object.entries(said).find(([name]) => name === parameter.name)?.[1]
  if (parameter.type === 'tuple') {
    const inner = typeof value === 'object' && value !== null ? value : {}
    return fields(parameter.components ?? [], inner)
  }
  if (value !== undefined) return value
  if (parameter.type === 'bool') return false
  if (parameter.type === 'string') return ''
  if (parameter.type === 'bytes32') return `0x${'0'.repeat(64)}`
  if (parameter.type === 'address') return at(0)
  return parameter.type === 'uint16' ? 0 : parameter.type === 'int256' ? -1n : 0n
}

function fields(components: readonly object[], said: object): Record<string, unknown> {
  return Object.fromEntries(
    components.flatMap((each) =>
      'name' in each &&
      'type' in each &&
      typeof each.name === 'string' &&
      typeof each.type === 'string'
        ? [[each.name, filled({ ...each, name: each.name, type: each.type }, said)]]
        : [],
    ),
  )
}

function reply(
  types: readonly { type: string; components?: readonly object[] }[],
  lists: object[][],
): Reply {
  const values = types.map((type, index) =>
    (lists[index] ?? []).map((said) => fields(type.components ?? [], said)),
  )
  return { ok: true, data: encodeAbiParameters(types, values) }
}

function run(
  deposits: object[],
  positions: object[],
  vaults: object[],
  facts: Fact[] = [],
  entry = ENTRY,
) {
  const reading = fluid.read(entry, OWNER)
  reading.next()
  const second = reading.next([reply(LENDING, [deposits]), reply(VAULTS, [positions, vaults])])
  if (second.done) return second.value
  const end = reading.next(second.value.map((one) => factFor(one, facts)?.reply ?? { ok: false }))
  if (!end.done) throw new Error('A round too many.')
  return end.value
}

const usdc = isToken(USDC, 'USDC', 6)
const wsteth = isToken(WSTETH, 'wstETH', 18)
const plainVault = {
  vault: at(5),
  constantVariables: {
    supplyToken: { token0: WSTETH, token1: at(0) },
    borrowToken: { token0: USDC, token1: at(0) },
    vaultId: 14n,
  },
  // One unit of collateral is worth 4,000 units of debt, 90 % of which may be owed.
  configs: { liquidationThreshold: 9000, oraclePriceLiquidate: 4000n * 10n ** 27n },
}

describe('positions at Fluid', () => {
  test('are deposits in fTokens, in the asset; the coin of the chain is reported as its wrapped form', () => {
    const liquidityUserSupplyData = { withdrawable: 60n }
    const fTokenDetails = {
      tokenAddress: at(6),
      symbol: 'fUSDC',
      asset: USDC,
      liquidityUserSupplyData,
    }
    const native = { tokenAddress: at(7), symbol: 'fETH', asset: NATIVE }
    const userPosition = { fTokenShares: 90n, underlyingAssets: 100n }
    const empty = { fTokenDetails, userPosition: {} }
    const rows = [{ fTokenDetails, userPosition }, empty, { fTokenDetails: native, userPosition }]
    expect(run(rows, [], [], usdc)).toMatchObject([
      {
        market: 'fUSDC',
        receiptToken: at(6),
        legs: [{ role: 'supply', symbol: 'USDC', amount: 100n, available: 60n }],
      },
      { market: 'fETH', receiptToken: at(7), legs: [{ token: WETH.address, amount: 100n }] },
    ])
  })

  test('are vaults with collateral, debt and health', () => {
    const position = { nftId: 9n, supply: 10n, borrow: 24_000n }
    const vault = { ...plainVault, limitsAndAvailability: { withdrawable: 7n } }
    expect(run([], [position], [vault], [...wsteth, ...usdc])).toMatchObject([
      {
        market: 'vault 14',
        ref: '9',
        healthFactor: 1.5,
        loan: { ltv: 0.6, liquidationLtv: 0.9 },
        legs: [
          { role: 'supply', symbol: 'wstETH', amount: 10n, collateral: true, available: 7n },
          { role: 'borrow', symbol: 'USDC', amount: 24_000n },
        ],
      },
    ])
  })

  test('without a debt have no health factor, and without anything are left out', () => {
    const [finding, ...rest] = run(
      [],
      [{ supply: 10n }, {}],
      [plainVault, plainVault],
      [...wsteth, ...usdc],
    )
    expect(finding).toMatchObject({ healthFactor: null, legs: { length: 1 } })
    expect(rest).toEqual([])
  })

  describe('in shares of a pool', () => {
    const smart = {
      ...plainVault,
      isSmartCol: true,
      isSmartDebt: true,
      constantVariables: {
        ...plainVault.constantVariables,
        supply: DEX,
        borrow: DEX,
        supplyToken: { token0: WSTETH, token1: NATIVE },
        borrowToken: { token0: WSTETH, token1: NATIVE },
      },
    }
    const position = { supply: 10n, borrow: 1n }
    const withResolver = { ...ENTRY, dexResolver: at(3) }
    const pays = (first: bigint, second: bigint) => always('estimateWithdrawPerfect', first, second)
    const takes = (first: bigint, second: bigint) => always('estimatePaybackPerfect', first, second)

    test('are reported as the two tokens that the pool would pay and take', () => {
      const facts = [pays(7n, 8n), takes(2n, 3n), ...wsteth]
      const [finding] = run([], [position], [smart], facts, withResolver)
      expect(finding?.legs).toMatchObject([
        { role: 'supply', token: WSTETH, amount: 7n, collateral: true },
        { role: 'supply', token: WETH.address, amount: 8n, collateral: true },
        { role: 'borrow', token: WSTETH, amount: 2n },
        { role: 'borrow', token: WETH.address, amount: 3n },
      ])
      // The price that liquidates is one of shares.
      expect(finding?.loan).toMatchObject({ liquidationLtv: 0.9, liquidationPrice: null })
    })

    test('are reported as one token where the pool would pay or take one alone', () => {
      const facts = [pays(7n, 0n), takes(0n, 3n), ...wsteth]
      const [finding] = run([], [position], [smart], facts, withResolver)
      expect(finding?.legs).toMatchObject([
        { role: 'supply', token: WSTETH, amount: 7n, collateral: true },
        { role: 'borrow', token: WETH.address, amount: 3n },
      ])
    })

    test.each([
      ['refuses', [pays(0n, 0n), takes(0n, 0n)]],
      ['is not known to the resolver', []],
    ])('are reported as shares, which no one prices, where the pool %s', (_, estimates) => {
      const [finding] = run([], [position], [smart], [...estimates, ...wsteth], withResolver)
      expect(finding?.legs).toMatchObject([
        { role: 'supply', token: DEX, symbol: 'Fluid pool collateral share', amount: 10n },
        { role: 'borrow', token: DEX, symbol: 'Fluid pool debt share', amount: 1n },
      ])
    })

    test('are reported as shares without a resolver of the exchange, of which no token is asked', () => {
      const reading = fluid.read(ENTRY, OWNER)
      reading.next()
      const end = reading.next([reply(LENDING, [[]]), reply(VAULTS, [[position], [smart]])])
      expect(end).toMatchObject({ done: true, value: [{ legs: [{ token: DEX }, { token: DEX }] }] })
    })
  })

  test('are unreadable when a resolver fails or a position has no vault', () => {
    expect(() => run([], [{ supply: 1n }], [])).toThrow(Unreadable)
    const reading = fluid.read(ENTRY, OWNER)
    reading.next()
    expect(() => reading.next([{ ok: false }, reply(VAULTS, [[], []])])).toThrow(Unreadable)
  })
})

test('the resolvers of the contract lists are the published ones', () => {
  const entries = SCAN_CHAINS.flatMap(({ key }) =>
    contractsOn(key).entries.filter((entry) => entry.driver === 'fluid'),
  )
  expect(entries.length).toBeGreaterThan(3)
  for (const name of ['lendingResolver', 'vaultResolver', 'dexResolver'] as const) {
    const made = getContractAddress({
      opcode: 'CREATE2',
      from: CREATE2_FACTORY,
      salt: numberToHex(3, { size: 32 }),
      bytecodeHash: PUBLISHED[name],
    })
    for (const entry of entries) expect(entry[name]).toBe(made.toLowerCase())
  }
})
