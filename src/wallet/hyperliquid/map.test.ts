import { describe, expect, test } from 'vitest'
import { walletPortfolio } from '../../contract/wallet-scan.ts'
import { TODAY } from '../../testing/wallet/portfolios.ts'
import { createPortfolio, pricedTokens } from '../model/portfolio.ts'
import { priceKey } from '../model/price.ts'
import { mapPerps } from './map.ts'
import { type modeSchema, type Perps, perpsSchema } from './schema.ts'

type Row = { coin: string; type: 'cross' | 'isolated'; margin: string; pnl?: string }

function accountOf(accountValue: string, ...rows: Row[]): Perps {
  const assetPositions = rows.map(({ coin, type, margin, pnl = '0' }) => ({
    position: {
      coin,
      szi: '1',
      leverage: { type, value: 10 },
      entryPx: '100',
      liquidationPx: '90.5',
      positionValue: '100',
      unrealizedPnl: pnl,
      marginUsed: margin,
    },
  }))
  return perpsSchema.parse({ marginSummary: { accountValue }, assetPositions })
}

/** The account as it is published, with a dollar for a dollar. */
function published(account: Perps, mode: (typeof modeSchema.options)[number] = 'default') {
  const findings = mapPerps(account, mode).map((finding) => ({ chain: 'Hyperliquid', finding }))
  const price = { known: true, value: 1, asOf: TODAY, source: 'defillama' } as const
  const portfolio = createPortfolio({
    findings,
    prices: new Map(pricedTokens(findings).map((token) => [priceKey(token), price])),
    scores: new Map(),
    coverage: [{ chain: 'Hyperliquid', status: 'ok', block: null, protocols: [] }],
    sanctions: { status: 'clear', sources: [] },
  })
  return walletPortfolio.parse(portfolio)
}

describe('perpetuals of an account', () => {
  test('on the margin of the account are positions, and their profit is counted once', () => {
    const cross: Row = { coin: 'ETH', type: 'cross', margin: '10', pnl: '25' }
    const { positions, totals } = published(accountOf('1025', cross))
    expect(positions.map(({ market, netUsd, perp }) => [market, netUsd, perp?.pnlInNet])).toEqual([
      ['margin account', 1025, undefined],
      ['ETH-USD', 0, true],
    ])
    expect(positions[1]).toMatchObject({
      legs: [],
      valuation: 'priced',
      perp: { side: 'long', leverage: 10, liquidationPrice: 90.5, pnlUsd: 25 },
    })
    expect(totals).toMatchObject({ suppliedUsd: 1025, netUsd: 1025, complete: true })
  })

  test.each(['unifiedAccount', 'portfolioMargin'] as const)(
    'are positions in the mode %s too, whose margin lies with the spot balances',
    (mode) => {
      const isolated: Row = { coin: 'ETH', type: 'isolated', margin: '10' }
      const { positions, totals } = published(accountOf('77', isolated), mode)
      expect(positions).toMatchObject([{ market: 'ETH-USD', legs: [], netUsd: 0 }])
      expect(totals.suppliedUsd).toBe(0)
    },
  )

  test('whose loss is larger than their own margin leave the sum at the worth of the account', () => {
    const { positions, totals } = published(
      accountOf(
        '100',
        { coin: 'ETH', type: 'isolated', margin: '-50', pnl: '-60' },
        { coin: 'BTC', type: 'isolated', margin: '30' },
      ),
    )
    expect(positions.map(({ market, suppliedUsd }) => [market, suppliedUsd])).toEqual([
      ['margin account', 70],
      ['BTC-USD', 30],
      ['ETH-USD', 0],
    ])
    expect(totals).toMatchObject({ suppliedUsd: 100, borrowedUsd: 0, netUsd: 100 })
  })

  test('whose loss is larger than the account are reported as a debt, not as a margin below zero', () => {
    const cross: Row = { coin: 'ETH', type: 'cross', margin: '10', pnl: '-500' }
    const { totals, positions } = published(accountOf('-40', cross))
    expect(totals).toMatchObject({ suppliedUsd: 0, borrowedUsd: 40, netUsd: -40 })
    expect(positions.find(({ perp }) => perp === null)?.legs).toMatchObject([
      { role: 'borrow', amount: '40' },
    ])
  })
})
