import { beforeAll, expect, test } from 'vitest'
import type { Address } from '../../../chains/address.ts'
import {
  type AaveMarket,
  borrowFromAave,
  deployAave,
  supplyToAave,
} from '../../../testing/wallet/evm/aave.ts'
import { describeOnAnvil } from '../../../testing/wallet/evm/on-anvil.ts'
import {
  ALICE,
  approve,
  BOB,
  deployLocal,
  deployToken,
  deployVault,
  mint,
  ZERO,
} from '../../../testing/wallet/evm/rig.ts'
import { createPair, deployUniswapV2, inOrder } from '../../../testing/wallet/evm/uniswap.ts'
import { type Finding, UNLISTED } from '../../model/finding.ts'
import { readChain } from '../read-chain.ts'
import { discover } from './discover.ts'
import type { IndexedTokens } from './token-index.ts'

const BALANCE = 'function balanceOf(address owner) view returns (uint256)'
const USD = 10n ** 6n

describeOnAnvil('tokens that no list names, on a real chain', (rig) => {
  let usdc: Address
  let weth: Address
  let vault: Address
  let pair: Address
  let market: AaveMarket

  beforeAll(async () => {
    weth = await deployToken(rig, 'WETH', 18)
    usdc = await deployToken(rig, 'USDC', 6)
    for (const owner of [ALICE, BOB])
      for (const token of [weth, usdc]) await mint(rig, token, owner, 1_000_000n * 10n ** 18n)

    vault = await deployVault(rig, usdc, 'vUSDC')
    await approve(rig, usdc, vault, ALICE)
    const deposit = 'function deposit(uint256, address) returns (uint256)'
    await rig.send(vault, deposit, [1_000n * USD, ALICE], ALICE)
    await mint(rig, usdc, vault, 70n * USD)

    market = await deployAave(rig, [
      { symbol: 'WETH', address: weth, decimals: 18, usd: 2_000 },
      { symbol: 'USDC', address: usdc, decimals: 6, usd: 1 },
    ])
    for (const token of [weth, usdc]) await approve(rig, token, market.pool, ALICE)
    await supplyToAave(rig, market.pool, weth, 10n ** 18n, ALICE)
    await approve(rig, usdc, market.pool, BOB)
    await supplyToAave(rig, market.pool, usdc, 5_000n * USD, BOB)
    await borrowFromAave(rig, market.pool, usdc, 10n * USD, ALICE)

    const [token0, token1] = inOrder(weth, usdc)
    const factory = await deployUniswapV2(rig)
    pair = await createPair(rig, factory, [token0, 40_000n], [token1, 90_000n], ALICE)
  }, 60_000)

  /** What is found of these tokens, when USDC and WETH are on a list. */
  const find = async (held: Partial<IndexedTokens>, owner = ALICE) => {
    const row = (address: Address, symbol: string, decimals: number) =>
      [address, { address, symbol, decimals }] as const
    const listed = {
      addresses: new Set([usdc, weth]),
      tokens: new Map([row(usdc, 'USDC', 6), row(weth, 'WETH', 18)]),
    }
    const index = { tokens: async () => ({ tokens: [], isWhole: true, ...held }) }
    const found = discover(index, owner, { listed, signal: AbortSignal.timeout(5_000) })
    const reading = await readChain(owner, {
      chain: { chainId: 1, maxLagSeconds: 300 },
      urls: [rig.url],
      readers: [],
      later: found.then(({ readers }) => readers),
      deadline: AbortSignal.timeout(20_000),
      fetch,
      now: Date.now,
    })
    const findings: Finding[] = reading.findings.get(UNLISTED) ?? []
    return { ...(await found), findings, protocols: reading.protocols }
  }
  const legs = (findings: readonly Finding[]) =>
    findings.flatMap((each) => each.legs.map(({ token, role, amount }) => [token, role, amount]))

  test('a vault is worth what it says, and has', async () => {
    const { findings, isWhole } = await find({ tokens: [vault] })
    const shares = await rig.read(vault, BALANCE, [ALICE])
    const worth = await rig.read(
      vault,
      'function convertToAssets(uint256) view returns (uint256)',
      [shares],
    )
    expect(isWhole).toBe(true)
    expect(findings).toMatchObject([
      {
        protocol: 'unlisted',
        isUnlisted: true,
        product: 'vault',
        market: 'Vault of USDC',
        receiptToken: vault,
        legs: [{ role: 'supply', token: usdc, symbol: 'USDC', decimals: 6, amount: worth }],
      },
    ])
  })

  test('an aToken is a deposit, and its debt token is none', async () => {
    const [ofWeth, ofUsdc] = market.reserves
    const tokens = [ofWeth?.aToken ?? ZERO, ofUsdc?.variableDebtToken ?? ZERO]
    expect(await rig.read(tokens[1] ?? ZERO, BALANCE, [ALICE])).toBeGreaterThan(0n)
    const { findings } = await find({ tokens })
    expect(legs(findings)).toEqual([[weth, 'supply', 10n ** 18n]])
    expect(findings[0]?.market).toBe('Deposit of WETH')
  })

  test('a pair is the owner’s part of both reserves', async () => {
    const { findings } = await find({ tokens: [pair] })
    const [token0, token1] = inOrder(weth, usdc)
    const share = await rig.read(pair, BALANCE, [ALICE])
    const supply = await rig.read(pair, 'function totalSupply() view returns (uint256)', [])
    expect(legs(findings)).toEqual([
      [token0, 'lp', (40_000n * share) / supply],
      [token1, 'lp', (90_000n * share) / supply],
    ])
  })

  test('what pretends to be one, and holds nothing, is none', async () => {
    const isVault = await deployLocal(rig, 'faulty.sol', 'Pretender', 'address,address', [
      usdc,
      ZERO,
    ])
    const isPair = await deployLocal(rig, 'faulty.sol', 'Pretender', 'address,address', [
      usdc,
      weth,
    ])
    expect((await find({ tokens: [isVault, isPair] })).findings).toEqual([])
    // Once it holds what it promises, it is one.
    await mint(rig, usdc, isVault, 5_000_000n * USD)
    expect(legs((await find({ tokens: [isVault, isPair] })).findings)).toEqual([
      [usdc, 'supply', 5_000_000n * USD],
    ])
  })

  test('a vault of a token that no list names is none', async () => {
    const fake = await deployToken(rig, 'USDC', 6)
    const full = await deployVault(rig, fake, 'vFAKE')
    await mint(rig, fake, ALICE, 10n * USD)
    await approve(rig, fake, full, ALICE)
    const deposit = 'function deposit(uint256, address) returns (uint256)'
    await rig.send(full, deposit, [10n * USD, ALICE], ALICE)
    expect((await find({ tokens: [full] })).findings).toEqual([])
  })

  test('contracts that misbehave do not hide the others', async () => {
    const bad: Address[] = []
    for (const name of ['GasBomb', 'Huge', 'SilentlyReverts'])
      for (let copy = 0; copy < 6; copy++) bad.push(await deployLocal(rig, 'faulty.sol', name))
    const { findings, protocols } = await find({ tokens: [...bad, ALICE, vault] })
    expect(protocols).toMatchObject([{ id: UNLISTED, status: 'ok' }])
    expect(findings.map(({ receiptToken }) => receiptToken)).toEqual([vault])
  })

  test('a token that a list names is left to its entry, and costs no request', async () => {
    const { findings, readers } = await find({ tokens: [usdc, weth] })
    expect({ findings, readers }).toEqual({ findings: [], readers: [] })
  })

  test('an owner with more tokens than are read is not read in full', async () => {
    const { findings, isWhole } = await find({ tokens: [vault], isWhole: false })
    expect(findings).toHaveLength(1)
    expect(isWhole).toBe(false)
    const many = Array.from(
      { length: 201 },
      (_, at): Address => `0x${String(at).padStart(40, '0')}`,
    )
    expect((await find({ tokens: many })).isWhole).toBe(false)
  })
})
