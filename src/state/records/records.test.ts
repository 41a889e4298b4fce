import { describe, expect, test } from 'vitest'
import { aKeyOf, anAccount } from '../../testing/api/account-contract.ts'
import { aDeliveryTo, allDue, aWebhookOf } from '../../testing/api/webhook-contract.ts'
import { memoryRecords } from '../../testing/state/memory-records.ts'
import { MINUTE_MS } from '../time-window.ts'
import { PAGE, TURN } from '../webhook-records.ts'
import type { DeliveryRecord, WebhookRecord } from '../webhook-store.ts'
import { createRecords } from './records.ts'

const NOON = Date.UTC(2026, 10, 21, 12)
const ARRIVED = { at: '2026-11-21T12:00:00.000Z', status: 200, problem: null }

/** Records whose writes end after so many of them, and those of a process that comes later. */
function interrupted() {
  let left = Number.POSITIVE_INFINITY
  const store = memoryRecords(() => left-- <= 0)
  const state = createRecords(store, async () => {})
  return {
    ...store,
    state,
    /** False when the work ended in between. */
    async cutAfter(writes: number, work: () => Promise<unknown>): Promise<boolean> {
      left = writes
      const isDone = await work().then(
        () => true,
        () => false,
      )
      left = Number.POSITIVE_INFINITY
      return isDone
    },
  }
}

type World = ReturnType<typeof interrupted>

/** Repeats `prepare`, `work` and `check` with a cut after every number of writes, until the work is done. */
async function atEveryCut<T>(
  prepare: (world: World) => Promise<T>,
  work: (world: World, prepared: T) => Promise<unknown>,
  check: (world: World, prepared: T) => Promise<void>,
): Promise<void> {
  for (let writes = 0; writes < 50; writes++) {
    const world = interrupted()
    const prepared = await prepare(world)
    const isDone = await world.cutAfter(writes, () => work(world, prepared))
    await check(world, prepared)
    if (isDone) {
      expect(writes).toBeGreaterThan(0)
      return
    }
  }
  throw new Error('The work is never done.')
}

async function withWebhook({ state }: World): Promise<WebhookRecord> {
  const { id } = await state.openAccount(anAccount())
  const webhook = aWebhookOf(id)
  expect(await state.insertWebhook(webhook, 3)).toBe(true)
  return webhook
}

async function withDeliveries(world: World, count: number) {
  const webhook = await withWebhook(world)
  const deliveries = Array.from({ length: count }, () => aDeliveryTo(webhook))
  await world.state.addDeliveries(deliveries, NOON)
  return { webhook, deliveries, first: deliveries[0] as DeliveryRecord }
}

describe('a process that ends between any two writes', () => {
  test('leaves an account deleted after the next try, with all that belongs to it', () =>
    atEveryCut(
      async (world) => {
        const account = await world.state.openAccount(anAccount())
        const key = aKeyOf(account)
        await world.state.insertAccountKey(key, 5)
        await world.state.insertWebhook(aWebhookOf(account.id), 3)
        return { account, key }
      },
      ({ state }, { account }) => state.deleteAccount(account.id),
      async ({ state, texts }, { account }) => {
        await state.deleteAccount(account.id)
        expect([...texts]).toEqual([])
      },
    ))

  test('leaves an account that is being deleted to be opened anew', () =>
    atEveryCut(
      async ({ state }) => {
        const account = await state.openAccount(anAccount())
        await state.insertAccountKey(aKeyOf(account), 5)
        return account
      },
      ({ state }, { id }) => state.deleteAccount(id),
      async ({ state }, account) => {
        await state.openAccount(account)
        expect(await state.findAccount(account.id)).toEqual(account)
        const keys = await state.listAccountKeys(account.id)
        expect(await state.listKeys()).toEqual(keys)
      },
    ))

  test('leaves a key of no account, and its place is free after a minute', () =>
    atEveryCut(
      ({ state }) => state.openAccount(anAccount()),
      ({ state }, account) =>
        state.insertAccountKey({ ...aKeyOf(account), createdAt: '2026-11-21T12:00:00.000Z' }, 1),
      async ({ state }, account) => {
        const before = await state.listAccountKeys(account.id)
        const late = { ...aKeyOf(account), createdAt: '2026-11-21T12:01:01.000Z' }
        expect(await state.insertAccountKey(late, 1)).toBe(before.length === 0)
        expect(await state.listAccountKeys(account.id)).toHaveLength(1)
      },
    ))

  test('leaves a grant that reaches every key when it is repeated', () =>
    atEveryCut(
      async ({ state }) => {
        const account = await state.openAccount(anAccount())
        for (let n = 0; n < 3; n++) await state.insertAccountKey(aKeyOf(account), 5)
        return account
      },
      ({ state }, { id }) => state.grantAccount(id, 'pro'),
      async ({ state }, { id }) => {
        await state.grantAccount(id, 'pro')
        expect((await state.listKeys()).map(({ plan }) => plan)).toEqual(['pro', 'pro', 'pro'])
      },
    ))

  test('leaves alerts that are stored and due once when they are added again', () =>
    atEveryCut(
      async (world) => {
        const webhook = await withWebhook(world)
        return { webhook, deliveries: [aDeliveryTo(webhook), aDeliveryTo(webhook)] }
      },
      ({ state }, { deliveries }) => state.addDeliveries(deliveries, NOON),
      async ({ state }, { webhook, deliveries }) => {
        await state.addDeliveries(deliveries, NOON)
        expect(await allDue(state, NOON)).toEqual(deliveries)
        expect(await state.listDeliveries(webhook.id, 10)).toEqual(deliveries.toReversed())
      },
    ))

  test('leaves an alert settled or due, and settled after the next try', () =>
    atEveryCut(
      (world) => withDeliveries(world, 2),
      ({ state }, { first }) =>
        state.settleDelivery(
          first,
          { status: 'given-up', attempts: 9, dueAt: NOON, lastAttempt: ARRIVED },
          NOON,
        ),
      async ({ state }, { webhook, first, deliveries }) => {
        const settled = { status: 'given-up', attempts: 9, dueAt: NOON, lastAttempt: ARRIVED }
        await state.settleDelivery(first, { ...settled, status: 'given-up' }, NOON)
        expect(await allDue(state, NOON)).toEqual(deliveries.slice(1))
        expect(await state.countWaiting(webhook.id)).toBe(1)
        expect(await state.listDeliveries(webhook.id, 2)).toMatchObject([{}, settled])
      },
    ))
})

describe('alerts that wait', () => {
  test.each([
    ['nothing while the oldest is not due', [1, 0, 0], 0],
    ['what is due before the first that is not', [0, 0, 1, 0], 2],
    ['all of them', [0, 0], 2],
    ['at most a turn', [0, 0, 0, 0], TURN],
  ])('a webhook has in its turn %s', async (_, later, expected) => {
    const world = interrupted()
    const webhook = await withWebhook(world)
    const deliveries = later.map((ms) => aDeliveryTo(webhook, { dueAt: NOON + ms }))
    await world.state.addDeliveries(deliveries, NOON)
    expect(await allDue(world.state, NOON)).toEqual(deliveries.slice(0, expected))
  })

  test('of more webhooks than a page are all found, each once', async () => {
    const world = interrupted()
    const all: string[] = []
    for (let n = 0; n < PAGE + 1; n++) {
      all.push((await withDeliveries(world, 1)).first.id)
    }
    const pages = [await world.state.dueDeliveries(NOON, null)]
    pages.push(await world.state.dueDeliveries(NOON, pages[0]?.next ?? null))
    expect(pages.map(({ due }) => due.length)).toEqual([PAGE, 1])
    expect(pages[1]?.next).toBeNull()
    expect(pages.flatMap(({ due }) => due.map(({ id }) => id)).sort()).toEqual(all.sort())
  })

  test('one that is lent shows when it is due again', async () => {
    const { state, ...world } = interrupted()
    const { webhook, first } = await withDeliveries({ state, ...world }, 1)
    expect(await state.leaseDelivery(first, NOON - 1, NOON)).toBe(false)
    expect(await state.leaseDelivery(first, NOON, NOON + MINUTE_MS)).toBe(true)
    const [shown] = await state.listDeliveries(webhook.id, 1)
    expect(shown?.dueAt).toBe(NOON + MINUTE_MS)
  })

  test('one that arrived after it was given up is delivered, and nothing else changes it', async () => {
    const { state, ...world } = interrupted()
    const { webhook, first } = await withDeliveries({ state, ...world }, 1)
    const settled = { attempts: 9, dueAt: NOON, lastAttempt: ARRIVED }
    await state.settleDelivery(first, { ...settled, status: 'given-up' }, NOON)
    await state.settleDelivery(first, { ...settled, status: 'waiting' }, NOON)
    expect(await state.listDeliveries(webhook.id, 1)).toMatchObject([{ status: 'given-up' }])
    await state.settleDelivery(first, { ...settled, status: 'delivered' }, NOON)
    expect(await state.listDeliveries(webhook.id, 1)).toMatchObject([{ status: 'delivered' }])
    expect(await state.countWaiting(webhook.id)).toBe(0)
  })
})

/** A value with one more field in each of its objects. An alert has a form of its own, which is sent as it is. */
function later(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(later)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, of]) => [
    name,
    name === 'alert' ? of : later(of),
  ])
  return { ...Object.fromEntries(fields), later: true }
}

test('what a later version wrote in records stays when this one changes them', async () => {
  const world = interrupted()
  const { state, texts } = world
  const { webhook, first } = await withDeliveries(world, 2)
  const account = await state.findAccount(webhook.accountId)
  if (!account) throw new Error('There is no account.')
  const key = aKeyOf(account)
  await state.insertAccountKey(key, 5)
  const isJson = (text: string) => /^[[{]/.test(text)
  const before = new Map([...texts].filter(([, text]) => isJson(text)))
  expect(before.size).toBe(6)
  for (const [name, text] of before) texts.set(name, JSON.stringify(later(JSON.parse(text))))

  await state.grantAccount(account.id, 'pro')
  await state.updateKey(key.id, { revokedAt: ARRIVED.at })
  await state.insertAccountKey(aKeyOf(account), 5)
  await state.insertWebhook(aWebhookOf(account.id), 3)
  await state.updateWebhook(webhook.id, { seenSnapshot: 'snapshot-2' })
  await state.leaseDelivery(first, NOON, NOON + MINUTE_MS)
  const settled = { attempts: 1, dueAt: NOON + MINUTE_MS, lastAttempt: ARRIVED }
  await state.settleDelivery(first, { ...settled, status: 'waiting' }, NOON)

  for (const [name, text] of before) {
    const written = JSON.stringify(later(JSON.parse(text))).split('"later"').length
    expect(texts.get(name)?.split('"later"'), name).toHaveLength(written)
  }
  expect(await state.findAccount(account.id)).toEqual({ ...account, plan: 'pro' })
  expect(await state.listAccountKeys(account.id)).toContainEqual({
    ...key,
    plan: 'pro',
    revokedAt: ARRIVED.at,
  })
})

test('an account without its lists is refused, and does not seem to have no key', async () => {
  const { texts, state } = interrupted()
  const { id } = await state.openAccount(anAccount())
  for (const [name, text] of texts) texts.set(name, text.replace('"keys"', '"old"'))
  await expect(state.listAccountKeys(id)).rejects.toThrow('damaged or of another version')
})
