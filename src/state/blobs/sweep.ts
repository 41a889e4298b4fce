import { dayOf, monthOf } from '../time-window.ts'
import { type BlobsAccess, blobsOf } from './access.ts'
import { sweepUsage } from './accounts.ts'
import { sweepDeliveries } from './deliveries.ts'
import { USAGE_PARTS } from './meters.ts'
import { sweepSessions } from './sessions.ts'
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
  await sweepSessions(blobs, now)
  await sweepDeliveries(blobs, now)
  const recent = `${USAGE_PARTS}${monthOf(Date.parse(dayOf(now)) - 2 * 86_400_000)}`
  const parts = await listParts(access, USAGE_PARTS, request)
  await sweepUsage(
    blobs,
    parts.filter((part) => part >= recent),
  )
  return days
}
