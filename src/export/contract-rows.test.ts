import { expect, test } from 'vitest'
import { aMarket } from '../domain/fixtures/market.ts'
import { aRecord, fact } from '../score/fixtures/record.ts'
import { catalogueRows } from './contract-rows.ts'

const at = (digit: string) => `0x${digit.repeat(40)}`

const rolesOf = (market: ReturnType<typeof aMarket>) =>
  catalogueRows({ record: aRecord({ facts: { markets: fact([market]) } }) }).map(
    ({ address, role }) => [address, role],
  )

test('a market names its contract, its asset and what backs its loans', () => {
  const market = { address: at('1'), assetAddress: at('2'), collateralAddress: at('3') }
  expect(rolesOf(aMarket({ ...market, feed: null }))).toEqual([
    [at('1'), 'market'],
    [at('2'), 'asset'],
    [at('3'), 'asset'],
  ])
})

test('what is no address is not among them', () => {
  const market = { address: 'a pool', assetAddress: at('2'), feed: null }
  expect(rolesOf(aMarket(market))).toEqual([[at('2'), 'asset']])
})
