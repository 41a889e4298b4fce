import type { Store } from './open.ts'

/** Identifies the readings in a store: equal states mean equal readings. Not comparable between stores. */
interface ReadingsState {
  lastCommit: number | null
  /** Increases with every filled history between two commits of sources. */
  filledHistories: number
  /** The days on which pages of protocols were read for incidents, with the number of pages. */
  incidentPages: string | null
  /** The days of facts from pages of protocols, with the number of protocols. */
  pageFacts: string | null
  /** The number of readings that are held: a page or a loss may confirm some between two commits. */
  held: number
}

export function findReadingsState(store: Store): ReadingsState | undefined {
  return store
    .prepare<[], ReadingsState>(
      `SELECT (SELECT MAX(id) FROM source_runs WHERE status = 'ok') AS lastCommit,
         (SELECT COUNT(filled_on) FROM history_fills) AS filledHistories,
         (SELECT group_concat(read_on || ' ' || pages) FROM (SELECT read_on, COUNT(*) AS pages FROM incident_pages
            WHERE has_list = 1 GROUP BY read_on ORDER BY read_on)) AS incidentPages,
         (SELECT group_concat(as_of || ' ' || protocols) FROM (SELECT as_of, COUNT(*) AS protocols FROM readings
            WHERE name = 'assets' AND as_of IS NOT NULL GROUP BY as_of ORDER BY as_of)) AS pageFacts,
         (SELECT COUNT(*) FROM held_readings) AS held`,
    )
    .get()
}
