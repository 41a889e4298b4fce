import { expect, test, vi } from 'vitest'
import { DAY_MS } from '../../domain/day.ts'
import type { FullState } from '../../state/full-state.ts'
import { MINUTE_MS } from '../../state/time-window.ts'
import { MAX_WAITING, TURN } from '../../state/webhook-records.ts'
import type { DeliveryRecord, WebhookRecord } from '../../state/webhook-store.ts'
import { runs } from '../runs.ts'
import { type AccountBackend, anAccount } from './account-contract.ts'

const NOON = Date.UTC(2026, 10, 21, 12)
const MOST = 3
const ARRIVED = { at: '2026-11-21T12:00:00.000Z', status: 200, problem: null }
const FAILED = { at: '2026-11-21T12:00:00.000Z', status: 503, problem: 'status 503' }

let serial = 0

/** What is due of every webhook, over all pages. */
export async function allDue(
  store: Pick<FullState, 'dueDeliveries'>,
  now: number,
): Promise<DeliveryRecord[]> {
  const due: DeliveryRecord[] = []
  for (let cursor: string | null = null; ; ) {
    const page = await store.dueDeliveries(now, cursor)
    due.push(...page.due)
    cursor = page.next
    if (cursor === null) return due
  }
}

/** What every state store promises of webhooks and the alerts on their way, as tests. */
export function webhookTests({ store, another, contents, isThorough }: AccountBackend): void {
  async function both(work: (one: FullState, other: FullState) => Promise<void>): Promise<void> {
    const other = await another()
    try {
      await work(store(), other)
    } finally {
      await other.close()
    }
  }

  async function hooked(
    accountId?: string,
    given?: Partial<WebhookRecord>,
  ): Promise<WebhookRecord> {
    const id = accountId ?? (await store().openAccount(anAccount())).id
    const record = aWebhookOf(id, given)
    expect(await store().insertWebhook(record, MOST)).toBe(true)
    return record
  }

  /** Ids of what is due of one webhook: other tests use the same store. */
  async function dueOf({ id }: WebhookRecord, now: number): Promise<string[]> {
    const due = await allDue(store(), now)
    return due.filter(({ webhookId }) => webhookId === id).map((one) => one.id)
  }

  test('one of several instances sends alerts until it does not renew', () =>
    both(async (one, other) => {
      // A store in a file has the clock of its machine, a Redis its own.
      const start = Date.now()
      expect(await one.leaseSending('a', start, 1_000)).toBe(true)
      expect(await other.leaseSending('b', start + 10, 1_000)).toBe(false)
      expect(await one.leaseSending('a', start + 20, 100)).toBe(true)
      await vi.waitFor(
        async () => expect(await other.leaseSending('b', Date.now(), MINUTE_MS)).toBe(true),
        { timeout: 5_000 },
      )
      expect(await one.leaseSending('a', Date.now(), 1_000)).toBe(false)
    }))

  test('a webhook is found by its account and among all, also in another instance', () =>
    both(async (one, other) => {
      const record = await hooked()
      expect(await other.listAccountWebhooks(record.accountId)).toEqual([record])
      expect(await other.listWebhooks()).toContainEqual(record)
      expect(await one.listAccountWebhooks('acc_unknown')).toEqual([])
    }))

  test('of 12 webhooks that are made at once over two instances exactly three are kept', () =>
    both(async (one, other) => {
      const { id } = await one.openAccount(anAccount())
      const records = Array.from({ length: 12 }, () => aWebhookOf(id))
      const made = await Promise.all(
        records.map((record, n) => (n % 2 ? one : other).insertWebhook(record, MOST)),
      )
      const kept = records.filter((_, n) => made[n])
      expect(kept).toHaveLength(MOST)
      expect(await other.listAccountWebhooks(id)).toEqual(kept)
      expect(await one.deleteWebhook(kept[1]?.id ?? '')).toBe(true)
      expect(await other.insertWebhook(aWebhookOf(id), MOST)).toBe(true)
      expect(await one.insertWebhook(aWebhookOf(id), MOST)).toBe(false)
    }))

  test('an account that was deleted gets no webhook', async () => {
    const record = aWebhookOf(anAccount().id)
    await expect(store().insertWebhook(record, MOST)).rejects.toMatchObject({
      code: 'STATE_UNUSABLE',
    })
    expect(await store().listAccountWebhooks(record.accountId)).toEqual([])
  })

  test('a change keeps the other fields', () =>
    both(async (one, other) => {
      const record = await hooked()
      const seen = { seenSnapshot: 'snapshot-2', seenDay: '2026-11-22' }
      await Promise.all([
        one.updateWebhook(record.id, seen),
        other.updateWebhook(record.id, { stopped: 'paused' }),
      ])
      const changed = { ...record, ...seen, stopped: 'paused' }
      expect(await other.listAccountWebhooks(record.accountId)).toEqual([changed])
      const resumed = await one.updateWebhook(record.id, { stopped: null })
      expect(resumed).toEqual({ ...changed, stopped: null })
      expect(await one.updateWebhook('wh_unknown', { stopped: null })).toBeNull()
    }))

  test('an address that refused mails is known to every instance, and no other', () =>
    both(async (one, other) => {
      const mark = `mark-${serial++}`
      expect(await other.refusesMail(mark)).toBe(false)
      await Promise.all([one.refuseMail(mark), other.refuseMail(mark)])
      expect(await other.refusesMail(mark)).toBe(true)
      expect(await one.refusesMail(`${mark}0`)).toBe(false)
    }))

  test('the form of a webhook and its open confirmation are kept', async () => {
    const confirmation = { digest: 'ab', until: NOON }
    const given = { form: 'email', url: 'mailto:a@example.org', provedUrl: null, confirmation }
    const record = await hooked(undefined, given as Partial<WebhookRecord>)
    expect(await store().findWebhook(record.id)).toMatchObject(given)
    const done = { provedUrl: record.url, confirmation: null }
    await store().updateWebhook(record.id, done)
    expect(await store().findWebhook(record.id)).toMatchObject(done)
  })

  test('a webhook has its turn when its oldest delivery is due, in their order', async () => {
    const record = await hooked()
    const [first, second, third, fourth] = [0, -5, 5, 0].map((later) =>
      aDeliveryTo(record, { dueAt: NOON + later }),
    ) as [DeliveryRecord, DeliveryRecord, DeliveryRecord, DeliveryRecord]
    await store().addDeliveries([first, second, third, fourth], NOON)
    expect(await dueOf(record, NOON - 1)).toEqual([])
    expect(await dueOf(record, NOON)).toEqual([first.id, second.id])
    expect(await dueOf(record, NOON + 5)).toEqual([first.id, second.id, third.id])
    const [newest] = await store().listDeliveries(record.id, 1)
    expect(newest).toEqual(fourth)
  })

  test('what waits behind one that failed is not due before it', async () => {
    const record = await hooked()
    const [first, second] = [aDeliveryTo(record), aDeliveryTo(record)]
    await store().addDeliveries([first, second], NOON)
    const failed = { status: 'waiting', attempts: 1, lastAttempt: FAILED } as const
    await store().settleDelivery(first, { ...failed, dueAt: NOON + DAY_MS }, NOON)
    expect(await dueOf(record, NOON + DAY_MS - 1)).toEqual([])
    expect(await dueOf(record, NOON + DAY_MS)).toEqual([first.id, second.id])
  })

  test(`each webhook has at most ${TURN} deliveries in its turn, however much waits for another`, async () => {
    const [flood, other] = [await hooked(), await hooked()]
    const many = Array.from({ length: runs(150).numRuns }, () => aDeliveryTo(flood))
    const own = aDeliveryTo(other)
    await store().addDeliveries([...many, own], NOON)
    expect(await dueOf(flood, NOON)).toEqual(many.slice(0, TURN).map(({ id }) => id))
    expect(await dueOf(other, NOON)).toEqual([own.id])
  })

  test('webhooks that have not seen a snapshot are listed while they are proved and in use', async () => {
    const [record, seen, paused, pending] = [
      await hooked(),
      await hooked(),
      await hooked(),
      await hooked(),
    ]
    await store().updateWebhook(seen.id, { seenSnapshot: 'snapshot-2' })
    await store().updateWebhook(paused.id, { stopped: 'paused' })
    await store().updateWebhook(pending.id, { url: 'https://elsewhere.example/' })
    const found: string[] = []
    for (let cursor: string | null = null; ; ) {
      const page = await store().unseenWebhooks('snapshot-2', cursor)
      found.push(...page.webhooks.map(({ id }) => id))
      cursor = page.next
      if (cursor === null) break
    }
    expect(found).toContain(record.id)
    for (const { id } of [seen, paused, pending]) expect(found).not.toContain(id)
  })

  test('a webhook keeps how its challenge ended', async () => {
    const record = await hooked(undefined, { provedUrl: null, lastProof: FAILED })
    expect(await store().findWebhook(record.id)).toEqual(record)
    const { url: provedUrl } = record
    await store().updateWebhook(record.id, { provedUrl, lastProof: ARRIVED })
    const proved = { ...record, provedUrl, lastProof: ARRIVED }
    expect(await store().findWebhook(record.id)).toEqual(proved)
    expect(await store().findWebhook('wh_unknown')).toBeNull()
  })

  test('a delivery is stored once, also when it was delivered long before', () =>
    both(async (one, other) => {
      const record = await hooked()
      const delivery = aDeliveryTo(record)
      await Promise.all([one, other].map((each) => each.addDeliveries([delivery], NOON)))
      expect(await dueOf(record, NOON)).toEqual([delivery.id])
      const settled = { status: 'delivered', attempts: 1, dueAt: NOON, lastAttempt: ARRIVED }
      await one.settleDelivery(delivery, { ...settled, status: 'delivered' }, NOON)
      await other.addDeliveries([delivery], NOON + 89 * DAY_MS)
      expect(await dueOf(record, NOON + 89 * DAY_MS)).toEqual([])
      expect(await other.listDeliveries(record.id, 10)).toEqual([{ ...delivery, ...settled }])
    }))

  test('of 40 processes at once one gets a delivery, and after its time another one', () =>
    both(async (one, other) => {
      const delivery = aDeliveryTo(await hooked())
      await one.addDeliveries([delivery], NOON)
      const until = NOON + MINUTE_MS
      const leaseAt = (now: number) =>
        Promise.all(
          Array.from({ length: 40 }, (_, n) =>
            (n % 2 ? one : other).leaseDelivery(delivery, now, now + MINUTE_MS),
          ),
        )
      expect((await leaseAt(NOON)).filter(Boolean)).toHaveLength(1)
      expect((await leaseAt(until - 1)).filter(Boolean)).toHaveLength(0)
      expect((await leaseAt(until)).filter(Boolean)).toHaveLength(1)
    }))

  test('a delivery that failed waits for its next time, and one that arrived is not lent again', async () => {
    const record = await hooked()
    const delivery = aDeliveryTo(record)
    await store().addDeliveries([delivery], NOON)
    expect(await store().leaseDelivery(delivery, NOON, NOON + MINUTE_MS)).toBe(true)
    const failed = {
      status: 'waiting',
      attempts: 1,
      dueAt: NOON + 300,
      lastAttempt: FAILED,
    } as const
    await store().settleDelivery(delivery, failed, NOON)
    expect(await dueOf(record, NOON + 299)).toEqual([])
    expect(await dueOf(record, NOON + 300)).toEqual([delivery.id])
    expect(await store().leaseDelivery(delivery, NOON + 300, NOON + MINUTE_MS)).toBe(true)
    const arrived = { status: 'delivered', attempts: 2, dueAt: NOON, lastAttempt: ARRIVED } as const
    await store().settleDelivery(delivery, arrived, NOON + 400)
    expect(await store().leaseDelivery(delivery, NOON + DAY_MS, NOON + 2 * DAY_MS)).toBe(false)
    await store().settleDelivery(delivery, failed, NOON + 500)
    expect(await store().listDeliveries(record.id, 10)).toEqual([{ ...delivery, ...arrived }])
    expect(await store().leaseDelivery({ ...delivery, id: 'msg_unknown' }, NOON, NOON)).toBe(false)
  })

  test.runIf(isThorough)(
    `of ${MAX_WAITING + 5} waiting deliveries the oldest five are given up`,
    async () => {
      const record = await hooked()
      const neighbour = await hooked()
      const kept = aDeliveryTo(neighbour)
      await store().addDeliveries([kept], NOON)
      const all = Array.from({ length: MAX_WAITING + 5 }, () => aDeliveryTo(record))
      await store().addDeliveries(all.slice(0, 100), NOON)
      await store().addDeliveries(all.slice(100), NOON + 1)

      const listed = (await store().listDeliveries(record.id, 1_000)).reverse()
      expect(listed.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
      for (const [n, { status, lastAttempt, attempts }] of listed.entries()) {
        expect([n, status]).toEqual([n, n < 5 ? 'given-up' : 'waiting'])
        expect(attempts).toBe(0)
        expect(lastAttempt?.problem ?? null).toBe(
          n < 5 ? `more than ${MAX_WAITING} alerts were waiting` : null,
        )
      }
      expect(await dueOf(record, NOON)).toEqual(all.slice(5, 5 + TURN).map(({ id }) => id))
      expect(await store().countWaiting(record.id)).toBe(MAX_WAITING)
      expect(await store().countWaiting(neighbour.id)).toBe(1)
      expect(await dueOf(neighbour, NOON)).toEqual([kept.id])
    },
  )

  test('deleting a webhook deletes its deliveries, and what ends later brings nothing back', () =>
    both(async (one, other) => {
      const record = await hooked()
      const [delivery, next] = [aDeliveryTo(record), aDeliveryTo(record)]
      await one.addDeliveries([delivery], NOON)
      await one.leaseDelivery(delivery, NOON, NOON + MINUTE_MS)
      expect(await other.deleteWebhook(record.id)).toBe(true)
      expect(await one.deleteWebhook(record.id)).toBe(false)
      const arrived = { status: 'waiting', attempts: 1, dueAt: NOON, lastAttempt: FAILED } as const
      await one.settleDelivery(delivery, arrived, NOON)
      await one.addDeliveries([next], NOON)
      expect(await dueOf(record, NOON + DAY_MS)).toEqual([])
      expect(await other.listDeliveries(record.id, 10)).toEqual([])
      expect(await one.updateWebhook(record.id, { stopped: null })).toBeNull()
    }))

  test('deleting an account leaves nothing of its webhooks for anybody who reads the data', async () => {
    const [gone, stays] = [await hooked(), await hooked()]
    const [lost, kept] = [aDeliveryTo(gone), aDeliveryTo(stays)]
    await store().addDeliveries([lost, kept], NOON)
    await store().deleteAccount(gone.accountId)

    expect(await store().listAccountWebhooks(gone.accountId)).toEqual([])
    expect(await store().listAccountWebhooks(stays.accountId)).toEqual([stays])
    expect(await dueOf(stays, NOON)).toEqual([kept.id])
    const text = await contents()
    for (const trace of [stays.id, stays.url, kept.id]) expect(text).toContain(trace)
    for (const trace of [gone.id, gone.url, lost.id]) expect(text).not.toContain(trace)
  })
}

export function aWebhookOf(accountId: string, record: Partial<WebhookRecord> = {}): WebhookRecord {
  serial += 1
  const { url = `https://receiver-${serial}.example/alerts` } = record
  return {
    id: `wh_${serial.toString(16).padStart(20, '0')}`,
    accountId,
    ...{ form: 'json', url, provedUrl: url, lastProof: null, confirmation: null },
    watch: {
      protocols: [{ id: '7', slug: 'aave' }],
      levelChanges: true,
      incidents: true,
      thresholds: [],
    },
    createdAt: new Date(NOON + serial).toISOString(),
    seenSnapshot: 'snapshot-1',
    seenDay: '2026-11-21',
    stopped: null,
    ...record,
  }
}

export function aDeliveryTo(
  { id }: WebhookRecord,
  delivery: Partial<DeliveryRecord> = {},
): DeliveryRecord {
  serial += 1
  return {
    id: `msg_${serial.toString(16).padStart(40, '0')}`,
    webhookId: id,
    alert: {
      type: 'test',
      timestamp: '2026-11-21T12:00:00.000Z',
      data: { message: 'This is a test.' },
    },
    status: 'waiting',
    attempts: 0,
    dueAt: NOON,
    lastAttempt: null,
    ...delivery,
  }
}
