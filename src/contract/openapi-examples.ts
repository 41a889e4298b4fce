import type { ListDocument, Stats } from './documents.ts'
import type {
  HealthDocument,
  ScreenerDocument,
  UsageDocument,
  WalletDocument,
} from './responses.ts'

const ROW: ListDocument['data'][number] = {
  id: 'sandbox-guillemot-lend',
  slug: 'sandbox-guillemot-lend',
  name: 'Guillemot Lend',
  category: 'Lending',
  chains: ['Ethereum', 'Polygon'],
  logoUrl: null,
  url: 'https://guillemot-lend.example.com',
  twitter: 'sandbox_guillemot_lend',
  coverageScore: 3.6,
  compositeScore: 4.2,
  riskLevel: 'moderate',
  tvlUsd: 203_000_000,
  scoreHistory: [4.4, 4.3, 4.2],
  scoredAt: '2026-01-01T00:00:00.000Z',
}

const META: ListDocument['meta'] = { total: 1, page: 1, limit: 20, pageCount: 1 }

const STATS: { success: true; data: Stats } = {
  success: true,
  data: {
    protocolCount: 45,
    chainCount: 22,
    globalRiskIndex: 5.1,
    globalRiskDelta7d: -0.1,
    globalRiskDelta7dSince: '2025-12-25',
    totalTvlUsd: 9_200_000_000,
    recentExploitsCount: 1,
    incidentsAsOf: '2026-01-01',
    updatedAt: '2026-01-01T00:00:00.000Z',
  },
}

const PROTOCOLS: ListDocument = { success: true, data: [ROW], meta: META }

const SCREENER: ScreenerDocument = {
  success: true,
  data: [
    {
      ...ROW,
      creditRisk: 4.8,
      counterpartyRisk: 3.9,
      liquidityRisk: 4.1,
      oracleRisk: 2,
      smartContractRisk: 5.2,
      liquidityTrapRisk: null,
    },
  ],
  meta: META,
}

const DIMENSIONS = {
  credit: 4.8,
  counterparty: 3.9,
  liquidity: 4.1,
  oracle: 2,
  smartContract: 5.2,
  liquidityTrap: null,
}

const WALLET: WalletDocument = {
  success: true,
  data: {
    address: '0x5ca1ab1e00000000000000000000000000000001',
    resolvedFrom: 'guillemot.eth',
    positions: [
      {
        id: 'Ethereum:sandbox-guillemot-lend:core',
        chain: 'Ethereum',
        protocol: 'Guillemot Lend',
        protocolSlug: 'sandbox-guillemot-lend',
        product: 'lending',
        market: 'core',
        ref: null,
        receiptToken: null,
        legs: [
          {
            role: 'supply',
            token: '0x2f0b5c9be1a4c0d74b2b8d1f6a3e9c5d7f8e1a01',
            symbol: 'wrETH',
            amount: '12.5',
            usd: 41_250,
            price: {
              usd: 3_300,
              source: 'sandbox',
              asOf: '2026-01-01',
              confirmedBy: 'sandbox-oracle',
            },
            missing: null,
            collateral: true,
          },
          {
            role: 'borrow',
            token: '0x2f0b5c9be1a4c0d74b2b8d1f6a3e9c5d7f8e1a02',
            symbol: 'SUSD',
            amount: '15000',
            usd: 15_000,
            price: { usd: 1, source: 'sandbox', asOf: '2026-01-01', confirmedBy: 'sandbox-oracle' },
            missing: null,
            collateral: null,
          },
        ],
        suppliedUsd: 41_250,
        borrowedUsd: 15_000,
        rewardsUsd: 0,
        netUsd: 26_250,
        healthFactor: 2.2,
        inRange: null,
        perp: null,
        risk: {
          score: 4.2,
          riskLevel: 'moderate',
          scoredAt: '2026-01-01T00:00:00.000Z',
          dimensions: DIMENSIONS,
        },
        positionSource: 'sandbox',
        valuation: 'priced',
      },
    ],
    riskSummary: {
      weightedScore: 4.2,
      riskLevel: 'moderate',
      scoredShare: 1,
      concentration: 1,
      singleSourceShare: 0,
      minHealthFactor: 2.2,
      flags: [],
      dimensions: DIMENSIONS,
      protocols: [
        {
          protocolSlug: 'sandbox-guillemot-lend',
          protocol: 'Guillemot Lend',
          valueUsd: 41_250,
          share: 1,
          score: 4.2,
          riskLevel: 'moderate',
          contribution: 4.2,
        },
      ],
      weakestPositions: [
        {
          id: 'Ethereum:sandbox-guillemot-lend:core',
          protocolSlug: 'sandbox-guillemot-lend',
          score: 4.2,
          riskLevel: 'moderate',
          valueUsd: 41_250,
        },
      ],
    },
    flags: [],
    portfolioScore: 4.2,
    positionSource: ['sandbox'],
    totals: {
      suppliedUsd: 41_250,
      borrowedUsd: 15_000,
      rewardsUsd: 0,
      netUsd: 26_250,
      complete: true,
    },
    sanctions: {
      status: 'clear',
      sources: [{ id: 'sandbox', asOf: '2026-01-01', hit: false }],
    },
    coverage: [
      {
        chain: 'Ethereum',
        status: 'ok',
        block: { number: 20_000_000, time: '2026-01-01T00:00:00.000Z' },
        protocols: [{ id: 'sandbox-guillemot-lend', status: 'ok' }],
      },
    ],
  },
}

const USAGE: UsageDocument = {
  success: true,
  data: {
    key_id: 'key_7Qm2XcV9',
    plan: 'free',
    period_start: '2026-01-01T00:00:00.000Z',
    period_end: '2026-01-31T23:59:59.999Z',
    total_requests: 1_250,
    quota: 100_000,
    quota_utilization_pct: 1.25,
    breakdown: { protocols: 900, wallet: 0, screener: 300, other: 50 },
  },
}

const HEALTH: HealthDocument = {
  success: true,
  data: {
    status: 'ok',
    version: '0.1.0',
    snapshot: {
      id: '2026-01-01-4f1c9a7e',
      asOf: '2026-01-01',
      ageSeconds: 42_180,
      protocolCount: 45,
    },
  },
}

/** Invented answers, in the words of the sandbox. A protocol in full is too long to be one. */
export const EXAMPLES = {
  stats: STATS,
  protocols: PROTOCOLS,
  screener: SCREENER,
  wallet: WALLET,
  usage: USAGE,
  health: HEALTH,
}
