import { expect, test } from 'vitest'
import type { ProtocolStatus } from '../../domain/status.ts'
import type { KeptProtocol, KeptWallet } from './kept.ts'
import { feedPath, opmlOf } from './opml.ts'
import { formatChange, formatTogether } from './words.ts'

const aProtocol = (
  score: number | null,
  before?: number | null,
  [now, then]: (ProtocolStatus | null)[] = [],
): KeptProtocol => ({
  ...{ id: 'a', name: 'A', page: 'a' },
  seen: { day: '2026-11-24', score, status: now ?? null },
  before: before === undefined ? null : { day: '2026-11-20', score: before, status: then ?? null },
})

test.each([
  [aProtocol(4.2), 'First look'],
  [aProtocol(4.2, 4.2), 'No change since 20 Nov 2026'],
  [aProtocol(4.2, 4.1), '+0.1 since 20 Nov 2026'],
  [aProtocol(4.1, 4.3), '\u22120.2 since 20 Nov 2026'],
  [aProtocol(9.5, 0.5), '+9.0 since 20 Nov 2026, was Very low'],
  [aProtocol(null, 4), 'No score any more since 20 Nov 2026'],
  [aProtocol(4, null), 'No score before, since 20 Nov 2026'],
  [aProtocol(null, null), 'No change since 20 Nov 2026'],
  [{ ...aProtocol(4), seen: null }, '–'],
  [aProtocol(4.2, 4.1, ['dead', 'active']), 'Active on 20 Nov 2026'],
  [aProtocol(4.2, 4.1, ['dead', 'winding-down']), 'Winding down on 20 Nov 2026'],
  [aProtocol(4.2, 4.1, ['dead', 'dead']), 'No change since 20 Nov 2026'],
  [aProtocol(4.2, 4.1, ['dead']), '–'],
  [aProtocol(4.2, 4.1, ['active']), '+0.1 since 20 Nov 2026'],
])('a change is in words: %#', (protocol, words) => {
  expect(formatChange(protocol)).toBe(words)
})

test('wallets are summed with the days of their scans, and without those that are not known', () => {
  const wallet = (netWorthUsd: number | null, at: string): KeptWallet => ({
    ...{ address: at, netWorthUsd, at, score: null, risks: [] },
  })
  expect(formatTogether([])).toBe('')
  expect(formatTogether([wallet(1_000, '2026-11-20'), wallet(250, '2026-11-24T01:00')])).toBe(
    'Together $1,250 in 2 wallets, scanned between 20 Nov 2026 and 24 Nov 2026.',
  )
  expect(formatTogether([wallet(1_000, '2026-11-20'), wallet(null, '2026-11-24')])).toBe(
    'Together $1,000 in 1 wallet, scanned on 20 Nov 2026. The net worth of 1 wallet more is not known.',
  )
})

test('the feeds are one file, in which a name stays a text', () => {
  const protocol = { ...aProtocol(1), name: 'A & "<B>"' }
  const text = opmlOf([protocol], 'https://risk.example.org')
  expect(feedPath(protocol)).toBe('/protocol/a/feed.atom')
  expect(text).toContain('xmlUrl="https://risk.example.org/protocol/a/feed.atom"')
  expect(text).toContain('title="A &amp; &quot;&lt;B&gt;&quot;: risk score"')
})
