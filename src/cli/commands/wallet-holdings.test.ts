import { describe, expect, test } from 'vitest'
import example from '../../api/routes/wallet/example.json' with { type: 'json' }
import type { WalletPosition, WalletScanResult } from '../../client/index.ts'
import { walletDocument } from '../../contract/responses.ts'
import { walletAction } from './wallet.ts'
import { holdingNotes } from './wallet-holdings.ts'
import { approvalsOf, knownGapsOf, readAt, warningsOf } from './wallet-words.ts'

const SCAN: WalletScanResult = walletDocument.parse(example).data
const notes = (more: Partial<WalletPosition>) =>
  holdingNotes({
    ...SCAN,
    positions: SCAN.positions.map((each) => ({
      ...each,
      loan: undefined,
      liquidation: undefined,
      through: undefined,
      ...more,
    })),
  })

test('coins are named where a chain has nothing else', () => {
  const [row] = SCAN.coverage
  const chain = row?.chain ?? ''
  const coin = {
    chain,
    token: null,
    symbol: 'ETH',
    amount: '2',
    usd: 6_000,
    price: null,
    missing: null,
  }
  const coverage = SCAN.coverage.slice(0, 1)
  const totals = { ...SCAN.totals, byChain: [] }
  expect(readAt({ ...SCAN, coverage, totals, holdings: [coin] })[0]).toContain(
    '1 token in the wallet itself',
  )
})

describe('the notes of the command line about positions', () => {
  test('show the loan', () => {
    expect(holdingNotes(SCAN)).toEqual([
      'Guillemot Lend, Ethereum: Leverage 1.6×: liquidated when wrETH falls 55 % against SUSD (1 − 1 / health factor 2.2); LTV 36 % of 80 %; liquidated at 1,500 SUSD; also needs Lido 66 %, Circle 48.7 %, WBTC 28.3 %; in what 9 % of it ends is not known',
    ])
  })

  test('show the withdrawal, the account and what is on no list', () => {
    const unlocksAt = '2026-12-01T10:00:00.000Z'
    expect(notes({ withdrawal: { unlocksAt, isClaimable: false } })[0]).toContain(
      'a withdrawal unlocks 2026-12-01',
    )
    expect(notes({ withdrawal: { unlocksAt, isClaimable: true } })[0]).toContain(
      'can be claimed now',
    )
    expect(notes({ account: '0xabc', unlisted: true })[0]).toContain(
      'held by the account 0xabc; not on our lists',
    )
    expect(notes({})).toEqual([])
  })

  test('show what can be withdrawn in the words of the service', () => {
    const exit = {
      availableUsd: 0,
      blockedUsd: 5,
      unlocksAt: null,
      text: 'It cannot be withdrawn now.',
    }
    const withdrawal = { unlocksAt: null, isClaimable: false }
    expect(notes({ exit, withdrawal })[0]).toMatch(/: It cannot be withdrawn now$/)
  })

  test('mark the tokens whose price only one source has', () => {
    const legs = (SCAN.positions[0]?.legs ?? []).map((leg) => ({
      ...leg,
      price: leg.price && { ...leg.price, confirmedBy: null },
    }))
    expect(notes({ legs })[0]).toContain('only one source has a price of wrETH, SUSD')
  })
})

test('the approvals of the command line have what each can take, the call that ends it, and where nothing was read', () => {
  const row = {
    ...{ chain: 'Base', kind: 'erc20', token: '0x01', symbol: 'USDC', spender: '0x02' },
    ...{ spenderName: 'Router', protocol: null, protocolSlug: null, risk: null, allowance: null },
    ...{ isUnlimited: true, expiresAt: null, valueAtRiskUsd: 12, loss: null, protocolLosses: null },
    ...{ codeControl: null, text: 'Router may take any amount of USDC: now $12.' },
    revoke: { to: '0x01', data: '0x095ea7b3', call: 'approve(0x02, 0)' },
  }
  const looked = { chain: 'Celo', status: 'failed', tokens: 0, spenders: 0, search: 'none' }
  const approvals = { rows: [row], more: 3, unlimited: 1, valueAtRiskUsd: 12, looked: [looked] }
  expect(approvalsOf({ ...SCAN, approvals })).toEqual([
    'Celo: could not be read, so there may be any.',
    'Together they can take $12.00 now. Nothing is sent from here.',
    'Base: Router may take any amount of USDC: now $12. It ends with approve(0x02, 0) at 0x01.',
    '3 more: see `approvals` of --json.',
  ])
  const none = { ...approvals, rows: [], more: 0 }
  expect(approvalsOf({ ...SCAN, approvals: none })).toEqual([
    'Celo: could not be read, so there may be any.',
  ])
  const warning = '1 unlimited approval can take $12.'
  const warned = { ...SCAN, riskSummary: {}, approvals: { ...approvals, warning } }
  expect(warningsOf(warned)).toEqual([warning])
  const view = { columns: 500, colours: false }
  const data = {
    ...SCAN,
    approvals: none,
    totals: { ...SCAN.totals, complete: true },
  }
  const headingOf = (change: Partial<WalletScanResult>) =>
    walletAction
      .render({ data: { ...data, ...change } }, view, { operands: [], query: {} })
      .join('\n')
  expect(headingOf({})).toContain('NOT ALL APPROVALS WERE READ')
  expect(headingOf({})).not.toContain('Everything that is looked at was read')
  expect(headingOf({ approvals: undefined })).toContain('Everything that is looked at was read')
  expect(approvalsOf({ ...SCAN, approvals: undefined })).toEqual([])
})

describe('the lists of the command line', () => {
  test('warn of what is the wallet’s own before the flags, and of a flag that they do not know by its name', () => {
    const flags = ['out-of-range', 'a-new-one'] as WalletScanResult['flags']
    expect(warningsOf({ ...SCAN, flags })).toEqual([
      '100 % of the value less debts is lost if Guillemot Lend is.',
      'Liquidity is out of range and earns no fees.',
      'a-new-one',
    ])
    expect(warningsOf({ ...SCAN, riskSummary: {} })).toEqual([])
  })

  test('give the block, its time and the sums of each chain', () => {
    expect(readAt(SCAN)[0]).toMatch(
      /^Ethereum: supplied .*41,250.*\(block 20000000 of 2026-01-01T00:00:00Z\)$/,
    )
  })

  test.each([
    ['ok', 'Base: nothing found (no block)'],
    ['partial', 'Base: nothing found in what was read (no block)'],
    ['unavailable', 'Base: not read (no block)'],
    ['timeout', 'Base: not read (no block)'],
  ] as const)('say of a chain that is %s what its silence means', (status, note) => {
    const coverage = [{ chain: 'Base', status, block: null, protocols: [] }]
    expect(readAt({ ...SCAN, coverage })).toEqual([note])
  })

  test('say what is never looked at, and nothing for an older service', () => {
    expect(knownGapsOf(SCAN)).toEqual([
      'Bitcoin is not scanned.',
      'sandbox-guillemot-lend: Rewards that are not claimed are not read.',
    ])
    expect(knownGapsOf({})).toEqual([])
  })
})
