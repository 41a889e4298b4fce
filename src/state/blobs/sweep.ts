import { DAY_MS } from '../../domain/day.ts'
import { accountName } from '../records/accounts.ts'
import { sweepDeliveries } from '../records/deliveries.ts'
import { sweepSessions } from '../records/sessions.ts'
import { dayOf, monthOf } from '../time-window.ts'
import { type Blobs, type BlobsAccess, blobsOf } from './access.ts'
import { USAGE_PARTS } from './meters.ts'
import { deleteBlobs, listNames } from './names.ts'
import { blobsRecords } from './records.ts'
import { listParts, sweepWindows } from './sweep-windows.ts'

/**
 * Deletes what Netlify Blobs cannot let expire: windows of past days, sessions and spent names that are over, alerts of over 90
 * days ago, and what was counted this month for accounts that are deleted. Returns the number of days of windows deleted.
 */
export async function sweepBlobs(
  access: BlobsAccess,
  now: number,
  request: typeof fetch = fetch,
): Promise<number> {
  const days = await sweepWindows(access, now, request)
  const blobs = blobsOf(access, request)
  const store = blobsRecords(blobs, { remember: (_, record) => record })
  await sweepSessions(store, now)
  await sweepDeliveries(store, now)
  const accounts = new Set(await store.list(accountName('')))
  const recent = `${USAGE_PARTS}${monthOf(Date.parse(dayOf(now)) - 2 * DAY_MS)}`
  for (const part of await listParts(access, USAGE_PARTS, request)) {
    if (part >= recent) await sweepUsage(blobs, part, (id) => accounts.has(accountName(id)))
  }
  return days
}

/** Deletes usage that instances wrote after its account was deleted. */
async function sweepUsage(
  blobs: Blobs,
  part: string,
  isAccount: (id: string) => boolean,
): Promise<void> {
  const names = await listNames(blobs, part, 'acc_')
  const old = names.filter((name) => !isAccount(name.split('/')[0] ?? ''))
  await deleteBlobs(blobs, part, old)
}
