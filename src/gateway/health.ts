import { type Answer, jsonAnswer, textOf, unavailable } from './answer.ts'
import type { DataSet, Origin } from './lists.ts'

const RETRY_AFTER_SECONDS = 60

interface SnapshotNote {
  id: string
  asOf: string
  protocolCount: number
}

/** `GET /v1/health`: 200 with the snapshot that is served, 503 when none can be read. */
export async function createHealth(
  set: DataSet,
  origin: Origin,
  version: string,
  now: number,
): Promise<Answer> {
  const answer = await origin(`/_data/${set}/snapshot.json`)
  const note = answer.status === 200 ? parse(answer) : null
  if (!note) return unavailable(RETRY_AFTER_SECONDS)
  const { id, asOf, protocolCount } = note
  const ageSeconds = Math.max(0, Math.floor((now - startOf(asOf)) / 1_000))
  const snapshot = { id, asOf, ageSeconds, protocolCount }
  return jsonAnswer({ success: true, data: { status: 'ok', version, snapshot } })
}

function parse(answer: Answer): SnapshotNote | null {
  try {
    const note: Partial<SnapshotNote> | null = JSON.parse(textOf(answer))
    const { id, asOf, protocolCount } = note ?? {}
    if (typeof id !== 'string' || typeof asOf !== 'string' || typeof protocolCount !== 'number')
      return null
    return Number.isNaN(startOf(asOf)) ? null : { id, asOf, protocolCount }
  } catch {
    return null
  }
}

/** A snapshot speaks for a day; its age is counted from the first instant of it. */
function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}
