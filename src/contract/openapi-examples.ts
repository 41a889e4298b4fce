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
    totalTvlUsd: 9_200_000_000,
    recentExploitsCount: 1,
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

const WALLET: WalletDocument = {
  success: true,
  data: {
    address: '0x5ca1ab1e00000000000000000000000000000001',
    resolvedFrom: 'guillemot.eth',
    positions: [],
    riskSummary: {},
    portfolioScore: null,
    positionSource: [],
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
