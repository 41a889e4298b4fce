import { describe, expect, test } from 'vitest'
import { type SandboxHoldings, sandboxWallets } from '../contract/sandbox-wallet.ts'
import { aCatalogue, anEntry } from './fixtures/catalogue.ts'
import { createSandboxWallets } from './sandbox-wallet.ts'

const LISTED = '0xABC0000000000000000000000000000000000DEF'
const LISTED_ON_SOLANA = 'v54XWnYNczv5PWSH9MQTV7vVKSQahVMNsZJbi5tuSyiM'
const EMPTY = '0x5CA1AB1E00000000000000000000000000000002'

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

type Position = SandboxHoldings['positions'][number]

function aHolding(slug: string, usd: number | null, fields: Partial<Position> = {}): Position {
  const leg = { role: 'supply' as const, token: '0x1', symbol: 'T', amount: '1', usd }
  return { slug, chain: 'Ethereum', product: 'lending', ref: slug, legs: [leg], ...fields }
}

function walletsOf(...positions: Position[]) {
  const holdings: SandboxHoldings = { source: 'sandbox', terms: 'test', empty: [EMPTY], positions }
  return createSandboxWallets(holdings, CATALOGUE)
}

describe(createSandboxWallets, () => {
  const wallets = walletsOf(aHolding('harbour', 300), aHolding('reef', 100, { healthFactor: 1.02 }))
  const { usual, listed, empty } = wallets.scans

  test('keeps its promise', () => {
    expect(sandboxWallets.safeParse(wallets).error).toBeUndefined()
  })

  test('the usual wallet is weighted by value, has its flags and is on no list', () => {
    expect(usual.portfolioScore).toBe(3.5)
    expect(usual.riskSummary).toEqual({
      weightedScore: 3.5,
      riskLevel: 'moderate',
      scoredShare: 1,
      concentration: 0.75,
      minHealthFactor: 1.02,
      flags: expect.arrayContaining(['low-health-factor']),
    })
    expect(usual.positionSource).toEqual(['sandbox'])
    expect(usual.sanctions).toEqual({
      status: 'clear',
      sources: [{ id: 'sandbox', asOf: '2026-01-01', hit: false }],
    })
  })

  test('a listed address holds the same, and its flags lead with the list', () => {
    expect(listed.sanctions).toEqual({
      status: 'listed',
      sources: [{ id: 'sandbox', asOf: '2026-01-01', hit: true }],
    })
    const flags = 'flags' in usual.riskSummary ? usual.riskSummary.flags : []
    expect(listed.riskSummary).toEqual({
      ...usual.riskSummary,
      flags: ['sanctioned-address', ...flags],
    })
    const { sanctions: _, riskSummary: __, ...rest } = listed
    expect(usual).toMatchObject(rest)
  })

  test('an address without positions has an empty summary and no score', () => {
    expect(empty).toEqual({
      positions: [],
      riskSummary: {},
      portfolioScore: null,
      positionSource: [],
      totals: { suppliedUsd: 0, borrowedUsd: 0, rewardsUsd: 0, netUsd: 0, complete: true },
      sanctions: { status: 'clear', sources: [{ id: 'sandbox', asOf: '2026-01-01', hit: false }] },
      coverage: [],
    })
  })

  test('addresses stand as they are compared: those of EVM chains in lower case', () => {
    expect(wallets.addresses).toEqual({
      [LISTED.toLowerCase()]: 'listed',
      [LISTED_ON_SOLANA]: 'listed',
      [EMPTY.toLowerCase()]: 'empty',
    })
  })

  test('a price that is not known leaves the position out of the mean, and says so', () => {
    const { usual: scan } = walletsOf(aHolding('harbour', 300), aHolding('reef', null)).scans
    expect(scan.portfolioScore).toBe(2)
    expect(scan.riskSummary).toMatchObject({ flags: ['unpriced-position'] })
    expect(scan.totals).toMatchObject({ suppliedUsd: 300, complete: false })
  })

  test('what is borrowed counts against what is supplied', () => {
    const [supplied] = aHolding('harbour', 300).legs
    const borrowed = { role: 'borrow' as const, token: '0x2', symbol: 'D', amount: '1', usd: 120 }
    const holding = aHolding('harbour', 0, { legs: supplied ? [supplied, borrowed] : [] })
    const { usual: scan } = walletsOf(holding).scans
    expect(scan.totals).toMatchObject({ suppliedUsd: 300, borrowedUsd: 120, netUsd: 180 })
  })

  test('a holding of no protocol, and an address that is listed and empty, are refused', () => {
    expect(() => walletsOf(aHolding('nowhere', 1))).toThrow('nowhere')
    const holdings = { source: 'sandbox' as const, terms: 'test', empty: [LISTED], positions: [] }
    expect(() => createSandboxWallets(holdings, CATALOGUE)).toThrow('both listed and empty')
  })
})
