import type { Day } from '../domain/day.ts'
import type { Store } from './open.ts'

/** A loss that a scoreboard had. */
export interface PublishedEvent {
  incident: string
  /** Day of the first snapshot that had it. */
  publishedOn: Day
  /** The event as JSON, as it was first; null for a loss without a score. */
  event: string | null
}

/** Keeps the losses of a snapshot's scoreboard that no earlier one had. Those of the same day are replaced: it was taken again. */
export function keepPublishedEvents(
  store: Store,
  publishedOn: Day,
  events: readonly Pick<PublishedEvent, 'incident' | 'event'>[],
): void {
  const insert = store.prepare('INSERT OR IGNORE INTO published_events VALUES (?, ?, ?)')
  store
    .transaction(() => {
      store.prepare('DELETE FROM published_events WHERE published_on >= ?').run(publishedOn)
      for (const { incident, event } of events) insert.run(incident, publishedOn, event)
    })
    .immediate()
}

/** Every loss that a scoreboard before a day had, by incident id. */
export function loadPublishedEvents(store: Store, before: Day): Map<string, PublishedEvent> {
  const rows = store
    .prepare<[Day], PublishedEvent>(
      `SELECT incident_id AS incident, published_on AS publishedOn, event FROM published_events
       WHERE published_on < ? ORDER BY incident_id`,
    )
    .all(before)
  return new Map(rows.map((row) => [row.incident, row]))
}
