import { EMPTY_EXCHANGE } from '../empty-exchange.ts'

/** What an account is worth, as Hyperliquid says it. */
const summary = (accountValue: string) => ({
  accountValue,
  totalNtlPos: '0.0',
  totalRawUsd: '0.0',
  totalMarginUsed: '0.0',
})

/** A short of half an ETH. */
export const position = (change: object = {}) => ({
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
    ...change,
  },
})

/** An account with a margin and these positions alone. */
export const perps = (accountValue: string, ...assetPositions: object[]) => ({
  ...EMPTY_EXCHANGE,
  clearinghouseState: { marginSummary: summary(accountValue), assetPositions },
})

/** What Hyperliquid answers about an account with a short position, a spot balance, a share of a vault and a stake, in its published shape. */
export const EXCHANGE: Record<string, unknown> = {
  ...perps('1013.246837', position()),
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
