import { expect, test } from 'vitest'
import { assetsText } from './assets-text.ts'

const assets = {
  day: '2025-02-09',
  topToken: 'CFX',
  topShare: 0.755,
  tokens: 4,
  leftOut: [],
  source: 'x',
}

test.each([
  [0.04, '4\u00a0% was counted under its own symbol.'],
  [0, 'None of it was counted under its own symbol.'],
])('an own share of %s is named', (ownShare, end) => {
  expect(assetsText({ ...assets, ownShare })).toBe(
    `On 9 Feb 2025 75.5\u00a0% of its TVL was CFX, the largest of 4 tokens. ${end}`,
  )
})

test('an own share that is not known is left out', () => {
  expect(assetsText({ ...assets, ownShare: null, tokens: 1 })).toBe(
    'On 9 Feb 2025 75.5\u00a0% of its TVL was CFX, the largest of 1 token.',
  )
})

test('tokens that are left out are named', () => {
  expect(assetsText({ ...assets, ownShare: null, leftOut: ['DAI', 'USDG'] })).toMatch(
    /Left out, because the source states less than zero: DAI, USDG\.$/,
  )
})
