import { expect, test } from 'vitest'
import { describeHealth } from './describe-health.ts'

const answer = (status: string, ageSeconds: number) => ({
  success: true,
  data: {
    status,
    version: '0.1.0',
    snapshot: { id: 'x', asOf: '2026-11-21', ageSeconds, protocolCount: 4_847 },
  },
})

test('an answer is shown with the age of its snapshot', () => {
  expect(describeHealth(200, answer('ok', 3_700), 'x')).toEqual({
    state: 'ok',
    text: 'The API answers, and the data is current. Snapshot x of 2026-11-21, 1 hour old, 4,847 protocols, version 0.1.0.',
  })
  const stale = describeHealth(200, answer('stale', 9 * 86_400), 'x')
  expect(stale.state).toBe('stale')
  expect(stale.text).toContain('9 days old')
})

test('a page of another snapshot says so', () => {
  expect(describeHealth(200, answer('ok', 0), 'y').text).toContain('reload')
})

test.each([
  ['a refusal', 503, { success: false, data: null }],
  ['no answer', 0, null],
  ['a status that is not known', 200, answer('fine', 0)],
  ['half an answer', 200, { data: { status: 'ok', version: '1' } }],
  ['too many checks', 429, null],
])('%s is never taken for health', (_, status, body) => {
  expect(describeHealth(status, body, 'x').state).toBe('down')
})
