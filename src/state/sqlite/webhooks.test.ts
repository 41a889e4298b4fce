import path from 'node:path'
import Database from 'better-sqlite3'
import { beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '../../domain/day.ts'
import { anAccount } from '../../testing/api/account-contract.ts'
import { aDeliveryTo, allDue, aWebhookOf } from '../../testing/api/webhook-contract.ts'
import { runs } from '../../testing/runs.ts'
import { runOnState } from '../../testing/state/state-process.ts'
import { folderOfTest } from '../../testing/temporary-folder.ts'
import { backUpState, restoreState } from '../backup.ts'
import { MINUTE_MS } from '../time-window.ts'
import type { DeliveryRecord } from '../webhook-store.ts'
import { openSqliteState } from './store.ts'

const NOON = Date.UTC(2026, 10, 21, 12)

let folder: string
let file: string
beforeEach(() => {
  folder = folderOfTest()
  file = path.join(folder, 'state.sqlite')
})

/** A webhook in the file with so many deliveries that are due. */
async function withDeliveries(count: number, named = file) {
  const store = openSqliteState(named)
  const { id } = await store.openAccount(anAccount())
  const webhook = aWebhookOf(id)
  await store.insertWebhook(webhook, 3)
  const deliveries = Array.from({ length: count }, () => aDeliveryTo(webhook))
  await store.addDeliveries(deliveries, NOON)
  return { store, webhook, deliveries }
}

test('two processes that lease deliveries at once get each of them once together', async () => {
  const { store, deliveries } = await withDeliveries(runs(150).numRuns)
  const ids = deliveries.map(({ id }) => id)
  const [one = [], two = []] = await Promise.all([leaseAll(deliveries), leaseAll(deliveries)])
  expect([...one, ...two].sort()).toEqual(ids.sort())
  expect(await allDue(store, NOON)).toEqual([])
  await store.close()
})

test('what was settled over 90 days ago is forgotten, and what waits is not', async () => {
  const { store, webhook, deliveries } = await withDeliveries(2)
  const settled = { status: 'given-up', attempts: 1, dueAt: NOON, lastAttempt: null } as const
  for (const first of deliveries.slice(0, 1)) await store.settleDelivery(first, settled, NOON)
  const next = aDeliveryTo(webhook)
  await store.addDeliveries([next], NOON + 90 * DAY_MS + 1)
  const kept = (await store.listDeliveries(webhook.id, 10)).map(({ id }) => id)
  expect(kept).toEqual([next.id, deliveries[1]?.id])
  await store.close()
})

test('a backup has webhooks and what waits for them', async () => {
  const { store, webhook, deliveries } = await withDeliveries(1)
  const secrets = { secret: 'given by the operator', secretFile: null }
  const settings = { url: `sqlite:${file}`, token: null, ...secrets }
  await backUpState(settings, path.join(folder, 'copy'))
  await store.close()
  const restored = path.join(folder, 'restored.sqlite')
  restoreState({ ...settings, url: `sqlite:${restored}` }, path.join(folder, 'copy'))
  const again = openSqliteState(restored)
  expect(await again.listWebhooks()).toEqual([webhook])
  expect(await allDue(again, NOON)).toEqual(deliveries)
  await again.close()
})

test('a damaged webhook or alert is an error of the store', async () => {
  const { store, webhook } = await withDeliveries(1)
  const db = new Database(file)
  db.prepare("UPDATE records SET text = '{}' WHERE name LIKE 'deliveries/records/%'").run()
  db.prepare("UPDATE records SET text = 'no JSON' WHERE name LIKE 'webhooks/%'").run()
  db.close()
  const error = { code: 'STATE_UNUSABLE' }
  await expect(store.listWebhooks()).rejects.toMatchObject(error)
  await expect(store.listDeliveries(webhook.id, 10)).rejects.toMatchObject(error)
  await expect(allDue(store, NOON)).rejects.toMatchObject(error)
  await store.close()
})

/** Ids that another process got. */
async function leaseAll(deliveries: readonly DeliveryRecord[]): Promise<string[]> {
  const { ended } = runOnState(
    file,
    `const got = []
    for (const one of ${JSON.stringify(deliveries)}) {
      if (await store.leaseDelivery(one, ${NOON}, ${NOON + MINUTE_MS})) got.push(one.id)
    }
    console.log(JSON.stringify(got))`,
  )
  return JSON.parse(await ended) as string[]
}
