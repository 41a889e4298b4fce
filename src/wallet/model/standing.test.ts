import { expect, test } from 'vitest'
import { walletPortfolio } from '../../contract/wallet-scan.ts'
import { aProtocol, someTables } from '../../dependencies/fixtures/world.ts'
import { buildGraph } from '../../dependencies/graph.ts'
import { nameGraph } from '../../dependencies/named-graph.ts'
import {
  covered,
  findingOf,
  legOf,
  priceOf,
  pricesOf,
  scoreOf,
  tokenAt,
} from '../../testing/wallet/portfolios.ts'
import type { Finding } from './finding.ts'
import { createPortfolio } from './portfolio.ts'

const chain = 'Ethereum'
const SOME = someTables({ usdc: ['circle', null], eth: ['chain', null] })
const TABLES = {
  ...SOME,
  tokens: new Map(
    [...SOME.tokens].map(([id, row]) => [
      id,
      id === 'usdc' ? { ...row, at: { [chain]: tokenAt(1) } } : row,
    ]),
  ),
}
const LENDER = aProtocol('1', { usdc: 0.5 }, { holdsAs: 'collateral' })
const GRAPH = nameGraph(buildGraph([LENDER], TABLES, '2026-01-02'), new Map([['1', 'auk-lend']]))

function portfolioOf(...findings: Partial<Finding>[]) {
  return walletPortfolio.parse(
    createPortfolio({
      findings: findings.map((each) => ({ chain, finding: findingOf(each) })),
      prices: pricesOf(
        ...[1, 2]
          .map((n) => [{ chain, token: tokenAt(n), decimals: 0 }, priceOf(1)] as const)
          .map(([token, price]): [typeof token, typeof price] => [token, price]),
      ),
      scores: new Map([scoreOf('auk-lend', 2)]),
      coverage: covered([chain, 'auk-lend']),
      sanctions: { status: 'clear', sources: [] },
      graph: GRAPH,
    }),
  )
}

function standingOf(...findings: Partial<Finding>[]) {
  const { riskSummary } = portfolioOf(...findings)
  return 'standsOn' in riskSummary ? riskSummary.standsOn : undefined
}

const at = (token: number, symbol: string, amount = 100n) =>
  legOf({ token: tokenAt(token), symbol, amount })

test('a deposit needs the issuer of its token, the protocol, and what the protocol holds', () => {
  expect(standingOf({ legs: [at(1, 'anything')] })).toEqual({
    ...{ day: '2026-01-02', netUsd: 100, moreIssuers: 0 },
    issuers: [
      {
        id: 'auk-lend',
        name: '1',
        class: null,
        isProtocol: true,
        ...{ share: 1, usd: 100, directUsd: 100, throughUsd: 0, score: 2, riskLevel: 'low' },
        via: ['Ethereum:auk-lend'],
      },
      {
        id: 'circle',
        name: 'circle',
        class: 'onchain',
        isProtocol: false,
        ...{ share: 1, usd: 100, directUsd: 0, throughUsd: 100, score: null, riskLevel: null },
        via: ['Ethereum:auk-lend'],
      },
    ],
    finalAssets: [
      { asset: 'USDC', share: 0.5, usd: 50 },
      { asset: 'unknown', share: 0.5, usd: 50 },
    ],
    exposure: [{ asset: 'USDC', share: 1, usd: 100 }],
    unresolved: { issuer: 0, final: 0.5 },
  })
})

test('a token is found by its address; by its symbol only where the table has no address there; nothing of a contract that no list names', () => {
  const exposureOf = (finding: Partial<Finding>) => standingOf(finding)?.exposure[0]?.asset
  expect(exposureOf({ legs: [at(2, 'ETH')] })).toBe('ETH')
  expect(exposureOf({ legs: [at(2, 'USDC')] })).toBe('unknown')
  expect(exposureOf({ legs: [at(2, 'ETH')], isUnlisted: true })).toBeUndefined()
})

test('a debt of unknown value is left out, as in the net exposure; with more debts than assets nothing is said', () => {
  const owed = (token: number, symbol: string) => ({
    ...at(token, symbol, 200n),
    role: 'borrow' as const,
  })
  expect(standingOf({ legs: [at(1, 'USDC'), owed(3, 'DARK')] })?.netUsd).toBe(100)
  expect(standingOf({ legs: [at(1, 'USDC'), owed(1, 'USDC')] })).toBeNull()
})

test('a list has at most 20 rows, and the rest in one', () => {
  const many = Array.from({ length: 30 }, (_, n) =>
    findingOf({ protocol: `p${n}`, legs: [at(1, 'USDC', BigInt(n + 1))] }),
  )
  const found = standingOf(...many)
  expect(found?.issuers).toHaveLength(20)
  expect(found?.issuers[0]).toMatchObject({ id: 'circle', share: 1 })
  expect(found?.issuers[0]?.via).toHaveLength(20)
  expect(found?.moreIssuers).toBe(11)
})

test('a row whose share rounds to nothing is among those left out', () => {
  const found = standingOf(
    { protocol: 'auk-lend', legs: [at(1, 'USDC', 10_000_000n)] },
    { protocol: 'wren', legs: [at(1, 'USDC', 400n)] },
    {
      ...{ protocol: 'wren', ref: 'loan' },
      legs: [at(1, 'USDC', 20_000n), { ...at(1, 'USDC', 20_000n), role: 'borrow' }],
    },
  )
  expect(found?.netUsd).toBe(10_000_400)
  expect(found?.issuers.map(({ id }) => id)).toEqual(['circle', 'auk-lend'])
  expect(found?.moreIssuers).toBe(1)
})

test('so is one of a position', () => {
  const legs = [at(2, 'ETH', 10_000_000n), at(1, 'USDC', 400n)]
  const [position] = portfolioOf({ protocol: 'wren', legs }).positions
  expect(position?.through).toMatchObject({ needs: [], more: 1 })
})
