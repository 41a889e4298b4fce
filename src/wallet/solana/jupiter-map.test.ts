import { expect, test } from 'vitest'
import { portfolio, token, USDC } from '../../testing/wallet/solana/jupiter.ts'
import { JUPITER_PLATFORMS, jupiterFindings } from './jupiter-map.ts'
import { jupiterPortfolio } from './jupiter-schema.ts'

function read(change: (body: ReturnType<typeof portfolio>) => void = () => undefined) {
  const body = portfolio()
  change(body)
  return jupiterFindings(jupiterPortfolio.parse(body))
}

test('deposits, loans, perpetuals and stakes become findings of their protocol', () => {
  const { findings, failed } = read()
  expect(failed).toEqual([])
  expect(
    findings.map(({ protocol, product, market, ref, legs }) => [
      [protocol, product, market, ref],
      ...legs.map(({ role, symbol, amount }) => `${role} ${amount} ${symbol}`),
    ]),
  ).toEqual([
    [['jupiter-lend', 'lending', 'earn', 'market-1'], 'supply 12500000 USDC', 'reward 250000 JUP'],
    [
      ['jupiter-lend', 'lending', 'borrow', 'vault-7'],
      'supply 3000000000 SOL',
      'borrow 100000001 USDC',
    ],
    [['jupiter-perpetual-exchange', 'perp', 'SOL', 'account-3-0'], 'margin 100500000 USDC'],
    [['jupiter-governance', 'staking', null, null], 'stake 10000000 JUP', 'reward 1000000 JUP'],
  ])
  expect(findings.every(({ source }) => source === 'provider:jupiter')).toBe(true)
})

test('a perpetual keeps what is stated of it, and null for what is not', () => {
  const { findings } = read()
  expect(findings.find(({ product }) => product === 'perp')?.perp).toEqual({
    side: 'short',
    sizeUsd: 500,
    leverage: 5,
    entryPrice: 150,
    liquidationPrice: null,
    pnlUsd: -3,
    pnlInNet: false,
  })
})

test('what cross positions stand on is counted once', () => {
  const position = { side: 'long', name: 'SOL', sizeValue: 9, collateralValue: 1 }
  const cross = { positions: [position, position], collateralAssets: [token(USDC, 2)] }
  const { findings } = read((body) => {
    Object.assign(body.elements[2] ?? {}, { data: { cross } })
  })
  const perps = findings.filter(({ product }) => product === 'perp')
  expect(perps.map(({ market, legs }) => [market, ...legs.map(({ amount }) => amount)])).toEqual([
    ['SOL'],
    ['SOL'],
    ['margin account', 2_000_000n],
  ])
})

test('a health ratio is not taken for a health factor', () => {
  expect(read().findings.every(({ healthFactor }) => healthFactor === null)).toBe(true)
})

test('elements that cannot be read fail their platform, and only that', () => {
  const nft = { ...token(USDC, 1), type: 'collectible' }
  const strangers = [
    { assets: [token('unknown-token', 1)] },
    { assets: [token(USDC, -1)] },
    { assets: [token(USDC, 1e19)] },
    { assets: [nft] },
    { assets: 'none' },
  ]
  for (const data of strangers) {
    const { findings, failed } = read((body) => {
      body.elements[3] = { ...portfolio().elements[3], type: 'multiple', data } as never
    })
    expect(failed).toEqual(['jupiter-governance'])
    expect(findings).toHaveLength(3)
  }
})

test('a kind of element that is not known fails its platform', () => {
  const { failed } = read((body) => {
    Object.assign(body.elements[1] ?? {}, { type: 'options' })
  })
  expect(failed).toEqual(['jupiter-lend'])
})

test.each([
  ['jupiter-exchange-perpetual', ['jupiter-perpetual-exchange']],
  ['jupiter-lend-earn', ['jupiter-lend']],
  ['jupiter-governance-vote', ['jupiter-governance']],
  ['jupiter-exchange-dca', []],
  ['jupiter-pm-positions', []],
  ['jupiter-something-new', [...JUPITER_PLATFORMS].sort()],
])('the failure of the fetcher %s fails %o', (id, expected) => {
  const { failed } = read((body) => {
    body.fetcherReports.push({ id, status: 'failed' })
  })
  expect(failed).toEqual(expected)
})

test('without a report of what was fetched nothing counts as read', () => {
  const { failed } = read((body) => {
    body.fetcherReports = []
  })
  expect(failed).toEqual([...JUPITER_PLATFORMS].sort())
})
