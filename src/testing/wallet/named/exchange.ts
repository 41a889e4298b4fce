import { EMPTY_EXCHANGE } from '../empty-exchange.ts'

const summary = {
  accountValue: '1013.246837',
  totalNtlPos: '1500.25',
  totalRawUsd: '2513.5',
  totalMarginUsed: '75.0125',
}

/** What Hyperliquid answers about an account with a short position, a spot balance, a share of a vault and a stake, in its published shape. */
export const EXCHANGE: Record<string, unknown> = {
  ...EMPTY_EXCHANGE,
  clearinghouseState: {
    marginSummary: summary,
    crossMarginSummary: summary,
    crossMaintenanceMarginUsed: '15.0',
    withdrawable: '938.2',
    assetPositions: [
      {
        type: 'oneWay',
        position: {
          coin: 'ETH',
          szi: '-0.5',
          leverage: { type: 'cross', value: 20 },
          entryPx: '2986.3',
          positionValue: '1500.25',
          unrealizedPnl: '-7.1',
          returnOnEquity: '-0.1',
          liquidationPx: '3100.5',
          marginUsed: '75.0125',
          maxLeverage: 50,
        },
      },
    ],
  },
  spotClearinghouseState: {
    balances: [{ coin: 'USDC', token: 0, total: '14.625485', hold: '0.0', entryNtl: '0.0' }],
  },
  userVaultEquities: [
    { vaultAddress: `0x${'df'.repeat(20)}`, equity: '742.082809', lockedUntilTimestamp: 1 },
  ],
  delegatorSummary: {
    delegated: '12060.16529862',
    undelegated: '1',
    totalPendingWithdrawal: '2',
  },
}
