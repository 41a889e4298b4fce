import type { Client } from '../client/index.ts'
import { age } from './commands/service.ts'
import type { Settings } from './settings.ts'
import { dayOf } from './text/figures.ts'
import { plain } from './text/plain.ts'
import { paint, type View } from './text/terminal.ts'
import { wrap } from './text/width.ts'

/** How long an answer that is there already waits for its day. */
const PATIENCE_MS = 3_000

/**
 * Of which day an answer is, and from which site. Where the answer does not say, and to warn when it is old, the service's
 * health is asked, which counts against no limit, or its figures; a site that does not answer leaves the day open.
 */
export async function footer(
  client: Client,
  asOf: string | null,
  { site, isSandbox }: Settings,
  view: View,
): Promise<string[]> {
  const health = isSandbox ? null : await newest(client)
  const day = asOf ?? health?.asOf ?? (await lastUpdate(client))
  const known = day === null ? 'The day of this answer is not known.' : `As of ${plain(day)}.`
  const world = isSandbox ? ' Invented protocols of the sandbox.' : ''
  const old =
    health?.isStale === true ? [`The newest snapshot of this site is ${health.age} old.`] : []
  const lines = [`${known} From ${site}.${world}`].flatMap((line) => wrap(line, view.columns))
  const warnings = old.flatMap((line) => wrap(line, view.columns))
  return [
    '',
    ...lines.map((line) => paint(view, 'dim', line)),
    ...warnings.map((line) => paint(view, 'yellow', line)),
  ]
}

/** The newest snapshot of the site. Null when it cannot be read: the answer is shown all the same. */
async function newest(client: Client) {
  try {
    const { status, snapshot } = await client.health({ signal: AbortSignal.timeout(PATIENCE_MS) })
    const { asOf, ageSeconds } = snapshot
    return { isStale: status === 'stale', asOf: dayOf(asOf), age: age(ageSeconds) }
  } catch {
    return null
  }
}

/** When the snapshot of the caller's key was computed: the sandbox has one of its own. */
async function lastUpdate(client: Client): Promise<string | null> {
  try {
    const { updatedAt } = await client.stats({ signal: AbortSignal.timeout(PATIENCE_MS) })
    return dayOf(updatedAt)
  } catch {
    return null
  }
}
