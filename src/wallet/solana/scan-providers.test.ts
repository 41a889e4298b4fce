import { expect, test } from 'vitest'
import { invented, lendingData, tokenAccountData } from '../../testing/wallet/solana/accounts.ts'
import { lend, tokenList } from '../../testing/wallet/solana/token-list.ts'
import { type Finding, findingOf } from '../model/finding.ts'
import { RpcFailure } from './failure.ts'
import { JUPITER_LEND_PROGRAM, TOKEN_PROGRAM } from './program-ids.ts'
import type { PositionReader } from './program-reader.ts'
import type { ProviderAnswer, SolanaPositionProvider } from './provider.ts'
import { scanSolana } from './scan.ts'
import type { SolanaChain } from './web3.ts'

const owner = invented(1)
const JLUSDC = lend('jlUSDC')
const JLSOL = lend('jlSOL')

const BLOCK = { slot: 7, time: 1_800_000_000 }
/** Two deposits in Jupiter Lend, in the wallet as receipt tokens. */
const chain: Omit<SolanaChain, 'connection' | 'requests'> = {
  block: async () => BLOCK,
  lastSeen: () => BLOCK,
  programAccounts: async () => [],
  derivedAddress: () => invented(9),
  isDerived: () => false,
  tokenAccounts: async (_, program) =>
    program === TOKEN_PROGRAM
      ? [JLUSDC, JLSOL].map(({ mint }) => tokenAccountData(mint, owner, 10n))
      : [],
  accounts: async (addresses) =>
    addresses.map((address) => {
      const { underlying, mint } = address === JLUSDC.market ? JLUSDC : JLSOL
      const data = lendingData(underlying.mint, mint, 2_000_000_000_000n)
      return { address, owner: JUPITER_LEND_PROGRAM, executable: false, lamports: 1n, data }
    }),
}
const dead: Omit<SolanaChain, 'connection' | 'requests'> = {
  block: () => Promise.reject(new RpcFailure('rpc-timeout', 'late')),
  lastSeen: () => null,
  derivedAddress: () => invented(9),
  isDerived: () => false,
  programAccounts: () => Promise.reject(new RpcFailure('rpc-timeout', 'late')),
  tokenAccounts: () => Promise.reject(new RpcFailure('rpc-timeout', 'late')),
  accounts: () => Promise.reject(new RpcFailure('rpc-timeout', 'late')),
}

function providerFinding(more: Partial<Finding> = {}): Finding {
  return {
    protocol: 'jupiter-lend',
    product: 'lending',
    market: 'earn',
    ref: null,
    receiptToken: null,
    legs: [{ ...JLUSDC.underlying, role: 'supply', token: JLUSDC.underlying.mint, amount: 21n }],
    healthFactor: null,
    inRange: null,
    perp: null,
    source: 'provider:test',
    ...more,
  }
}

async function scan(
  answer: () => Promise<ProviderAnswer>,
  on = chain,
  deadlineMs = 5000,
  programs: readonly PositionReader[] = [],
) {
  const provider: SolanaPositionProvider = {
    id: 'test',
    platforms: ['jupiter-lend', 'jupiter-perpetual-exchange'],
    positions: answer,
  }
  const signal = AbortSignal.timeout(deadlineMs)
  return await scanSolana(owner, {
    chain: on,
    tokenList,
    providers: [provider],
    programs,
    signal,
  })
}

const summary = ({ findings }: { findings: Finding[] }) =>
  findings.map(({ source, market, legs }) => [source, market, legs[0]?.symbol, legs[0]?.amount])

test('a deposit that the provider reports is not counted a second time', async () => {
  const found = await scan(async () => ({ findings: [providerFinding()], failed: [] }))
  expect(found.status).toBe('ok')
  expect(summary(found)).toEqual([
    ['onchain', 'earn', 'SOL', 20n],
    ['provider:test', 'earn', 'USDC', 21n],
  ])
})

test('the provider may name a deposit by its receipt token', async () => {
  const legs = providerFinding().legs.map((leg) => ({ ...leg, token: JLUSDC.mint }))
  const found = await scan(async () => ({ findings: [providerFinding({ legs })], failed: [] }))
  expect(summary(found)).toHaveLength(2)
})

test('collateral of a loan does not hide a deposit of the same token', async () => {
  const found = await scan(async () => ({
    findings: [providerFinding({ market: 'borrow' })],
    failed: [],
  }))
  expect(summary(found)).toHaveLength(3)
})

test('what is not on the allow-list is not accepted', async () => {
  const found = await scan(async () => ({
    findings: [providerFinding({ protocol: 'lido' })],
    failed: [],
  }))
  expect(summary(found).map(([source]) => source)).toEqual(['onchain', 'onchain'])
})

test('a provider that is down fails its platforms, and the rest answers', async () => {
  const found = await scan(() => Promise.reject(new RpcFailure('rpc-timeout', 'late')))
  expect(found.status).toBe('partial')
  expect(summary(found)).toHaveLength(2)
  const failed = found.protocols.filter(({ status }) => status !== 'ok')
  expect(failed).toHaveLength(2)
  for (const id of ['jupiter-lend', 'jupiter-perpetual-exchange']) {
    expect(failed).toContainEqual({ id, status: 'failed', reason: 'provider' })
  }
})

test('a provider that never answers is left behind at the deadline', async () => {
  const found = await scan(() => new Promise(() => undefined), chain, 50)
  expect(found.status).toBe('partial')
  expect(summary(found)).toHaveLength(2)
})

test('one platform that the provider could not read fails alone', async () => {
  const failed = ['jupiter-perpetual-exchange']
  const found = await scan(async () => ({ findings: [], failed }))
  expect(found.protocols.filter(({ status }) => status !== 'ok').map(({ id }) => id)).toEqual(
    failed,
  )
})

test('a provider that answers while every node is silent makes the scan partial, not a timeout', async () => {
  expect(
    (await scan(async () => ({ findings: [providerFinding()], failed: [] }), dead)).status,
  ).toBe('partial')
  expect((await scan(() => Promise.reject(new Error('down')), dead)).status).toBe('timeout')
})

const PERPS = 'jupiter-perpetual-exchange'
const perpetual = (source: string) =>
  findingOf({ protocol: PERPS, product: 'perp', market: 'SOL', source, legs: [] })

/** A scan in which a reader of the chain reads what the provider is asked for too. */
function scanBoth(answer: () => Promise<ProviderAnswer>, read: PositionReader['read']) {
  return scan(answer, chain, 5000, [{ protocols: [PERPS], read }])
}
const onChain = async () => [perpetual('onchain')]
const refused = () => Promise.reject(new RpcFailure('rpc-error', 'no'))
const toldBy = async () => ({ findings: [perpetual('provider:test')], failed: [] })
const none = async () => ({ findings: [], failed: [] })
const inPart = async () => ({ findings: [perpetual('provider:test')], failed: [PERPS] })
const perpetualsIn = ({ findings }: { findings: Finding[] }) =>
  findings.filter(({ protocol }) => protocol === PERPS).map(({ source }) => source)

test.each([
  ['the provider where both answer', toldBy, onChain, ['provider:test']],
  ['the provider where it says that there are none', none, onChain, []],
  ['the provider where the chain cannot be read', toldBy, refused, ['provider:test']],
  ['the chain where the provider is down', refused, onChain, ['onchain']],
  ['the chain where the provider read a part', inPart, onChain, ['onchain']],
] as const)(
  'what both could report is taken from %s, and is whole',
  async (_, answer, read, sources) => {
    const found = await scanBoth(answer, read)
    expect(perpetualsIn(found)).toEqual(sources)
    expect(found.protocols).toContainEqual({ id: PERPS, status: 'ok' })
  },
)

test('what neither could report is failed', async () => {
  const found = await scanBoth(refused, refused)
  expect(perpetualsIn(found)).toEqual([])
  expect(found.protocols).toContainEqual({ id: PERPS, status: 'failed', reason: 'rpc' })
})
