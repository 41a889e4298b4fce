import { readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { BlobsServer } from '@netlify/blobs/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../domain/day.ts'
import { anAccount } from '../../testing/api/account-contract.ts'
import { aDeliveryTo, aWebhookOf } from '../../testing/api/webhook-contract.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import type { FullState } from '../full-state.ts'
import { openBlobsAccountState } from './account-state.ts'
import { sweepBlobs } from './sweep.ts'

const NOON = Date.UTC(2026, 10, 21, 12)

const folder = temporaryFolder()
let server: BlobsServer
let url: string

beforeAll(async () => {
  server = new BlobsServer({ directory: folder, token: 'token' })
  url = `http://localhost:${(await server.start()).port}`
})
afterAll(async () => {
  await server.stop()
})

function accessOf(name: string) {
  return { siteId: 'site', token: 'token', name, url }
}

function open(name: string): FullState {
  const deadlines = { requestMs: 10_000, answerMs: 20_000 }
  const instance = crypto.randomUUID()
  return openBlobsAccountState({
    access: accessOf(name),
    instance,
    clock: () => NOON,
    deadlines,
  })
}

async function hooked(name: string) {
  const store = open(name)
  const { id } = await store.openAccount(anAccount())
  const webhook = aWebhookOf(id)
  await store.insertWebhook(webhook, 3)
  return { store, webhook }
}

/** Names of the blobs of deliveries. */
function namesOf(name: string): string[] {
  return readdirSync(path.join(folder, 'entries'), { recursive: true, encoding: 'utf8' }).filter(
    (entry) =>
      entry.includes(`${name}-deliveries/`) &&
      statSync(path.join(folder, 'entries', entry)).isFile(),
  )
}

test('the sweep deletes what was settled over 90 days ago, with all that finds it', async () => {
  const { store, webhook } = await hooked('tidy')
  const [old, fresh] = [aDeliveryTo(webhook), aDeliveryTo(webhook)]
  const settled = { status: 'delivered', attempts: 1, dueAt: NOON, lastAttempt: null } as const
  await store.addDeliveries([old], NOON)
  await store.settleDelivery(old, settled, NOON)
  await store.addDeliveries([fresh], NOON + 50 * DAY_MS)
  await store.settleDelivery(fresh, settled, NOON + 50 * DAY_MS)

  await sweepBlobs(accessOf('tidy'), NOON + 90 * DAY_MS)
  expect(namesOf('tidy').filter((name) => name.includes(old.id))).toHaveLength(2)
  await sweepBlobs(accessOf('tidy'), NOON + 98 * DAY_MS)
  expect(namesOf('tidy').filter((name) => name.includes(old.id))).toEqual([])
  const kept = await store.listDeliveries(webhook.id, 10)
  expect(kept.map(({ id }) => id)).toEqual([fresh.id])
})
