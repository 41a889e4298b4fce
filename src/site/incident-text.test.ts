import { expect, test } from 'vitest'
import { lossShareText } from './incident-text.ts'

const before = { tvlBeforeUsd: 40e6, tvlBeforeDay: '2023-08-16' }
const unknown = { tvlBeforeUsd: null, tvlBeforeDay: null }

test.each([
  ['a part', 7.2e6, before, '18\u00a0% of the TVL of 16 Aug 2023'],
  ['more than was counted', 41e6, before, 'all of the TVL of 16 Aug 2023'],
  ['next to nothing', 10, before, 'less than 0.1\u00a0% of the TVL of 16 Aug 2023'],
  ['an unknown amount', null, before, 'counts as a full loss'],
  [
    'a part of an unknown TVL',
    7.2e6,
    unknown,
    'TVL before it unknown: share estimated from that of 11 Mar 2024',
  ],
])('the loss of %s', (_, lossUsd, tvl, text) => {
  expect(lossShareText({ lossUsd, ...tvl }, '2024-03-11')).toBe(text)
})

test('a loss without any TVL counts in full, and says so', () => {
  const text = lossShareText({ lossUsd: 1, ...unknown }, null)
  expect(text).toBe('TVL unknown: counts as a full loss')
})
