import { expect, test } from 'vitest'
import { scoreboard as document } from './fixtures/documents.ts'
import { predictionsSentence, unregisteredSentence, yearlyRate } from './scoreboard-page.ts'

test('a rate is for a hundred protocols, and a level without any has none', () => {
  expect(yearlyRate({ value: 0.021, low: 0.0144, high: 0.03 })).toBe('2.1 [1.4, 3.0]')
  expect(yearlyRate({ value: 0, low: 0, high: 0.01 })).toBe('0.0 [0.0, 1.0]')
  expect(yearlyRate({ value: null, low: null, high: null })).toBe('–')
})

test('without an earlier snapshot the page says that none is old enough', () => {
  expect(predictionsSentence({ ...document, predictions: [] })).toMatch(
    /^No snapshot is old enough/,
  )
})

test('the snapshots of all versions are counted together', () => {
  const version = { methodology: '1', snapshots: 1, events: 0 }
  const predictions = [
    { ...version, firstDay: '2026-01-01', lastDay: '2026-01-01' },
    { ...version, firstDay: '2026-01-05', lastDay: '2026-01-05' },
  ]
  const given = { ...document, predictions, incidentsAsOf: '2026-01-06' }
  expect(predictionsSentence(given)).toBe(
    '2 snapshots from 1 Jan 2026 to 5 Jan 2026 are judged; losses are known up to 6 Jan 2026.',
  )
  expect(predictionsSentence({ ...given, predictions: predictions.slice(1) })).toMatch(
    /^1 snapshot, of 5 Jan 2026, is judged; losses/,
  )
})

test('only live scores are registered predictions', () => {
  expect(unregisteredSentence({ ...document, registered: true })).toBeNull()
  expect(unregisteredSentence(document)).toContain('bundled sample')
})
