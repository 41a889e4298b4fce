import { decodeFunctionData, parseAbi } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import type { Address } from '../../chains/address.ts'
import type { WalletApproval } from '../../contract/wallet-approvals.ts'
import { PERMIT2 } from '../../domain/approval-sum.ts'
import type { ApprovalIndex } from '../../wallet/evm/approvals/approval-index.ts'
import { searchAt } from '../../wallet/evm/approvals/event-search.ts'
import type { SpenderList } from '../../wallet/evm/approvals/spender-list.ts'
import { parseContractList } from '../../wallet/evm/contracts/contract-list.ts'
import type { Spender } from '../../wallet/model/approval.ts'
import { createPriceCache } from '../../wallet/prices/cache.ts'
import { scanWallet } from '../../wallet/scan.ts'
import type { ScanDeps } from '../../wallet/scan-deps.ts'
import { describeOnAnvil } from './evm/on-anvil.ts'
import { placePermit2 } from './evm/permit2.ts'
import { ALICE, approve, BOB, DEPLOYER, deployLocal, type Rig } from './evm/rig.ts'
import { deployWorld, type World, worldEntries } from './evm/world.ts'
import { scoreOf } from './portfolios.ts'
import { answerOf } from './scan-world.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const WEEK_MS = 7 * 86_400_000
const PRICES = 'https://coins.example'
const NOWHERE = 'http://127.0.0.1:1'
const USD = 10n ** 6n
const ETHER = 10n ** 18n
const MAX = 2n ** 256n - 1n

const APPROVE = 'function approve(address, uint256) returns (bool)'
const TAKE = 'function transferFrom(address, address, uint256) returns (bool)'
const OPERATOR = 'function setApprovalForAll(address, bool)'
const PERMIT = 'function approve(address token, address spender, uint160 amount, uint48 expiration)'

const at = (n: number): Address => `0x${n.toString(16).padStart(2, '0').repeat(20)}`
const spender = (n: number, name: string, rest: Partial<Spender> = {}): Spender => ({
  ...{ address: at(n), name, protocol: null, loss: null },
  ...rest,
})
const HACKED = spender(0xa1, 'Old Router', {
  loss: { name: 'Old Router', day: '2023-04-09', usd: 3_500_000, source: 'test' },
})
const ROUTER = spender(0xa2, 'Router')
const SPENT = { ...spender(0xa3, 'Spender'), address: BOB }
const UNIVERSAL = spender(0xa4, 'Universal Router', { protocol: 'uniswap-v3' })
const GARDENER = spender(0xa5, 'Gardener')
const EXPIRED = spender(0xa6, 'Expired')
const REVOKED = spender(0xa7, 'Revoked')
const UNKNOWN = at(0xb1)

const SPENDERS: SpenderList = {
  always: new Set(['USDC', 'WETH']),
  spenders: [ROUTER, HACKED, SPENT, UNIVERSAL, EXPIRED, REVOKED],
  operators: [GARDENER, REVOKED],
}

describeOnAnvil('approvals on a chain that stands', { nowMs: NOW - 120_000 - WEEK_MS }, (rig) => {
  let world: World
  beforeAll(async () => {
    world = await deployWorld(rig)
    await placePermit2(rig)
    await plant(rig, world)
  }, 120_000)

  const scan = async (
    owner: Address,
    change: Partial<ScanDeps> = {},
    entries: object[] = worldEntries(world),
  ) => {
    const bodies: string[] = []
    const usdOf = new Map([
      [`ethereum:${world.weth}`, 2_000],
      [`ethereum:${world.usdc}`, 1],
      [`ethereum:${world.staked}`, 2_200],
      ...world.tokens.map(({ address }) => [`ethereum:${address}`, 1e-6] as const),
    ])
    const result = await answerOf(
      scanWallet(owner, {
        fetch: async (url, init) => {
          if (url === rig.url) bodies.push(String(init.body))
          if (!url.startsWith(PRICES)) return await fetch(url, init)
          const coins = url.replace(/^.*current\/|\?.*$/g, '').split(',')
          const row = { timestamp: NOW / 1000, confidence: 1 }
          const rows = coins.map((coin) => [coin, { ...row, price: usdOf.get(coin) }])
          return Response.json({ coins: Object.fromEntries(rows) })
        },
        now: () => NOW,
        chains: [
          { key: 'ethereum', chainId: 1, name: 'Ethereum', maxLagSeconds: 300, urls: [rig.url] },
        ],
        contracts: (key) =>
          parseContractList({ chain: key, chainId: 1, generatedFrom: {}, entries }, key),
        solana: { urls: [], providers: [] },
        hyperliquidUrl: NOWHERE,
        pricesUrl: PRICES,
        priceCache: createPriceCache(),
        sanctions: {
          source: 'ofac',
          asOf: '2026-11-20',
          evm: new Set([at(0xff)]),
          others: new Set(),
        },
        scores: new Map([scoreOf('spark', 3), scoreOf('uniswap-v3', 4)]),
        spenders: () => SPENDERS,
        ...change,
      }),
    )
    const rows = new Map(
      result.approvals?.rows.map((row) => [
        `${row.kind} ${row.symbol ?? ''} ${row.spenderName ?? row.spender}`,
        row,
      ]),
    )
    return { result, rows, bodies }
  }

  test('are found with what they can take: unlimited, exact, spent since, through Permit2 and of NFTs', async () => {
    const { rows, result } = await scan(ALICE)
    const wethHeld = await rig.read(
      world.weth,
      'function balanceOf(address) view returns (uint256)',
      [ALICE],
    )
    const facts = (row: WalletApproval | undefined) =>
      row && [row.isUnlimited, row.allowance, row.valueAtRiskUsd]
    const weth = Number(wethHeld / 10n ** 12n) / 1e6
    expect(facts(rows.get('erc20 WETH Old Router'))).toEqual([true, null, cents(weth * 2_000)])
    expect(facts(rows.get('erc20 USDC Router'))).toEqual([false, '500', 500])
    expect(facts(rows.get('erc20 USDC Spender'))).toEqual([false, '60', 60])
    expect(facts(rows.get('erc20 WETH Spender'))).toEqual([true, null, cents(weth * 2_000)])
    expect(facts(rows.get('erc20 USDC Permit2'))).toEqual([false, '1000', 1_000])
    // Permit2 itself may take 1,000.
    expect(facts(rows.get('permit2 USDC Universal Router'))).toEqual([false, '1000', 1_000])
    expect(rows.get('permit2 USDC Universal Router')?.expiresAt).toBe('2100-01-01T00:00:00.000Z')
    expect(rows.get('nft  Gardener')).toMatchObject({
      isUnlimited: true,
      token: world.v3.positionManager,
    })
    expect(rows.get('nft  Gardener')?.valueAtRiskUsd).toBeGreaterThan(0)
    expect(result.approvals?.unvalued).toBe(0)
    const names = [...rows.keys()].join('\n')
    expect(names).not.toContain('Expired')
    expect(names).not.toContain('Revoked')
    expect(result.approvals?.looked).toEqual([
      { chain: 'Ethereum', status: 'ok', tokens: 6, spenders: 10, search: 'none' },
    ])
  })

  test('of pools and vaults of the lists are found for what is held, with their protocol and its score', async () => {
    const { rows } = await scan(ALICE)
    const pools = [...rows.values()].filter(({ protocol }) => protocol !== null)
    expect(
      pools.map(({ symbol, spenderName, protocolSlug, risk }) => [
        symbol,
        spenderName,
        protocolSlug,
        risk?.score ?? null,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['WETH', 'SparkLend: pool', 'spark', 3],
        ['USDC', 'Universal Router', 'uniswap-v3', 4],
      ]),
    )
  })

  test('that are unlimited and of one with a loss come first, then the others by what they can take', async () => {
    const { result } = await scan(ALICE)
    const rows = result.approvals?.rows ?? []
    expect(rows[0]?.spenderName).toBe('Old Router')
    expect(rows[0]?.text).toContain(
      '$3.50m was taken from people who had given this spender an approval',
    )
    expect(rows[0]?.text).toContain('Revoke it now.')
    const rest = rows.slice(1).map(({ valueAtRiskUsd }) => valueAtRiskUsd ?? 0)
    expect(rest).toEqual([...rest].sort((a, b) => b - a))
  })

  test('of NFTs that could not be read have no value, which is not zero', async () => {
    const entries = worldEntries(world).map((entry) =>
      'driver' in entry && entry.driver === 'uniswap-v3'
        ? { ...entry, staking: { holder: at(0x77) } }
        : entry,
    )
    const { rows, result } = await scan(ALICE, {}, entries)
    expect(rows.get('nft  Gardener')?.valueAtRiskUsd).toBeNull()
    expect(rows.get('nft  Gardener')?.text).toContain(
      'what that is worth now is not known, because not all NFTs were read',
    )
    expect(result.approvals?.unvalued).toBe(1)
  })

  test('name a call that ends them', async () => {
    const { result, rows } = await scan(ALICE)
    for (const { revoke } of result.approvals?.rows ?? [])
      await rig.rpc('eth_call', [{ from: ALICE, to: revoke.to, data: revoke.data }, 'latest'])
    const all = parseAbi([
      'function approve(address, uint256)',
      'function setApprovalForAll(address, bool)',
      'function approve(address token, address spender, uint160 amount, uint48 expiration)',
    ])
    const callOf = (name: string) => {
      const { revoke } = rows.get(name) ?? {}
      return (
        revoke && [
          revoke.to,
          ...decodeFunctionData({ abi: all, data: `0x${revoke.data.slice(2)}` }).args,
        ]
      )
    }
    const lower = (name: string) => callOf(name)?.map((part) => String(part).toLowerCase())
    expect(lower('erc20 USDC Router')).toEqual([world.usdc, ROUTER.address, '0'])
    expect(lower('permit2 USDC Universal Router')).toEqual([
      PERMIT2,
      world.usdc,
      UNIVERSAL.address,
      '0',
      '0',
    ])
    expect(lower('nft  Gardener')).toEqual([world.v3.positionManager, GARDENER.address, 'false'])
  })

  test('to an address that no list names are found by a search of events, and only then', async () => {
    expect((await scan(ALICE)).rows.has(`erc20 USDC ${UNKNOWN}`)).toBe(false)
    const index = searchAt(rig.url, fetch)
    const { rows, result } = await scan(ALICE, { approvalIndex: () => index })
    expect(rows.get(`erc20 USDC ${UNKNOWN}`)).toMatchObject({
      spenderName: null,
      isUnlimited: true,
      valueAtRiskUsd: rows.get(`erc20 USDC ${UNKNOWN}`)?.valueAtRiskUsd,
    })
    expect(rows.get(`erc20 USDC ${UNKNOWN}`)?.text).toContain('An unknown address')
    expect(rows.has(`nft  ${UNKNOWN}`)).toBe(true)
    expect(rows.has(`permit2 USDC ${UNKNOWN}`)).toBe(true)
    expect(result.approvals?.looked[0]?.search).toBe('ok')
  })

  test('are none for whom never gave any, and of an index that fails the answer says so', async () => {
    const index: ApprovalIndex = { approvals: () => Promise.reject(new Error('down')) }
    const { result } = await scan(at(0xcc), { approvalIndex: () => index })
    expect(result.approvals).toMatchObject({ rows: [], more: 0, valueAtRiskUsd: 0 })
    expect(result.approvals?.looked).toMatchObject([{ status: 'ok', search: 'failed' }])
  })

  test('raise a warning with what they can take, and none over dust', async () => {
    const { result } = await scan(ALICE)
    const warnings = result.riskSummary.warnings ?? []
    const [warning] = warnings.filter(({ flag }) => flag === 'unlimited-approval')
    expect(warning?.usd).toBeGreaterThan(1_000)
    expect(warning?.text).toContain('Old Router may take any amount of WETH')
    expect(warning?.figure).toBeGreaterThan(1)
    const quiet = await scan(DEPLOYER)
    expect(quiet.result.riskSummary.warnings ?? []).toEqual([])
  })

  test('cost an empty wallet no request more, and no second round', async () => {
    const without = await scan(at(0xcd), { spenders: undefined })
    const withThem = await scan(at(0xcd))
    expect(withThem.bodies.length).toBe(without.bodies.length)
  })

  test('are read beside tokens that revert, burn gas, return too much or lie', async () => {
    const names = ['GasBomb', 'Reverts', 'SilentlyReverts', 'Huge'] as const
    const bad: Address[] = []
    for (const name of names) bad.push(await deployLocal(rig, 'faulty.sol', name))
    const liar = await deployLocal(rig, 'faulty.sol', 'Liar', 'uint256', [MAX])
    const row = (address: Address, symbol: string) => ({
      ...{
        id: symbol.toLowerCase(),
        source: 'test',
        driver: 'holding',
        protocol: 'lido',
        product: 'lst',
      },
      token: { address, symbol, decimals: 18 },
    })
    const entries = [
      ...bad.map((address, n) => row(address, `BAD${n}`)),
      row(liar, 'LIAR'),
      ...worldEntries(world),
    ]
    const many = Array.from({ length: 50 }, (_, n) => spender(0x20 + n, `Further ${n}`))
    const spenders = () => ({ ...SPENDERS, spenders: [...many, ...SPENDERS.spenders] })
    const { rows, result } = await scan(ALICE, { spenders }, entries)
    // What says that everybody may take it is not counted.
    expect(JSON.stringify(result.approvals)).not.toContain('LIAR')
    expect(rows.get('erc20 USDC Router')?.valueAtRiskUsd).toBe(500)
    expect(rows.has('nft  Gardener')).toBe(true)
    expect(result.approvals?.looked).toMatchObject([{ status: 'partial', tokens: 7 }])
    // Of few it may be true, and a balance beyond all measure has no value, which is not zero.
    const few = await scan(ALICE, {}, entries)
    expect(few.rows.get('erc20 LIAR Router')?.valueAtRiskUsd).toBeNull()
  })

  test('of a chain that does not answer are failed, not none', async () => {
    const chains = [
      { key: 'ethereum', chainId: 1, name: 'Ethereum', maxLagSeconds: 300, urls: [rig.url] },
      { key: 'base', chainId: 8453, name: 'Base', maxLagSeconds: 300, urls: [NOWHERE] },
    ] as const
    const contracts: ScanDeps['contracts'] = (key) =>
      parseContractList(
        {
          ...{ chain: key, chainId: key === 'base' ? 8453 : 1, generatedFrom: {} },
          entries: worldEntries(world),
        },
        key,
      )
    const { result } = await scan(ALICE, { chains, contracts })
    expect(
      result.approvals?.looked.map(({ chain, status, tokens }) => [chain, status, tokens]),
    ).toEqual([
      ['Base', 'failed', 0],
      ['Ethereum', 'ok', 6],
    ])
  })
})

/** Everything that Alice approves. */
async function plant(rig: Rig, { weth, usdc, v3 }: World): Promise<void> {
  const give = (token: Address, to: Address, amount: bigint) =>
    rig.send(token, APPROVE, [to, amount], ALICE)
  await approve(rig, weth, HACKED.address, ALICE)
  await give(usdc, ROUTER.address, 500n * USD)
  await give(usdc, BOB, 100n * USD)
  await rig.send(usdc, TAKE, [ALICE, BOB, 40n * USD], BOB)
  // As wrapped ether of some chains, and tokens that keep 96 bits, take off what was spent.
  await give(weth, BOB, 2n ** 96n - 1n)
  await rig.send(weth, TAKE, [ALICE, BOB, ETHER], BOB)
  await give(usdc, PERMIT2, 1_000n * USD)
  await rig.send(PERMIT2, PERMIT, [usdc, UNIVERSAL.address, 2n ** 160n - 1n, 4_102_444_800], ALICE)
  await rig.send(PERMIT2, PERMIT, [usdc, EXPIRED.address, 5n, 1_700_000_000], ALICE)
  await rig.send(PERMIT2, PERMIT, [usdc, UNKNOWN, 7n, 4_102_444_800], ALICE)
  await give(weth, REVOKED.address, MAX)
  await give(weth, REVOKED.address, 0n)
  await approve(rig, usdc, UNKNOWN, ALICE)
  for (const operator of [GARDENER.address, UNKNOWN, REVOKED.address])
    await rig.send(v3.positionManager, OPERATOR, [operator, true], ALICE)
  await rig.send(v3.positionManager, OPERATOR, [REVOKED.address, false], ALICE)
  // Someone with approvals and nothing to take.
  await rig.send(usdc, APPROVE, [HACKED.address, MAX], DEPLOYER)
}

function cents(usd: number): number {
  return Math.round(usd * 100) / 100
}
