import { isDay } from '../../domain/day.ts'
import { isStale, REFRESH_DAYS, snapshotAge } from '../../domain/refresh.ts'
import { type Answer, jsonAnswer, textOf, unavailable } from './answer.ts'
import type { DataSet, Origin } from './lists.ts'

const RETRY_AFTER_SECONDS = 60

interface SnapshotNote {
  id: string
  asOf: string
  protocolCount: number
  refreshDays: number | null
}

/**
 * `GET /v1/health`: 200 with the snapshot that is served, 503 when none can be read. One that should long have been
 * replaced is served all the same, and its status is `stale`.
 */
export async function createHealth(
  set: DataSet,
  origin: Origin,
  version: string,
  now: number,
): Promise<Answer> {
  const answer = await origin(`/_data/${set}/snapshot.json`)
  const note = answer.status === 200 ? parse(answer) : null
  if (!note) return unavailable(RETRY_AFTER_SECONDS)
  const { id, asOf, protocolCount, refreshDays } = note
  const ageSeconds = Math.floor(snapshotAge(asOf, now) / 1_000)
  const snapshot = { id, asOf, ageSeconds, protocolCount }
  const status = isStale(asOf, refreshDays, now) ? 'stale' : 'ok'
  return jsonAnswer({ success: true, data: { status, version, snapshot } })
}

function parse(answer: Answer): SnapshotNote | null {
  try {
    const note: Partial<SnapshotNote> | null = JSON.parse(textOf(answer))
    // Folders that were published before there was such a setting do not say it.
    const { id, asOf, protocolCount, refreshDays = REFRESH_DAYS } = note ?? {}
    if (typeof id !== 'string' || typeof asOf !== 'string' || typeof protocolCount !== 'number')
      return null
    if (refreshDays !== null && typeof refreshDays !== 'number') return null
    return isDay(asOf) ? { id, asOf, protocolCount, refreshDays } : null
  } catch {
    return null
  }
}
