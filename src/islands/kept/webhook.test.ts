import { expect, test } from 'vitest'
import type { Send } from '../account/requests.ts'
import { NO_ANSWER } from '../failure.ts'
import { watchByWebhook } from './webhook.ts'

const watch = { protocols: ['a'], levelChanges: true, incidents: true, thresholds: [] }
const aWebhook = (protocols: string[] | null) => ({
  ...{ id: 'wh_1', url: 'https://hooks.example.org/x', deliveries: [] },
  watch: { ...watch, protocols },
})
const accountWith = (...webhooks: ReturnType<typeof aWebhook>[]) => ({
  account: { id: 'acc_1', address: '0x1' },
  ...{ keys: [], days: [], limits: {}, usage: { breakdown: {} }, webhooks },
})

function sending(data: object) {
  const sent: unknown[][] = []
  const send: Send = async (...words) => {
    sent.push(words)
    return { isDone: true, data: words[0] === 'account' ? data : {} }
  }
  return { send, sent }
}

test('the first webhook of the account watches them too, and goes on with what it watched', async () => {
  const { send, sent } = sending(accountWith(aWebhook(['a']), aWebhook(['z'])))
  expect(await watchByWebhook(['a', 'b'], send, () => 0)).toEqual({
    isDone: true,
    words: 'The webhook at hooks.example.org watches 2 protocols now.',
  })
  const changed = { id: 'wh_1', watch: { ...watch, protocols: ['a', 'b'] } }
  expect(sent).toEqual([['account'], ['webhooks/update', changed, 'acc_1']])
})

test.each([
  ['no webhook', accountWith(), /no webhook yet/],
  ['another form', {}, /no webhook yet/],
  ['too many', accountWith(aWebhook(Array.from({ length: 50 }, (_, n) => `p${n}`))), /at most 50/],
])('with %s nothing is changed', async (_, data, title) => {
  const { send, sent } = sending(data)
  const done = await watchByWebhook(['b'], send, () => 0)
  expect(done.isDone ? '' : done.problem.title).toMatch(title)
  expect(sent).toEqual([['account']])
})

test('a webhook of every protocol is left as it is', async () => {
  const { send, sent } = sending(accountWith(aWebhook(null)))
  expect((await watchByWebhook(['b'], send, () => 0)).isDone).toBe(true)
  expect(sent).toEqual([['account']])
})

test('a service that does not answer is a problem', async () => {
  const send: Send = async () => ({ isDone: false, failure: NO_ANSWER })
  expect((await watchByWebhook(['b'], send, () => 0)).isDone).toBe(false)
})
