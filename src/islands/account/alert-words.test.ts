import { expect, test } from 'vitest'
import { NOT_OPENED } from '../../contract/alert-forms.ts'
import type { Watch } from '../../contract/alerts.ts'
import { dimensionKey } from '../../contract/score-metadata.ts'
import type { DeliveryView } from './account-view.ts'
import {
  deliveryTitle,
  failingSince,
  formatAttempt,
  formatDelivery,
  formatNotProved,
  formatThreshold,
  formatWatch,
  formatWebhookState,
  formatWebhooksInUse,
  WATCHED_SCORES,
} from './alert-words.ts'

const WATCH: Watch = {
  protocols: ['aave-v3'],
  levelChanges: true,
  incidents: true,
  thresholds: [],
}
const FAILED = { at: '2026-11-21T12:00:00.000Z', status: 503, problem: 'status 503' }
const ARRIVED = { at: '2026-11-21T12:00:00.000Z', status: 200, problem: null }

function delivery(given: Partial<DeliveryView> = {}): DeliveryView {
  const at = '2026-11-21T11:00:00.000Z'
  return {
    id: 'msg_1',
    ...{ type: 'protocol.level_changed', at, protocol: 'Aave V3', status: 'waiting' as const },
    ...{ attempts: 0, lastAttempt: null },
    ...given,
  }
}

test('every score that can be watched has a name, and no other', () => {
  expect(WATCHED_SCORES.map(([key]) => key)).toEqual(['composite', ...dimensionKey.options])
})

test('what a webhook hears of is one sentence', () => {
  expect(formatWatch(WATCH)).toBe('Changes of level and incidents of aave-v3')
  expect(formatWatch({ ...WATCH, protocols: null, incidents: false })).toBe(
    'Changes of level of every protocol',
  )
  const thresholds = [{ protocol: 'aave-v3', score: 'oracle' as const, limit: 6 }]
  expect(formatWatch({ ...WATCH, thresholds, levelChanges: false, incidents: false })).toBe(
    '1 threshold',
  )
  expect(formatWatch({ ...WATCH, protocols: ['a', 'b', 'c', 'd', 'e', 'f'] })).toContain(
    'a, b, c, d and 2 more',
  )
  expect(formatThreshold({ protocol: 'aave-v3', score: 'oracle', limit: 6 })).toBe(
    'Oracle of aave-v3 at 6.0',
  )
})

test('a webhook that fails says since when, and one that arrived again does not', () => {
  const failed = (at: string) => delivery({ attempts: 2, lastAttempt: { ...FAILED, at } })
  const arrived = delivery({ status: 'delivered', attempts: 1, lastAttempt: ARRIVED })
  const [late, early] = [failed('2026-11-22T12:00:00.000Z'), failed('2026-11-21T12:00:00.000Z')]
  const before = failed('2026-11-01T12:00:00.000Z')
  expect(failingSince([late, early, arrived, before])).toBe('2026-11-21T12:00:00.000Z')
  expect(failingSince([arrived, late])).toBeNull()
  expect(failingSince([delivery()])).toBeNull()
  const webhook = {
    ...{ id: 'wh_1', form: 'json' as const, url: '', createdAt: '', watch: WATCH },
    ...{ stopped: null, waiting: 2, pending: null },
  }
  expect(formatWebhookState({ ...webhook, deliveries: [early] })).toMatch(
    /^Failing since 21 Nov 2026.*2 alerts waiting\.$/,
  )
  expect(formatWebhookState({ ...webhook, waiting: 0, deliveries: [arrived] })).toBe('In use.')
  expect(formatWebhookState({ ...webhook, stopped: 'failing', deliveries: [early] })).toMatch(
    /since 21 Nov 2026.*then resume/,
  )
  expect(
    formatWebhookState({ ...webhook, stopped: 'paused', waiting: 0, deliveries: [early] }),
  ).toBe('Paused: nothing is sent until you resume it.')
  const asked = { ...FAILED, status: null, problem: NOT_OPENED }
  const mail = { ...webhook, form: 'email' as const, waiting: 0, deliveries: [], pending: asked }
  expect(formatWebhookState(mail)).toBe(
    'Pending: nothing is sent until the link in the mail is opened.',
  )
  expect(formatNotProved('email', NOT_OPENED)).toContain('A mail was sent')
  expect(formatNotProved('email', 'status 451 of the mail server')).toBe(
    'No mail was sent. Status 451 of the mail server.',
  )
  expect(formatWebhookState({ ...webhook, pending: FAILED, waiting: 0, deliveries: [] })).toBe(
    'Pending: nothing is sent until the address answers with the challenge. Status 503.',
  )
})

test('each attempt and delivery has its words', () => {
  expect(formatAttempt(ARRIVED)).toBe('Delivered: the receiver answered with status 200.')
  expect(formatAttempt(FAILED)).toBe('Not delivered. Status 503.')
  expect(deliveryTitle(delivery())).toBe('Aave V3: level changed')
  expect(deliveryTitle(delivery({ type: 'test', protocol: null }))).toBe('test')
  expect(formatDelivery(delivery())).toBe('waiting')
  expect(formatDelivery(delivery({ attempts: 3, lastAttempt: FAILED }))).toBe(
    'waiting after 3 attempts. Status 503.',
  )
  expect(formatDelivery(delivery({ status: 'delivered', attempts: 1 }))).toBe('delivered')
  expect(formatDelivery(delivery({ status: 'delivered', attempts: 2 }))).toBe(
    'delivered after 2 attempts',
  )
  expect(formatWebhooksInUse(3, 3)).toContain('Delete one')
})
