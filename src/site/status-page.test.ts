import { expect, test } from 'vitest'
import { manifest } from './fixtures/documents.ts'
import { sourcesSentence, statusRows } from './status-page.ts'

const snapshot = { ...manifest.snapshot, asOf: '2026-11-21', origin: 'live' }
const source = {
  id: 'defillama-protocols',
  status: 'failed' as const,
  asOf: '2026-11-20',
  oldest: '2026-11-01',
  newest: '2026-11-20',
  rows: 4_847,
}

test('a source that failed says so, with the age of what is in use and its limit', () => {
  const [row] = statusRows({ snapshot, sources: [source] })
  expect(row).toMatchObject({
    title: 'DefiLlama protocols',
    isOk: false,
    lastTry: 'failed or refused; the last good readings stay in use',
    lastSuccess: '20 Nov 2026',
    age: '1 day, of at most 3 days',
    readings: '1 Nov 2026 to 20 Nov 2026',
  })
})

test.each([
  ['failed', '2026-11-18', 'failed or refused; the last good readings stay in use'],
  [
    'failed',
    '2026-11-17',
    'failed or refused; the last good readings are too old, so its readings are missing',
  ],
  ['failed', null, 'failed or refused; it was never read, so its readings are missing'],
  ['absent', '2026-11-18', 'not asked; the last good readings stay in use'],
  ['absent', null, 'not asked'],
  ['ok', '2026-11-17', 'answered'],
] as const)('a source that is %s and last read on %s: %s', (status, asOf, lastTry) => {
  expect(statusRows({ snapshot, sources: [{ ...source, status, asOf }] })[0]).toMatchObject({
    lastTry,
  })
})

test('what is not known is not zero, and a sample has no limit of age', () => {
  const never = {
    ...source,
    status: 'absent' as const,
    asOf: null,
    oldest: null,
    newest: null,
    rows: null,
  }
  expect(statusRows({ snapshot, sources: [never] })[0]).toMatchObject({
    lastSuccess: 'never',
    age: '?',
    readings: 'no dates',
    rows: null,
  })
  const sample = { ...snapshot, origin: 'seed' }
  expect(statusRows({ snapshot: sample, sources: [source] })[0]?.age).toBe('1 day')
})

test('why a source was refused is said', () => {
  const failure = '3,100 usable rows, 4,800 on 2026-11-20: rejected.'
  expect(statusRows({ snapshot, sources: [{ ...source, failure }] })[0]?.notes).toEqual([failure])
  expect(statusRows({ snapshot, sources: [source] })[0]?.notes).toEqual([])
})

test('rows that were left out are named, and those beyond the list are counted', () => {
  const refused = {
    count: 3,
    rows: [
      { row: 7, name: '<b>', reason: 'invalid-row' },
      { row: 9, name: null, reason: 'duplicate-slug' },
    ],
  }
  expect(statusRows({ snapshot, sources: [{ ...source, refused }] })[0]?.refused).toEqual({
    count: 3,
    rows: ['<b> (row 7, invalid-row)', 'row 9 (duplicate-slug)'],
  })
  expect(statusRows({ snapshot, sources: [source] })[0]?.refused).toEqual({ count: 0, rows: [] })
})

test('a field that vanished is named, and an unknown source keeps its id', () => {
  const lostFields = [{ field: 'audits', asOf: '2026-11-01', rows: 900 }]
  const [row] = statusRows({ snapshot, sources: [{ ...source, id: 'other', lostFields }] })
  expect(row).toMatchObject({ title: 'other', homepage: null })
  expect(row?.notes).toEqual([
    'The field audits is gone from all or many of its rows; 900 rows had it on 1 Nov 2026.',
  ])
})

test('how many protocols have a held TVL is said', () => {
  expect(statusRows({ snapshot, sources: [{ ...source, heldTvl: 2 }] })[0]?.notes).toEqual([
    'The TVL of 2 protocols jumped and is held: the last accepted one is used until the new one is confirmed.',
  ])
})

test('a source that was not asked is not one that failed', () => {
  const of = (...all: ('ok' | 'failed' | 'absent')[]) =>
    sourcesSentence({ sources: all.map((status) => ({ ...source, status })) })
  expect(of('ok')).toBe('Every source answered at its last try.')
  expect(of('ok', 'absent')).toBe(
    'Every source that was asked answered at its last try; 1 source was not asked.',
  )
  expect(of('failed', 'absent', 'absent')).toBe(
    '1 source did not answer, or sent what was refused; 2 sources were not asked.',
  )
})
