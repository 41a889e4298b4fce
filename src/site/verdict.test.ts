import { describe, expect, test } from 'vitest'
import { dimensionTrend } from './dimension-trend.ts'
import { detail, metadata } from './fixtures/documents.ts'
import { ledgerOf } from './ledger.ts'
import {
  addsSentence,
  formatAudits,
  formatTrend,
  heldTvlSentence,
  inactiveSentence,
  neededSentence,
  newestAudit,
  notKnownSentence,
  placeSentence,
} from './verdict.ts'

const ledger = ledgerOf(detail) ?? expect.fail('the fixture has a score')
const REASON = {
  name: 'Audits',
  dimension: 'Smart Contract',
  text: '',
  basis: 'measured',
  asOf: null,
} as const

const NO_AUDIT = { auditor: null, auditDate: null, findingsSummary: null, reportUrl: null }

describe('how much the largest reason adds', () => {
  test.each([
    [0.24, 'It adds 0.51 of the 4.4 points, 0.24 more than is usual.'],
    [null, 'It adds 0.51 of the 4.4 points.'],
  ])('is compared with the usual: %s', (over, sentence) => {
    expect(addsSentence({ ...REASON, adds: 0.51, over }, 4.4)).toBe(sentence)
  })
})

describe('the place in the category', () => {
  const rank = { category: 'Lending', position: 2, of: 3, tied: 1 }
  const place = 'It ranks 2 of 3 in Lending, shared with 1 other, lowest risk first.'

  test('is the rank, and the distance from the median', () => {
    expect(placeSentence(3.6, rank, 4, null)).toBe(
      `${place} It is 0.4 safer than the median of 4.0.`,
    )
    expect(placeSentence(4.1, rank, 4, null)).toBe(
      `${place} It is 0.1 riskier than the median of 4.0.`,
    )
    expect(placeSentence(4, rank, 4, null)).toBe(`${place} The median there is the same.`)
    expect(placeSentence(4, rank, null, null)).toBe(place)
  })

  test('is none without a category, without others, or without a score', () => {
    expect(placeSentence(4, null, null, null)).toBe('It has no category to be ranked in.')
    expect(placeSentence(4, { ...rank, of: 1 }, 4, null)).toBe(
      'It is the only scored protocol of the category Lending.',
    )
    expect(placeSentence(null, null, 4, null)).toBeNull()
  })

  test('is none where the TVL is of another day', () => {
    expect(placeSentence(4, null, 4, '2024-03-11')).toBe(
      'Not ranked: its TVL is of 11 Mar 2024, and this is no score of today.',
    )
  })
})

describe('what is not known', () => {
  const gaps = (names: string[]) => {
    const [base] = ledger.dimensions
    const missing = base?.signals.find(({ basis }) => basis === 'missing')
    if (!base || !missing) return expect.fail('nothing is missing')
    const signals = names.map((id) => ({ ...missing, id }))
    return { ...ledger, dimensions: [{ ...base, signals }] }
  }

  test('names the largest gaps, counts the others, and says what they could change', () => {
    const range = { low: 3.1, high: 4.4 }
    expect(notKnownSentence(gaps(['audits']), range)).toMatch(
      /^Not known: audits\. If what was not read .* between 3\.1 and 4\.4\.$/,
    )
    expect(notKnownSentence(gaps(['a', 'b', 'c']), null)).toBe('Not known: a, b and c.')
    expect(notKnownSentence(gaps(['a', 'b', 'c', 'd']), null)).toBe(
      'Not known: a, b, c and 1 more.',
    )
    expect(notKnownSentence(gaps(['a', 'b', 'c', 'd', 'e']), null)).toBe(
      'Not known: a, b, c and 2 more.',
    )
  })

  test('may be nothing', () => {
    expect(notKnownSentence(gaps([]), { low: 3, high: 3 })).toBe('No reading is missing.')
    const floor = { id: 'bases', risk: 3, contribution: 1, reason: 'It stands on others.' }
    const held = gaps([]).dimensions.map((dimension) => ({ ...dimension, floor }))
    expect(notKnownSentence({ ...ledger, dimensions: held }, { low: 3, high: 4 })).toMatch(
      /^No reading is missing\. If what was not read of what it stands on .* 3\.0 and 4\.0\.$/,
    )
  })
})

describe('the change in 30 days', () => {
  const since = {
    composite: 4.4,
    scoreHistory: [4.9, 4.6, 4.4],
    scoreMetadata: {
      ...metadata,
      trendSince: '2026-10-21',
      scoreHistoryDetail: ['2026-09-21', '2026-10-21', '2026-11-20'].map((day) => ({
        day,
        methodology: '0.1.0',
      })),
    },
  }

  test('is against the snapshot that the document names', () => {
    expect(formatTrend(since)).toBe('0.2 safer since 21 Oct 2026')
    expect(formatTrend({ ...since, composite: 4.6 })).toBe('No change since 21 Oct 2026')
  })

  test('is not known without such a snapshot, which is not “no change”', () => {
    const { scoreMetadata } = since
    expect(formatTrend({ ...since, scoreMetadata: { ...scoreMetadata, trendSince: null } })).toBe(
      'Not known',
    )
    expect(formatTrend({ ...since, scoreHistory: [] })).toBe('Not known')
    expect(formatTrend({ ...since, composite: null })).toBe('Not known')
  })

  test('of a dimension distinguishes no change, no earlier score and no score', () => {
    const dimension = { score: 4, trendSince: '2026-10-21' }
    expect(dimensionTrend(dimension, -0.74)).toBe('0.7 safer')
    expect(dimensionTrend(dimension, 0.01)).toBe('no change')
    expect(dimensionTrend({ ...dimension, trendSince: null }, 0)).toBe('?')
    expect(dimensionTrend({ score: null, trendSince: null }, 0)).toBe('–')
  })
})

test('audits are counted with their named auditors, and an unknown number is not none', () => {
  const [audit] = detail.audits
  if (!audit) return expect.fail('no audit')
  const by = (...names: (string | null)[]) => names.map((auditor) => ({ ...audit, auditor }))
  expect(formatAudits({ auditCount: null, audits: [] })).toBe('Not known')
  expect(formatAudits({ auditCount: 0, audits: [] })).toBe('None listed')
  expect(formatAudits({ auditCount: 3, audits: by('A', 'A', 'B') })).toBe('3, by 2 named auditors')
  expect(formatAudits({ auditCount: 1, audits: by(null) })).toBe('1, auditor not named')
})

test('the newest audit is given with its day', () => {
  const on = (...days: (string | null)[]) =>
    newestAudit({ audits: days.map((auditDate) => ({ ...NO_AUDIT, auditDate })) })
  expect(on('2022-10-25T00:00:00.000Z', null, '2023-05-08T00:00:00.000Z')).toBe('newest 8 May 2023')
  expect(on(null)).toBe('')
})

test('a score of what is not active is said to be of its last readings', () => {
  expect(inactiveSentence(4.6)).toBe(
    'Its documents keep a score of its last readings, 4.6 of 10, which says nothing about what is left. Rankings leave it out.',
  )
  expect(inactiveSentence(null)).toBe('It has no score. Rankings leave it out.')
})

test('what a score needs is said with the numbers of the methodology', () => {
  expect(neededSentence()).toMatch(
    /one of three: .*, or 90 days of TVL with a recent median of at least \$100,000\. It also needs 15\u00a0%/,
  )
})

test('a TVL that is reported and not used yet is named with its days', () => {
  const held = { day: '2026-11-20', reportedUsd: 4.2e9, since: '2026-11-20', seen: 1 }
  expect(heldTvlSentence({ tvlHeld: held })).toBe(
    '$4.20bn reported on 20 Nov 2026; not yet confirmed.',
  )
  expect(
    heldTvlSentence({ tvlHeld: { ...held, reportedUsd: null, since: '2026-11-19', seen: 2 } }),
  ).toBe('No TVL reported on 20 Nov 2026, first on 19 Nov 2026; not yet confirmed.')
  expect(heldTvlSentence({})).toBe('')
})
