import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openSqliteState } from '../state/sqlite/store.ts'
import type { WebhookRecord, WebhookStore } from '../state/webhook-store.ts'
import { HOSTILE, openHostile, type ReceiverShape } from '../testing/alerts/hostile-receivers.ts'
import { lossOf, publishedAs, watched, webhookAt } from '../testing/alerts/published.ts'
import { aDeliveryTo, allDue } from '../testing/api/webhook-contract.ts'
import { listenInTest } from '../testing/listen-in-test.ts'
import type { PublishedAlerts } from './find-alerts.ts'
import { type AlertRun, runAlerts } from './run.ts'
import type { Sender } from './send.ts'

const NOON = Date.UTC(2026, 10, 22, 12)
const MINUTE = 60_000
const BEFORE = { '2026-11-21': { a: 2, b: 2 } }
const AFTER = publishedAs(
  { ...BEFORE, '2026-11-22': { a: 5, b: 7 } },
  { incidents: [lossOf('a', '2026-11-22')] },
)

/** A real receiver: what it was sent, and how it answers now. */
function openReceiver() {
  const got: { id: string; type: string; accepted: boolean }[] = []
  const mood: { status: number; headers?: Record<string, string>; isCut?: boolean } = {
    status: 204,
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => (body += String(chunk)))
    request.on('end', () => {
      const { status } = mood
      const { type } = JSON.parse(body)
      got.push({ id: String(request.headers['webhook-id']), type, accepted: status < 300 })
      if (mood.isCut) request.socket.destroy()
      else response.writeHead(status, mood.headers).end()
    })
  })
  return { got, mood, server, accepted: () => got.filter((one) => one.accepted) }
}

let receiver: ReturnType<typeof openReceiver>
let state: ReturnType<typeof openSqliteState>
let clock: { now: number }

beforeEach(async () => {
  receiver = openReceiver()
  state = openSqliteState(':memory:')
  clock = { now: NOON }
  await listenInTest(receiver.server)
})
afterEach(() => state.close())

async function hooked(change: Partial<WebhookRecord> = {}): Promise<WebhookRecord> {
  const { id } = await state.openAccount({
    ...{ id: 'acc_0123456789abcdef0123', wallet: 'eip155:0x0', plan: 'free' },
    createdAt: '2026-11-21T00:00:00.000Z',
  })
  const { port } = receiver.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/`
  const record = webhookAt('2026-11-21', { accountId: id, url, ...change })
  await state.insertWebhook(record, 4)
  return record
}

function look(
  published: PublishedAlerts | null = AFTER,
  store: WebhookStore = state,
  given: Partial<Pick<Sender, 'attemptMs' | 'signal' | 'post' | 'mail'>> = {},
  ofRun: Partial<AlertRun> = {},
) {
  const run: AlertRun = {
    // Longer than a delivery is lent: recorded at once or not at all.
    settleEveryMs: MINUTE,
    ...ofRun,
    state: store,
    sender: {
      ...{ secret: 'a secret', isLocal: true, now: () => clock.now },
      ...{ origin: 'https://risk.example', mail: null },
      lookup: () => Promise.reject(new Error('Tests look nothing up.')),
      ...given,
    },
    loadPublished: async () => published,
    random: () => 0.5,
    until: clock.now + MINUTE,
  }
  return runAlerts(run)
}

/** Looks each minute, as the server does. */
async function lookFor(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    await look()
    clock.now += MINUTE
  }
}

describe(runAlerts, () => {
  test('sends each change once, and nothing when it looks again', async () => {
    await hooked()
    expect(await look()).toEqual({ made: 3, delivered: 3, failed: 0, givenUp: 0 })
    expect(receiver.got.map(({ type }) => type).sort()).toEqual([
      'protocol.incident',
      'protocol.level_changed',
      'protocol.level_changed',
    ])
    expect(await look()).toEqual({ made: 0, delivered: 0, failed: 0, givenUp: 0 })
    expect(receiver.got).toHaveLength(3)
    expect(await state.listWebhooks()).toMatchObject([{ seenSnapshot: '2026-11-22-x' }])
  })

  test('a state that fails over between an alert and its record gets the record later, and the alert is sent once', async () => {
    await hooked()
    let isAway = true
    const failing: WebhookStore = {
      ...state,
      async settleDelivery(...settled) {
        if (isAway) {
          isAway = false
          throw new Error('There is no primary.')
        }
        return state.settleDelivery(...settled)
      },
    }
    const given = { settleEveryMs: 1 }
    expect(await look(AFTER, failing, {}, given)).toMatchObject({ made: 3, delivered: 3 })
    clock.now += 5 * MINUTE
    expect(await look(AFTER, failing, {}, given)).toMatchObject({ delivered: 0 })
    expect(receiver.got).toHaveLength(3)
  })

  test('a process that was paused after it took a delivery does not send it', async () => {
    await hooked()
    const paused: WebhookStore = {
      ...state,
      async leaseDelivery(...asked) {
        const isTaken = await state.leaseDelivery(...asked)
        clock.now += MINUTE
        return isTaken
      },
    }
    await look(AFTER, paused)
    expect(receiver.got).toEqual([])
    expect(await look()).toMatchObject({ delivered: 3 })
  })

  test('a process that is no longer the sender begins nothing', async () => {
    await hooked()
    expect(await look(AFTER, state, {}, { isSender: () => false })).toMatchObject({ delivered: 0 })
    expect(receiver.got).toEqual([])
  })

  test('a receiver that fails for an hour gets each change once', async () => {
    await hooked()
    receiver.mood.status = 503
    await lookFor(60)
    expect(receiver.accepted()).toEqual([])
    const tried = receiver.got.length
    receiver.mood.status = 200
    await lookFor(240)
    expect(tried).toBeGreaterThan(3)
    expect(new Set(receiver.accepted().map(({ id }) => id)).size).toBe(3)
    expect(receiver.accepted()).toHaveLength(3)
  })

  test('what waits behind a failure is not due before it, so that it stands before nobody', async () => {
    await hooked()
    receiver.mood.status = 503
    await look()
    expect(receiver.got).toHaveLength(1)
    expect(await allDue(state, clock.now)).toEqual([])
    clock.now += 2 * MINUTE
    expect(await allDue(state, clock.now)).toHaveLength(3)
  })

  test('a lost answer is asked for again under the same id', async () => {
    await hooked({ watch: { ...webhookAt('2026-11-21').watch, protocols: watched('b') } })
    receiver.mood.isCut = true
    await look()
    receiver.mood.isCut = false
    await lookFor(3)
    const ids = receiver.got.map(({ id }) => id)
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  test('two senders at once send each change once', async () => {
    await hooked()
    const reports = await Promise.all([look(), look(), look()])
    expect(reports.reduce((sum, { delivered }) => sum + delivered, 0)).toBe(3)
    expect(receiver.got).toHaveLength(3)
  })

  test.each(['addDeliveries', 'updateWebhook', 'leaseDelivery', 'settleDelivery'] as const)(
    'a process that ends before or after %s loses nothing',
    async (step) => {
      for (const when of ['before', 'after']) {
        receiver.got.length = 0
        const record = await hooked()
        let isDead = false
        const dying = new Proxy(state, {
          get(target, name: keyof WebhookStore) {
            const method: unknown = Reflect.get(target, name)
            if (typeof method !== 'function') return method
            return async (...values: unknown[]) => {
              if (isDead) throw new Error('ended')
              if (name !== step) return method.apply(target, values)
              isDead = true
              if (when === 'after') await method.apply(target, values)
              throw new Error('ended')
            }
          },
        })
        await look(AFTER, dying).catch(() => undefined)
        clock.now += 2 * MINUTE
        await lookFor(2)
        const ids = receiver.accepted().map(({ id }) => id)
        expect(new Set(ids).size).toBe(3)
        // Only where the process ended between the answer and its record, the same id comes again.
        const again = step === 'settleDelivery' && when === 'before'
        if (!again) expect(ids).toHaveLength(3)
        await state.deleteWebhook(record.id)
      }
    },
  )

  test('an alert that fails nine times is given up after two days, and its webhook stops', async () => {
    const watch = { protocols: watched('b'), levelChanges: true, incidents: false, thresholds: [] }
    const record = await hooked({ watch })
    receiver.mood.status = 500
    for (let hour = 0; hour < 60 * 12; hour++) {
      await look()
      clock.now += 5 * MINUTE
    }
    expect(receiver.got).toHaveLength(9)
    expect(await state.listWebhooks()).toMatchObject([{ stopped: 'failing' }])
    expect(await state.listDeliveries(record.id, 10)).toMatchObject([
      { status: 'given-up', attempts: 9, lastAttempt: { status: 500, problem: 'status 500' } },
    ])
  })

  test('receivers that fail, with more waiting than a run reads, do not keep alerts from others', async () => {
    const { port } = receiver.server.address() as AddressInfo
    const broken = ['1', '2', '3'].map((n) => `wh_${n.repeat(20)}`)
    const url = `http://127.0.0.1:${port}/`
    for (const id of [...broken, 'wh_good']) {
      // A receiver that is not there: nothing listens on port 9 of this machine.
      const at = id === 'wh_good' ? url : 'http://127.0.0.1:9/'
      const seen = { seenSnapshot: '2026-11-22-x', seenDay: '2026-11-22' }
      await hooked({ id, url: at, ...seen })
      const alerts = Array.from({ length: id === 'wh_good' ? 1 : 200 }, (_, n) => ({
        id: `msg_${id}_${n}`,
        webhookId: id,
        alert: {
          type: 'test' as const,
          timestamp: '2026-11-22T12:00:00.000Z',
          data: { message: 'x' },
        },
        ...{ status: 'waiting' as const, attempts: 0, dueAt: NOON, lastAttempt: null },
      }))
      await state.addDeliveries(alerts, NOON)
    }
    await lookFor(2)
    expect(receiver.accepted().map(({ id }) => id)).toEqual(['msg_wh_good_0'])
  })

  test('three slow receivers with a full queue each delay only themselves', async () => {
    const silent = await openHostile(HOSTILE['never answers'] as ReceiverShape)
    const seen = { seenSnapshot: '2026-11-22-x', seenDay: '2026-11-22' }
    for (const id of ['wh_1', 'wh_2', 'wh_3']) {
      const slow = await hooked({ id, url: silent.url, ...seen })
      const queue = Array.from({ length: 200 }, () => aDeliveryTo(slow, { dueAt: NOON }))
      await state.addDeliveries(queue, NOON)
    }
    await hooked({ id: 'wh_good' })
    let isOver = false
    const looking = look(AFTER, state, { attemptMs: 400 }).finally(() => {
      isOver = true
    })
    await vi.waitFor(() => expect(receiver.accepted()).toHaveLength(3), { interval: 5 })
    expect(isOver).toBe(false)
    expect(await looking).toMatchObject({ delivered: 3, failed: 3 })
    silent.close()
  })

  test('to an address that echoed no challenge nothing is sent, and what waits is kept', async () => {
    const record = await hooked()
    await state.addDeliveries([aDeliveryTo(record, { dueAt: NOON })], NOON)
    await state.updateWebhook(record.id, { provedUrl: 'https://another.example/' })
    expect(await look()).toEqual({ made: 0, delivered: 0, failed: 0, givenUp: 0 })
    expect(receiver.got).toEqual([])
    expect(await state.countWaiting(record.id)).toBe(1)
    await state.updateWebhook(record.id, { provedUrl: record.url })
    expect(await look()).toMatchObject({ made: 3, delivered: 4 })
  })

  test('e-mail without a mail server fails, unless it is left to a process that has one', async () => {
    const record = await hooked({ form: 'email', url: 'mailto:person@example.com' })
    await state.addDeliveries([aDeliveryTo(record, { dueAt: NOON })], NOON)
    const leaving = { leavesMail: true }
    expect(await look(null, state, {}, leaving)).toMatchObject({ failed: 0 })
    const mail = async () => ({ status: 250, problem: null, isGone: false, isOurs: false })
    expect(await look(null)).toMatchObject({ failed: 1 })
    clock.now += 60 * MINUTE
    expect(await look(null, state, { mail }, leaving)).toMatchObject({ delivered: 1 })
  })

  test('people get everything that waits as one message, once, and the first failure repeats it whole', async () => {
    const bodies: string[] = []
    const answers = [503, 200]
    const post: Sender['post'] = async (url, { body }) => {
      bodies.push(`${url} ${body}`)
      return { status: answers.shift() ?? 200, retryAfter: null, body: '' }
    }
    const url = 'https://hooks.slack.com/services/T0/B0/secretsecret'
    const record = await hooked({ form: 'slack', url, provedUrl: url })
    expect(await look(AFTER, state, { post })).toMatchObject({ made: 3, delivered: 0, failed: 1 })
    expect(await state.countWaiting(record.id)).toBe(3)
    clock.now += 2 * MINUTE
    expect(await look(AFTER, state, { post })).toMatchObject({ made: 0, delivered: 3 })
    expect(await state.countWaiting(record.id)).toBe(0)
    expect(bodies).toHaveLength(2)
    expect(bodies[0]).toBe(bodies[1])
    expect(bodies[1]).toContain('3 alerts of Plimsoll')
    clock.now += 2 * MINUTE
    await look(AFTER, state, { post })
    expect(bodies).toHaveLength(2)
  })

  test('two processes send people one message together', async () => {
    let sent = 0
    const post: Sender['post'] = async () => {
      sent += 1
      await new Promise((resolve) => setImmediate(resolve))
      return { status: 200, retryAfter: null, body: '' }
    }
    const url = 'https://discord.com/api/webhooks/1/x'
    const record = await hooked({ form: 'discord', url, provedUrl: url })
    const queue = Array.from({ length: 5 }, () => aDeliveryTo(record, { dueAt: NOON }))
    await state.addDeliveries(queue, NOON)
    await Promise.all([look(null, state, { post }), look(null, state, { post })])
    expect([sent, await state.countWaiting(record.id)]).toEqual([1, 0])
  })

  test.each([
    ['slack', 404],
    ['discord', 404],
    ['telegram', 401],
    ['telegram', 403],
  ] as const)('a chat of %s that answers %i is stopped at once', async (form, status) => {
    const post: Sender['post'] = async () => ({ status, retryAfter: null, body: '{}' })
    const url = 'https://api.telegram.org/bot1:x/sendMessage?chat_id=1'
    const record = await hooked({ form, url, provedUrl: url })
    expect(await look(AFTER, state, { post })).toMatchObject({ givenUp: 3 })
    expect((await state.findWebhook(record.id))?.stopped).toBe('failing')
  })

  test('a chat that asks to wait is asked again no sooner', async () => {
    const body = JSON.stringify({ ok: false, error_code: 429, parameters: { retry_after: 600 } })
    const post: Sender['post'] = async () => ({ status: 429, retryAfter: null, body })
    const url = 'https://api.telegram.org/bot1:x/sendMessage?chat_id=1'
    const record = await hooked({ form: 'telegram', url, provedUrl: url })
    await look(AFTER, state, { post })
    const waiting = await state.listDeliveries(record.id, 3)
    expect(waiting.at(-1)?.dueAt).toBe(NOON + 600_000)
  })

  test('a run whose time is over begins nothing, and one that is ended sends nothing more', async () => {
    await hooked()
    const controller = new AbortController()
    controller.abort()
    expect(await look(AFTER, state, { signal: controller.signal })).toMatchObject({ delivered: 0 })
    expect(receiver.got).toEqual([])
    expect(await look()).toMatchObject({ made: 3, delivered: 3 })
  })

  test('a slug that an earlier version stored becomes the protocol that had it', async () => {
    const watch = { protocols: [{ id: null, slug: 'b' }], levelChanges: true, incidents: false }
    await hooked({ watch: { ...watch, thresholds: [] } })
    expect(await look()).toMatchObject({ made: 1, delivered: 1 })
    expect(await state.listWebhooks()).toMatchObject([{ watch: { protocols: watched('b') } }])
  })

  test('410 stops at once, and what waits is given up without an attempt', async () => {
    const record = await hooked()
    receiver.mood.status = 410
    expect(await look()).toMatchObject({ givenUp: 3 })
    expect(receiver.got).toHaveLength(1)
    expect(await state.countWaiting(record.id)).toBe(0)
    expect(await look(publishedAs({ ...BEFORE, '2026-11-23': { a: 9, b: 9 } }))).toMatchObject({
      made: 0,
    })
  })

  test('a receiver that asks to wait is not asked before', async () => {
    const watch = { protocols: watched('b'), levelChanges: true, incidents: false, thresholds: [] }
    await hooked({ watch })
    Object.assign(receiver.mood, { status: 429, headers: { 'Retry-After': '3600' } })
    await lookFor(59)
    expect(receiver.got).toHaveLength(1)
    await lookFor(2)
    expect(receiver.got).toHaveLength(2)
  })

  test('without published documents only what waits is sent', async () => {
    await hooked()
    expect(await look(null)).toEqual({ made: 0, delivered: 0, failed: 0, givenUp: 0 })
    expect(await state.listWebhooks()).toMatchObject([{ seenSnapshot: '2026-11-21-x' }])
  })
})
