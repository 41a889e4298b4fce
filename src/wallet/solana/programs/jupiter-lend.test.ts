import { getAddressEncoder, getProgramDerivedAddress, address as keyed } from '@solana/kit'
import { beforeAll, describe, expect, test } from 'vitest'
import { invented, tokenAccountData } from '../../../testing/wallet/solana/accounts.ts'
import { lendData, metadataData } from '../../../testing/wallet/solana/jupiter-lend-accounts.ts'
import { pack } from '../../../testing/wallet/solana/pack.ts'
import type { Values } from '../../../testing/wallet/solana/packed.ts'
import { scanPrograms } from '../../../testing/wallet/solana/read-program.ts'
import recorded from '../../../testing/wallet/solana/recorded/jupiter-lend.json' with {
  type: 'json',
}
import { TOKEN, useSvm } from '../../../testing/wallet/solana/svm-rpc.ts'
import { encodeAddress } from '../base58.ts'
import { jupiterLend } from './jupiter-lend.ts'
import { LIQUIDITY, VAULTS } from './jupiter-lend-layout.ts'
import { debtAt, leftIn } from './jupiter-lend-ticks.ts'

const METAPLEX = 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s'
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const SOL = 'So11111111111111111111111111111111111111112'
const NOW = Date.parse('2026-10-04T00:00:00Z')
const ONE = 1_000_000_000_000n
const VAULT = 7n
const TICK = 2835
const TEN_SOL = 10_000_000_000n
const FULL = (34_359_738_367n << 15n) | 16_384n
const HALF = (17_179_869_184n << 15n) | 16_384n

const rpc = useSvm(NOW)
let admin: string
beforeAll(async () => {
  admin = await derived(VAULTS, 'vault_admin')
  await plantVault(VAULT, {})
  await plantVault(9n, { vaultType: 1n })
  for (const [mint, decimals] of [
    [SOL, 9],
    [USDC, 6],
  ] as const) {
    const data = Buffer.alloc(82)
    data[44] = decimals
    data[45] = 1
    rpc.plant({ address: mint, owner: TOKEN, data })
    await plantReserve(mint, {})
  }
  await plantTick({ totalIds: 1n, rawDebt: 1n })
})

/** The address that a program derives from texts, keys and numbers with their size. */
async function derived(program: string, ...seeds: readonly (string | [bigint, 2 | 4])[]) {
  const parts = seeds.map((seed) => {
    if (typeof seed !== 'string') return pack(seed)
    return seed.length > 32 ? getAddressEncoder().encode(keyed(seed)) : Buffer.from(seed)
  })
  return (await getProgramDerivedAddress({ programAddress: keyed(program), seeds: parts }))[0]
}

async function plant(seeds: Parameters<typeof derived>[1][], data: Uint8Array) {
  rpc.plant({ address: await derived(VAULTS, ...seeds), owner: VAULTS, data })
}

async function plantVault(vaultId: bigint, config: Values) {
  const prices = {
    liquiditySupplyExchangePrice: ONE,
    liquidityBorrowExchangePrice: ONE,
    vaultSupplyExchangePrice: ONE,
    vaultBorrowExchangePrice: ONE,
    lastUpdateTimestamp: BigInt(NOW / 1000),
  }
  const terms = { liquidationThreshold: 800n, supplyToken: SOL, borrowToken: USDC, ...config }
  await plant(['vault_config', [vaultId, 2]], lendData('VaultConfig', terms))
  await plant(['vault_state', [vaultId, 2]], lendData('VaultState', prices))
}

async function plantReserve(mint: string, values: Values) {
  const prices = { supplyExchangePrice: ONE, borrowExchangePrice: ONE }
  const data = lendData('TokenReserve', { mint, ...prices, ...values })
  rpc.plant({ address: await derived(LIQUIDITY, 'reserve', mint), owner: LIQUIDITY, data })
}

const tickSeed = [BigInt(TICK + 16_383), 4] as [bigint, 4]
const plantTick = (values: Values) =>
  plant(['tick', [VAULT, 2], tickSeed], lendData('Tick', values))
const plantBranch = (id: bigint, values: Values) =>
  plant(['branch', [VAULT, 2], [id, 4]], lendData('Branch', { branchId: id, ...values }))

/** A wallet with the NFT of a position. */
async function plantPosition(id: bigint, values: Values, authority = admin) {
  const owner = invented(Number(id))
  const vaultId = typeof values.vaultId === 'bigint' ? values.vaultId : VAULT
  const mint = await derived(VAULTS, 'position_mint', [vaultId, 2], [id, 4])
  rpc.plant({
    address: invented(500 + Number(id)),
    owner: TOKEN,
    data: tokenAccountData(mint, owner, 1n),
  })
  const metadata = await derived(METAPLEX, 'metadata', METAPLEX, mint)
  rpc.plant({ address: metadata, owner: METAPLEX, data: metadataData(authority, mint) })
  const position = { vaultId: VAULT, nftId: id, positionMint: mint, ...values }
  await plant(['position', [vaultId, 2], [id, 4]], lendData('Position', position))
  return { owner, mint }
}

const scan = (owner: string) => scanPrograms(rpc, [jupiterLend], owner, NOW)
const owing = { tick: BigInt(TICK), tickId: 1n, supplyAmount: TEN_SOL, dustDebtAmount: 5_000_000n }
const amounts = async (owner: string) =>
  (await scan(owner)).findings.map(({ legs }) => legs.map(({ amount }) => amount))

test('a loan is found with what is owed at its tick, in six requests and one search', async () => {
  const { owner, mint } = await plantPosition(1n, owing)
  const { findings, status, requests, searches } = await scan(owner)
  expect(status).toBe('ok')
  expect([requests, searches]).toEqual([6, 1])
  // Ten times 1.0015^2835, in nine decimals, less what is of others; then in the six of the loan, rounded up.
  const debt = (debtAt(TICK, TEN_SOL) - 5_000_000n + 999n) / 1000n
  expect(Number(debt) / 1e6).toBeCloseTo(10 * 1.0015 ** TICK - 0.005, 3)
  expect(findings).toMatchObject([
    {
      protocol: 'jupiter-lend',
      product: 'lending',
      market: 'SOL/USDC',
      ref: mint,
      legs: [
        { role: 'supply', token: SOL, amount: TEN_SOL, collateral: true, liquidationLtv: 0.8 },
        { role: 'borrow', token: USDC, decimals: 6, amount: debt },
      ],
      loan: { ltv: null, liquidationLtv: 0.8 },
    },
  ])
  const price = findings[0]?.loan?.liquidationPrice ?? 0
  expect(price).toBeCloseTo(Number(debt) / 1e7 / 0.8, 6)
})

test('collateral without a loan has none', async () => {
  const { owner } = await plantPosition(2n, { isSupplyOnlyPosition: 1n, supplyAmount: 5n })
  const { findings } = await scan(owner)
  expect(findings).toMatchObject([{ legs: [{ role: 'supply', amount: 5n }] }])
  expect(findings[0]?.loan).toBeUndefined()
})

test('interest since the last update is counted', async () => {
  const { owner } = await plantPosition(3n, owing)
  const before = await amounts(owner)
  const day = {
    borrowRate: 3650n,
    lastUtilization: 10_000n,
    totalSupplyWithInterest: 1n,
    totalBorrowWithInterest: 1n,
    lastUpdateTimestamp: BigInt(NOW / 1000 - 86_400),
  }
  await plantReserve(USDC, day)
  await plantReserve(SOL, day)
  const debt = (debtAt(TICK, TEN_SOL) - 5_000_000n) * 1001n
  expect(await amounts(owner)).toEqual([[TEN_SOL + 10_000_000n, (debt + 999_999n) / 1_000_000n]])
  for (const mint of [USDC, SOL]) await plantReserve(mint, {})
  expect(await amounts(owner)).toEqual(before)
})

describe('after liquidations', () => {
  const branch = {
    status: 'liquidated',
    tick: TICK - 10,
    partials: 0,
    factor: HALF,
    next: 0,
  } as const
  const debt = debtAt(TICK, TEN_SOL)
  const left = leftIn(branch, FULL, debt)
  const inTokens = [[left.collateral, (left.debt - 5_000_000n + 999n) / 1000n]]

  test('of its tick, the rest is found where the branch says', async () => {
    const { owner } = await plantPosition(4n, owing)
    await plantTick({ isLiquidated: 1n, totalIds: 1n, liquidationBranchId: 3n, debtFactor: FULL })
    await plantBranch(3n, { status: 1n, minimaTick: BigInt(branch.tick), debtFactor: HALF })
    expect(await amounts(owner)).toEqual(inTokens)
  })

  test('that came before others of the tick, they are read from its list', async () => {
    const { owner } = await plantPosition(5n, { ...owing, tickId: 2n })
    await plantTick({ totalIds: 4n, rawDebt: 1n })
    const liquidations = [
      { isFullyLiquidated: 1n },
      { liquidationBranchId: 3n, debtFactor: FULL },
      {},
    ]
    const data = lendData('TickIdLiquidation', { liquidations })
    await plant(['tick_id_liquidation', [VAULT, 2], tickSeed, [1n, 4]], data)
    expect(await amounts(owner)).toEqual(inTokens)
    const first = await plantPosition(6n, owing)
    expect(await amounts(first.owner)).toEqual([])
  })

  test('whose branch went into another, the rest is found there', async () => {
    const { owner } = await plantPosition(7n, owing)
    await plantTick({ isLiquidated: 1n, totalIds: 1n, liquidationBranchId: 8n, debtFactor: FULL })
    const whole = (17_179_869_184n << 15n) | 16_350n
    await plantBranch(8n, { status: 2n, debtFactor: whole, connectedBranchId: 3n })
    const [[collateral = 0n] = []] = await amounts(owner)
    expect(Number(collateral) / Number(left.collateral)).toBeCloseTo(1, 6)
    await plantBranch(8n, { status: 2n, debtFactor: whole, connectedBranchId: 8n })
    const { protocols } = await scan(owner)
    expect(protocols).toContainEqual({ id: 'jupiter-lend', status: 'failed', reason: 'contract' })
  })
})

test('a position in a vault of the DEX is found without its value', async () => {
  const { owner, mint } = await plantPosition(10n, {
    vaultId: 9n,
    isSupplyOnlyPosition: 1n,
    supplyAmount: 5n,
  })
  const { findings } = await scan(owner)
  expect(findings).toMatchObject([{ ref: mint, legs: [{ amount: 1n, isUnread: true }] }])
})

test('an NFT of others costs no search', async () => {
  const { owner } = await plantPosition(11n, owing, invented(77))
  const { findings, searches, status } = await scan(owner)
  expect([findings, searches, status]).toEqual([[], 0, 'ok'])
})

test('a forged NFT, whose metadata names the program, hides no position', async () => {
  const { owner, mint } = await plantPosition(13n, { isSupplyOnlyPosition: 1n, supplyAmount: 5n })
  const forged = await derived(METAPLEX, 'forged')
  const metadata = await derived(METAPLEX, 'metadata', METAPLEX, forged)
  rpc.plant({ address: metadata, owner: METAPLEX, data: metadataData(admin, forged) })
  const held = tokenAccountData(forged, owner, 1n)
  rpc.plant({ address: invented(600), owner: TOKEN, data: held })
  const { findings, status, searches } = await scan(owner)
  expect([findings.map(({ ref }) => ref), status, searches]).toEqual([[mint], 'ok', 2])
})

test('a node that refuses the search leaves the protocol unread', async () => {
  const { owner } = await plantPosition(12n, owing)
  rpc.fault.rpcError = { code: -32603, message: 'internal error' }
  rpc.fault.methods = ['getProgramAccounts']
  const { protocols, findings } = await scan(owner)
  expect(protocols).toContainEqual({ id: 'jupiter-lend', status: 'failed', reason: 'rpc' })
  expect(findings).toEqual([])
})

describe('accounts of mainnet', () => {
  const { config, state, reserve } = recorded.accounts
  const SPYX = 'XsoCS1TfEyfFhfvj8EtZ528L3CaKBDBRqRapnBbDF2W'
  const bytes = ({ data }: { data: string }) => Buffer.from(data, 'base64')

  beforeAll(async () => {
    // Where the program keeps those of vault 78 is where they were found.
    expect([
      await derived(VAULTS, 'vault_config', [78n, 2]),
      await derived(VAULTS, 'vault_state', [78n, 2]),
      await derived(LIQUIDITY, 'reserve', USDC),
    ]).toEqual([config.address, state.address, reserve.address])
    for (const account of [config, state]) {
      rpc.plant({ address: account.address, owner: VAULTS, data: bytes(account) })
    }
    rpc.plant({ address: reserve.address, owner: LIQUIDITY, data: bytes(reserve) })
    await plantReserve(SPYX, {})
    const mint = Buffer.alloc(82)
    mint.set([8, 1], 44)
    rpc.plant({ address: SPYX, owner: TOKEN, data: mint })
  })

  test.each(recorded.positions)(
    'lead to $collateral and a debt of $debt before interest',
    async (of) => {
      const data = bytes(of)
      const [id, tick] = [data.readUInt32LE(10), data.readInt32LE(47)]
      expect(debtAt(tick, BigInt(of.collateral))).toBe(BigInt(of.debt))
      const { owner, mint } = await plantPosition(BigInt(id), { vaultId: 78n })
      expect(mint).toBe(encodeAddress(data.subarray(14, 46)))
      await plant(['position', [78n, 2], [BigInt(id), 4]], data)
      const at = [BigInt(tick + 16_383), 4] as [bigint, 4]
      await plant(['tick', [78n, 2], at], lendData('Tick', { totalIds: 1n }))
      const [{ legs = [], loan } = {}] = (await scan(owner)).findings
      expect(legs).toMatchObject([
        { token: SPYX, decimals: 8, liquidationLtv: 0.85 },
        { token: USDC, decimals: 6 },
      ])
      // By the prices of the vault as they are stored, since when the loan grew by less than half a percent.
      const supply = (Number(of.collateral) * 0xea519a9a05) / 1e13
      const owed = ((Number(of.debt) - Number(of.dust)) * 0xeba65aac8a) / 1e15
      expect(Number(legs[0]?.amount) / supply).toBeCloseTo(1, 5)
      expect(Number(legs[1]?.amount) / owed).toBeGreaterThan(1)
      expect(Number(legs[1]?.amount) / owed).toBeLessThan(1.005)
      const whole = Number(legs[1]?.amount) / 1e6 / (Number(legs[0]?.amount) / 1e8)
      expect(loan?.liquidationPrice).toBeCloseTo(whole / 0.85, 6)
    },
  )
})
