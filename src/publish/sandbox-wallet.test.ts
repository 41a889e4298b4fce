import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import {
  type SandboxHoldings,
  type SandboxWallets,
  sandboxHoldings,
} from '../contract/sandbox-wallet.ts'
import { walletScanResult } from '../contract/wallet-scan.ts'
import { aCatalogue, anEntry } from '../export/fixtures/catalogue.ts'
import { readHoldings, sandboxCatalogue } from './sandbox.ts'
import { createSandboxWallets } from './sandbox-wallet.ts'

const LISTED = '0xABC0000000000000000000000000000000000DEF'
const LISTED_ON_SOLANA = 'EjiHznsfMLn6Wq16qipv4wkMEyf5vNqx3nnsxWZKRKNo'
const EMPTY = '0x5CA1AB1E00000000000000000000000000000002'

const LOOKED = { chain: 'Ethereum', status: 'ok', tokens: 2, spenders: 2, search: 'none' }
const REEF = `0x${'a'.repeat(40)}`

const CATALOGUE = aCatalogue(
  [
    anEntry({ id: '1', slug: 'harbour', composite: 2 }),
    anEntry({ id: '2', slug: 'reef', composite: 8 }),
  ],
  {
    sanctions: {
      source: 'test',
      asOf: '2026-01-01',
      byAsset: { ETH: [LISTED], SOL: [LISTED_ON_SOLANA] },
    },
  },
)

const TOKENS: SandboxHoldings['tokens'] = {
  ONE: { address: `0x${'1'.repeat(40)}`, decimals: 2, usd: 1, confirmed: true },
  DARK: { address: `0x${'2'.repeat(40)}`, decimals: 18, usd: null, confirmed: true },
}

function aFinding(protocol: string, amount: string, fields: object = {}) {
  const legs = [{ role: 'supply', token: 'ONE', amount }]
  return { protocol, chain: 'Ethereum', product: 'lending', ref: protocol, legs, ...fields }
}

function walletsOf(
  findings: object[],
  empty = [EMPTY],
  catalogue = CATALOGUE,
  { holdings = [], given = [] }: { holdings?: object[]; given?: object[] } = {},
) {
  const form = {
    source: 'sandbox',
    terms: 'test',
    addresses: Object.fromEntries(empty.map((address) => [address, 'empty'])),
    names: { 'nobody.eth': 'not-found' },
    resolvesTo: { ens: '0x1', sns: 'Sol' },
    unread: { partial: ['reef'], timeout: 'Ethereum' },
    tokens: TOKENS,
    findings,
    holdings,
    approvals: {
      chains: ['Ethereum'],
      spenders: { Reef: { address: REEF, protocol: 'reef' } },
      given,
    },
  }
  return createSandboxWallets(sandboxHoldings.parse(form), catalogue)
}

describe('wallets of the sandbox', () => {
  const wallets = walletsOf([
    aFinding('harbour', '300'),
    aFinding('reef', '100', { healthFactor: 1.02 }),
  ])
  const { usual, listed, empty, partial, timeout } = wallets.scans.evm

  test('are added up as live ones are', () => {
    expect(usual.portfolioScore).toBe(3.5)
    expect(usual.riskSummary).toMatchObject({
      weightedScore: 3.5,
      riskLevel: 'moderate',
      scoredShare: 1,
      concentration: 0.75,
      minHealthFactor: 1.02,
      flags: expect.arrayContaining(['low-health-factor']),
      protocols: [{ protocolSlug: 'harbour' }, { protocolSlug: 'reef', contribution: 2 }],
      weakestPositions: [{ id: 'Ethereum:reef:reef', score: 8 }, { score: 2 }],
    })
    expect(usual.totals).toMatchObject({ suppliedUsd: 400, complete: true })
  })

  test('are on no list, and say that everything comes from the sandbox', () => {
    expect(usual.positionSource).toEqual(['sandbox'])
    expect(usual.positions[0]?.legs[0]?.price).toMatchObject({
      usd: 1,
      source: 'sandbox',
      confirmedBy: 'sandbox-oracle',
    })
    expect(usual.sanctions).toEqual({
      status: 'clear',
      sources: [{ id: 'sandbox', asOf: '2026-01-01', hit: false }],
    })
  })

  test('of a listed address hold the same, and their flags lead with the list', () => {
    expect(listed.sanctions).toEqual({
      status: 'listed',
      sources: [{ id: 'sandbox', asOf: '2026-01-01', hit: true }],
    })
    const flags = ['sanctioned-address', ...usual.flags]
    const riskSummary = { ...usual.riskSummary, flags }
    expect(listed).toEqual({ ...usual, flags, sanctions: listed.sanctions, riskSummary })
  })

  test('without positions have an empty summary and no score, where all was looked at', () => {
    expect(empty).toEqual({
      positions: [],
      holdings: [],
      riskSummary: {},
      flags: [],
      portfolioScore: null,
      positionSource: [],
      totals: {
        suppliedUsd: 0,
        borrowedUsd: 0,
        rewardsUsd: 0,
        netUsd: 0,
        complete: true,
        byChain: [],
        byProtocol: [],
        holdingsUsd: 0,
        netWorthUsd: 0,
        smallHoldings: { count: 0, usd: 0, belowUsd: 1 },
        counts: expect.stringContaining('Not counted'),
      },
      folded: null,
      approvals: {
        ...{ warning: null, rows: [], more: 0, unlimited: 0, valueAtRiskUsd: 0, unvalued: 0 },
        looked: [LOOKED],
      },
      sanctions: { status: 'clear', sources: [{ id: 'sandbox', asOf: '2026-01-01', hit: false }] },
      coverage: [
        {
          chain: 'Ethereum',
          status: 'ok',
          block: { number: 20_000_000, time: '2026-01-01T00:00:00.000Z' },
          protocols: [
            { id: 'harbour', status: 'ok' },
            { id: 'reef', status: 'ok' },
          ],
        },
      ],
      knownGaps: [{ chain: null, protocol: null, text: 'Only the invented protocols exist here.' }],
    })
  })

  test('that could be read in part say which protocol failed, and which chain was late', () => {
    expect(partial.positions.map(({ protocolSlug }) => protocolSlug)).toEqual(['harbour'])
    expect(partial).toMatchObject({
      totals: { complete: false },
      flags: ['incomplete-coverage'],
      coverage: [
        {
          status: 'partial',
          protocols: [
            { id: 'harbour', status: 'ok' },
            { id: 'reef', status: 'failed', reason: 'rpc' },
          ],
        },
      ],
    })
    expect(timeout).toMatchObject({ positions: [], coverage: [{ status: 'timeout' }] })
  })

  test('stand under addresses as they are compared: those of EVM chains in lower case', () => {
    expect(wallets.addresses).toEqual({
      [LISTED.toLowerCase()]: 'listed',
      [LISTED_ON_SOLANA]: 'listed',
      [EMPTY.toLowerCase()]: 'empty',
    })
  })

  test('leave what has no price out of the mean, and say so', () => {
    const legs = [{ role: 'supply', token: 'DARK', amount: '7' }]
    const { usual: scan } = walletsOf([aFinding('harbour', '300'), aFinding('reef', '1', { legs })])
      .scans.evm
    expect(scan.portfolioScore).toBe(2)
    expect(scan.riskSummary).toMatchObject({
      flags: ['high-risk-protocol', 'unpriced-position'],
    })
    expect(scan.totals).toMatchObject({ suppliedUsd: 300, complete: false })
  })

  test('have coins and tokens beside positions, and what others may take of them', () => {
    const holdings = [
      { chain: 'Ethereum', token: 'ONE', coin: 'COIN', amount: '5' },
      { chain: 'Ethereum', token: 'ONE', amount: '70' },
    ]
    const approval = { kind: 'erc20', chain: 'Ethereum', token: 'ONE', spender: 'Reef' }
    const { usual, empty, timeout } = walletsOf([aFinding('harbour', '300')], [EMPTY], CATALOGUE, {
      holdings,
      given: [{ ...approval, allowance: null }],
    }).scans.evm
    expect(usual.holdings).toMatchObject([
      { token: TOKENS.ONE?.address, symbol: 'ONE', usd: 70 },
      { token: null, symbol: 'COIN', usd: 5 },
    ])
    expect(usual.totals).toMatchObject({ netUsd: 300, holdingsUsd: 75, netWorthUsd: 375 })
    expect(usual.approvals).toMatchObject({
      rows: [{ spenderName: 'Reef', protocolSlug: 'reef', isUnlimited: true, valueAtRiskUsd: 70 }],
      looked: [LOOKED],
    })
    expect(empty).toMatchObject({ holdings: [], approvals: { rows: [], looked: [LOOKED] } })
    const unread = { ...LOOKED, status: 'failed', tokens: 0, spenders: 0 }
    expect(timeout).toMatchObject({ holdings: [], approvals: { rows: [], looked: [unread] } })
  })

  test('are refused for a spender that is nothing, and for a chain that is not looked at', () => {
    const approval = { kind: 'erc20', chain: 'Ethereum', token: 'ONE', spender: 'Reef' }
    const giving = (part: object) => () =>
      walletsOf([], [EMPTY], CATALOGUE, { given: [{ ...approval, allowance: '1', ...part }] })
    expect(giving({ spender: 'Shoal' })).toThrow('Shoal')
    expect(giving({ chain: 'Base' })).toThrow('Base')
    const holdings = [{ chain: 'Base', token: 'ONE', amount: '1' }]
    expect(() => walletsOf([], [EMPTY], CATALOGUE, { holdings })).toThrow('no position on Base')
  })

  test('are refused for a protocol or a token that is nothing', () => {
    expect(() => walletsOf([aFinding('nowhere', '1')])).toThrow('nowhere')
    const legs = [{ role: 'supply', token: 'NONE', amount: '1' }]
    expect(() => walletsOf([aFinding('reef', '1', { legs })])).toThrow('NONE')
  })

  test('are refused for an address that is listed and empty, and for a list without a date', () => {
    expect(() => walletsOf([], [LISTED])).toThrow('both listed and empty')
    const undated = { ...CATALOGUE, sanctions: { ...CATALOGUE.sanctions, asOf: null } }
    expect(() => walletsOf([], [EMPTY], undated)).toThrow('with a date')
  })
})

describe('the sandbox that is published', () => {
  let scans: SandboxWallets['scans']

  beforeAll(async () => {
    const dir = fileURLToPath(new URL('../../data/sandbox', import.meta.url))
    const catalogue = await sandboxCatalogue(dir, readConfig({}).upstreams)
    scans = createSandboxWallets(readHoldings(dir), catalogue).scans
  })

  test('keeps the contract of live scans', () => {
    for (const scan of [...Object.values(scans.evm), ...Object.values(scans.solana)]) {
      const result = { address: EMPTY, ...scan }
      expect(walletScanResult.safeParse(result).error).toBeUndefined()
    }
  })

  test('holds one of everything that a client should have met', () => {
    const { positions, riskSummary } = scans.evm.usual
    const has = (test: (position: (typeof positions)[number]) => boolean) =>
      expect(positions.some(test), test.toString()).toBe(true)
    has(({ healthFactor, borrowedUsd }) => healthFactor !== null && (borrowedUsd ?? 0) > 0)
    has(({ product }) => product === 'lst')
    expect(scans.solana.usual.positions).toMatchObject([{ chain: 'Solana', product: 'lst' }])
    expect(positions.map(({ chain }) => chain)).not.toContain('Solana')
    has(({ inRange, rewardsUsd }) => inRange === false && (rewardsUsd ?? 0) > 0)
    has(({ product, receiptToken }) => product === 'vault' && receiptToken !== null)
    has(({ perp }) => perp?.side === 'long' && perp.leverage !== null && !!perp.liquidationPrice)
    has(({ legs, perp }) => legs.length === 0 && perp?.pnlInNet === true)
    has(({ valuation }) => valuation === 'unpriced')
    has(({ risk }) => risk === null)
    expect(riskSummary).toMatchObject({
      flags: [
        'low-health-factor',
        'high-risk-protocol',
        'unscored-protocol',
        'unpriced-position',
        'out-of-range',
      ],
    })
    expect(scans.evm.usual.totals.complete).toBe(false)
  })

  test('holds coins on two chains, tokens with and without a price, and dust', () => {
    const { holdings, totals } = scans.evm.usual
    expect(holdings.map(({ chain, symbol, usd }) => [chain, symbol, usd])).toEqual([
      ['Ethereum', 'ETH', 4125],
      ['Base', 'SUSD', 1500],
      ['Base', 'ETH', 660],
      ['Ethereum', 'SUSD', 640.5],
      ['Arbitrum', 'SUSD', 420],
      ['Base', 'FLOT', null],
    ])
    expect(totals.smallHoldings).toEqual({ count: 1, usd: 0.34, belowUsd: 1 })
    expect(totals.holdingsUsd).toBe(7345.84)
    expect(scans.solana.usual.holdings).toMatchObject([{ token: null, symbol: 'SOL', usd: 490 }])
  })

  test('has approvals without a limit, of an amount, and through Permit2 for a time', () => {
    const { approvals, riskSummary } = scans.evm.usual
    expect(
      approvals?.rows.map(({ kind, spenderName, allowance, valueAtRiskUsd, expiresAt }) => [
        ...[kind, spenderName, allowance, valueAtRiskUsd, expiresAt],
      ]),
    ).toEqual([
      ['erc20', 'Kittiwake Lend: Pool', null, 1500, null],
      ['erc20', 'Knot Router', '500', 500, null],
      ['erc20', 'Permit2', null, 420, null],
      ['permit2', 'Gannet Swap V3: Router', '1000', 420, '2026-01-31T12:00:00.000Z'],
    ])
    expect(approvals?.rows[0]).toMatchObject({
      protocolLosses: { count: 2 },
      codeControl: expect.any(String),
    })
    expect(riskSummary).toMatchObject({
      warnings: expect.arrayContaining([
        expect.objectContaining({ flag: 'unlimited-approval', figure: 1, usd: 1500 }),
      ]),
    })
    expect(scans.solana.usual.approvals).toBeUndefined()
  })

  test('says nothing of a chain that was not read but that it failed', () => {
    const { partial, timeout } = scans.evm
    const seen = ({ holdings, approvals }: typeof partial) => ({
      chains: [...new Set(holdings.map(({ chain }) => chain))].sort(),
      given: [...new Set(approvals?.rows.map(({ chain }) => chain))].sort(),
      failed: approvals?.looked.flatMap(({ chain, status }) => (status === 'failed' ? chain : [])),
    })
    const withoutBase = ['Arbitrum', 'Ethereum']
    expect(seen(partial)).toEqual({ chains: withoutBase, given: withoutBase, failed: ['Base'] })
    const withoutArbitrum = ['Base', 'Ethereum']
    expect(seen(timeout)).toEqual({
      chains: withoutArbitrum,
      given: withoutArbitrum,
      failed: ['Arbitrum'],
    })
    expect(scans.solana.partial.holdings).toEqual([])
  })
})
