import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import type { FullState } from '../../state/full-state.ts'
import type { DeliveryRecord } from '../../state/webhook-store.ts'
import { aKeyOf } from '../api/account-contract.ts'
import { allDue, aWebhookOf } from '../api/webhook-contract.ts'

const NOON = Date.UTC(2026, 10, 21, 12)
const ACCOUNT = 'acc_00000000000000000001'
const WEBHOOK = 'wh_00000000000000000001'

/** The rows that version 0.1.0 wrote for the records of `expectContentsOfBefore`. */
export function contentsOfBefore(): string {
  return readFileSync(path.join(import.meta.dirname, 'sqlite-0.1.0.sql'), 'utf8')
}

/** Expects all records of `contentsOfBefore` in a store, and that they are changed and deleted as any others. */
export async function expectContentsOfBefore(store: FullState): Promise<void> {
  expect((await store.listAccounts()).map(({ id, plan }) => [id, plan])).toEqual([
    [ACCOUNT, 'pro'],
    ['acc_00000000000000000002', 'free'],
  ])
  expect(await store.markSecret('another')).toBe('5'.repeat(64))
  await expectKeys(store)
  await expectWebhooks(store)
  await expectDeliveries(store)

  const days = await store.usage(ACCOUNT, '2026-11')
  expect(days.map(({ counts }) => counts.protocols)).toEqual([2])
  expect(await store.findSession('7'.repeat(64), NOON)).toMatchObject({ accountId: ACCOUNT })
  await store.deleteSessions(ACCOUNT)
  expect(await store.findSession('7'.repeat(64), NOON)).toBeNull()

  expect(await store.deleteAccount(ACCOUNT)).toBe(true)
  expect(await store.listKeys()).toHaveLength(1)
  expect(await store.listWebhooks()).toEqual([])
  expect(await store.findKey('2'.repeat(64))).toBeNull()
}

async function expectKeys(store: FullState): Promise<void> {
  const [own, second, revoked] = await store.listKeys()
  expect(own).toMatchObject({ environment: 'test', plan: 'pro', accountId: null, name: '' })
  expect(second).toMatchObject({ plan: 'pro', accountId: ACCOUNT, name: 'laptop 2' })
  expect(revoked).toMatchObject({ revokedAt: '2026-11-20T10:00:00.000Z' })
  for (const digit of [1, 2, 3]) {
    const digest = String(digit).repeat(64)
    expect((await store.findKey(digest))?.id).toBe(`key_000000000000000${digit}`)
  }
  expect(await store.listAccountKeys(ACCOUNT)).toEqual([second, revoked])
  const key = aKeyOf({ id: ACCOUNT })
  expect(await store.insertAccountKey(key, 1)).toBe(false)
  expect(await store.insertAccountKey(key, 2)).toBe(true)
  expect(await store.updateKey(second?.id ?? '', { plan: 'free' })).toMatchObject({ plan: 'free' })
}

async function expectWebhooks(store: FullState): Promise<void> {
  const url = 'https://receiver.example/alerts'
  const lastProof = { at: '2026-11-20T11:00:01.000Z', status: 200, problem: null }
  const watch = { protocols: [{ id: '7', slug: 'aave' }], levelChanges: true, incidents: false }
  const webhooks = await store.listAccountWebhooks(ACCOUNT)
  expect(webhooks).toMatchObject([
    { id: WEBHOOK, url, watch, seenSnapshot: 'snapshot-1', provedUrl: url, lastProof },
    { url, stopped: 'paused', provedUrl: null, lastProof: null },
  ])
  expect(await store.insertWebhook(aWebhookOf(ACCOUNT), 2)).toBe(false)
  expect((await store.unseenWebhooks('snapshot-2', null)).webhooks).toEqual(webhooks.slice(0, 1))
}

async function expectDeliveries(store: FullState): Promise<void> {
  const all = await store.listDeliveries(WEBHOOK, 10)
  const problem = 'status 503'
  expect(all).toMatchObject([
    { alert: { data: { message: 'Alert 3.' } }, status: 'waiting', lastAttempt: null },
    { status: 'waiting', attempts: 1, dueAt: NOON + 60_000, lastAttempt: { problem } },
    { status: 'delivered', attempts: 1, lastAttempt: { status: 200 } },
  ])
  const [third, second, first] = all as [DeliveryRecord, DeliveryRecord, DeliveryRecord]
  await store.addDeliveries([{ ...first, status: 'waiting' }], NOON)
  expect(await allDue(store, NOON + 59_999)).toEqual([])
  expect(await allDue(store, NOON + 60_000)).toEqual([second, third])
  expect(await store.leaseDelivery(second, NOON + 60_000, NOON + 90_000)).toBe(true)
  expect(await store.countWaiting(WEBHOOK)).toBe(2)
}
