import type { WalletDocument } from '../../../contract/responses.ts'

const DIMENSIONS = {
  credit: 4.8,
  counterparty: 3.9,
  liquidity: 4.1,
  oracle: 2,
  smartContract: 5.2,
  liquidityTrap: null,
}

/** An invented scan of the sandbox. */
export const EXAMPLE: WalletDocument = {
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
        loan: { ltv: 0.3636, liquidationLtv: 0.8, liquidationPrice: 1_500 },
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
      byChain: [
        {
          chain: 'Ethereum',
          suppliedUsd: 41_250,
          borrowedUsd: 15_000,
          rewardsUsd: 0,
          netUsd: 26_250,
        },
      ],
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
    knownGaps: [
      { chain: 'Bitcoin', protocol: null, text: 'Bitcoin is not scanned.' },
      {
        chain: null,
        protocol: 'sandbox-guillemot-lend',
        text: 'Rewards that are not claimed are not read.',
      },
    ],
  },
}
