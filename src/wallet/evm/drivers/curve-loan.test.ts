import { expect, test } from 'vitest'
import { readRecordedRun, replay } from '../../../testing/wallet/evm/recorded-run.ts'

test('the LTV of a loan at Curve takes the price of the feed, also where the market’s own price ran away from it', async () => {
  const findings = await replay(readRecordedRun('curve-loan'), null)
  const loan = findings.find(({ market }) => market === 'WBTC/crvUSD')
  const [collateral, debt] = loan?.legs ?? []
  const worth = (Number(collateral?.amount) / 1e8) * 36_000
  expect(loan?.loan?.ltv).toBeCloseTo(Number(debt?.amount) / 1e18 / worth, 10)
})
