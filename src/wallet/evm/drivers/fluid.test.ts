import { encodeAbiParameters, parseAbiParameters } from 'viem'
import { describe, expect, test } from 'vitest'
import { type Reply, Unreadable } from '../driver.ts'
import { at, isToken } from './fixtures/fake-chain.ts'
import { fluid, fluidEntry } from './fluid.ts'

const OWNER = at(0xa11ce)
const USDC = at(0x11)
const WSTETH = at(0x22)
const DEX = at(0x33)
const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const WETH = { address: at(0x44), symbol: 'ETH', decimals: 18 }
const ENTRY = fluidEntry.parse({
  id: 'fluid',
  protocol: 'fluid',
  product: 'lending',
  driver: 'fluid',
  source: 'test',
  lendingResolver: at(1),
  vaultResolver: at(2),
  native: WETH,
})

// As the resolvers' own source nests them, so that the flat form of the driver is held against it.
const SUPPLY =
  '(bool a, uint256 b, uint256 c, uint256 d, uint256 e, uint256 f, uint256 g, uint256 h, uint256 i)'
const BORROW =
  '(bool a, uint256 b, uint256 c, uint256 d, uint256 e, uint256 f, uint256 g, uint256 h, uint256 i, uint256 j, uint256 k)'
const LENDING: readonly { type: string }[] = parseAbiParameters(
  [
    `((address token, bool a, bool b, string name, string symbol, uint256 decimals, address asset, uint256 c, uint256 d, uint256 e, uint256 f, uint256 g, uint256 h, int256 i, ${SUPPLY} j) details, (uint256 shares, uint256 assets, uint256 balance, uint256 allowance) user)[] all`,
  ].join(),
)
const VAULT = [
  'address vault, bool isSmartCol, bool isSmartDebt',
  '(address a, address b, address c, address d, address e, address f, address supply, address borrow, (address token0, address token1) supplyToken, (address token0, address token1) borrowToken, uint256 vaultId, uint256 vaultType, bytes32 g, bytes32 h, bytes32 i, bytes32 j) constants',
  '(uint16 a, uint16 b, uint16 c, uint16 liquidationThreshold, uint16 d, uint16 e, uint16 f, uint16 g, address oracle, uint256 priceOperate, uint256 priceLiquidate, address h, uint256 i) configs',
  '(uint256 a, uint256 b, uint256 c, uint256 d, uint256 e, uint256 f, uint256 g, uint256 h, uint256 i, uint256 j, int256 k, int256 l, int256 m, int256 n) rates',
  '(uint256 a, uint256 b, uint256 c, uint256 d, uint256 e, uint256 f) totals',
  '(uint256 a, uint256 b, uint256 c, uint256 d, uint256 e, uint256 f, uint256 g, uint256 h) limits',
  '(uint256 a, int256 b, uint256 c, uint256 d, uint256 e, uint256 f, (uint256 a, int256 b, uint256 c, uint256 d, uint256 e, uint256 f, int256 g) g) state',
  `${SUPPLY} supplyData, ${BORROW} borrowData`,
].join(', ')
const VAULTS: readonly { type: string }[] = parseAbiParameters(
  [
    '(uint256 nftId, address owner, bool a, bool b, int256 tick, uint256 c, uint256 d, uint256 e, uint256 f, uint256 supply, uint256 borrow, uint256 dust)[] positions',
    `(${VAULT})[] vaults`,
  ].join(', '),
)

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

function run(deposits: object[], positions: object[], vaults: object[], words: Reply[] = []) {
  const reading = fluid(ENTRY, OWNER)
  reading.next()
  const second = reading.next([reply(LENDING, [deposits]), reply(VAULTS, [positions, vaults])])
  if (second.done) return second.value
  const end = reading.next(words)
  if (!end.done) throw new Error('A round too many.')
  return end.value
}

const usdc = isToken(USDC, 'USDC', 6).map((fact) => fact.reply)
const wsteth = isToken(WSTETH, 'wstETH', 18).map((fact) => fact.reply)
const plainVault = {
  vault: at(5),
  constants: {
    supplyToken: { token0: WSTETH, token1: at(0) },
    borrowToken: { token0: USDC, token1: at(0) },
    vaultId: 14n,
  },
  // One unit of collateral is worth 4,000 units of debt, 90 % of which may be owed.
  configs: { liquidationThreshold: 9000, priceLiquidate: 4000n * 10n ** 27n },
}

describe('positions at Fluid', () => {
  test('are deposits in fTokens, in the asset; the coin of the chain is told as its wrapped form', () => {
    const details = { token: at(6), symbol: 'fUSDC', asset: USDC }
    const native = { token: at(7), symbol: 'fETH', asset: NATIVE }
    const user = { shares: 90n, assets: 100n }
    const empty = { details, user: { shares: 0n, assets: 0n } }
    expect(run([{ details, user }, empty, { details: native, user }], [], [], usdc)).toMatchObject([
      {
        market: 'fUSDC',
        receiptToken: at(6),
        legs: [{ role: 'supply', symbol: 'USDC', amount: 100n }],
      },
      { market: 'fETH', receiptToken: at(7), legs: [{ token: WETH.address, amount: 100n }] },
    ])
  })

  test('are vaults with collateral, debt and health', () => {
    const position = { nftId: 9n, supply: 10n, borrow: 24_000n }
    expect(run([], [position], [plainVault], [...wsteth, ...usdc])).toMatchObject([
      {
        market: 'vault 14',
        ref: '9',
        healthFactor: 1.5,
        legs: [
          { role: 'supply', symbol: 'wstETH', amount: 10n, collateral: true },
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

  test('in shares of a Fluid pool are told as shares, which nobody prices', () => {
    const smart = {
      ...plainVault,
      isSmartCol: true,
      constants: { ...plainVault.constants, supply: DEX },
    }
    const [finding] = run([], [{ supply: 10n, borrow: 1n }], [smart], usdc)
    expect(finding?.legs[0]).toMatchObject({ token: DEX, amount: 10n })
  })

  test('are unreadable when a resolver fails or a position has no vault', () => {
    expect(() => run([], [{ supply: 1n }], [])).toThrow(Unreadable)
    const reading = fluid(ENTRY, OWNER)
    reading.next()
    expect(() => reading.next([{ ok: false }, reply(VAULTS, [[], []])])).toThrow(Unreadable)
  })
})
