import type { Store } from './open.ts'

/** Names the readings that the store holds: they differ only when this differs. Means nothing in another store. */
interface ReadingsState {
  lastCommit: number | null
  /** Between two commits of sources, this rises with every history that is filled. */
  filledHistories: number
  /** Days on which pages of protocols were read for their incidents, and how many pages on each. */
  incidentPages: string | null
}

export function findReadingsState(store: Store): ReadingsState | undefined {
  return store
    .prepare<[], ReadingsState>(
      `SELECT (SELECT MAX(id) FROM source_runs WHERE status = 'ok') AS lastCommit,
         (SELECT COUNT(filled_on) FROM history_fills) AS filledHistories,
         (SELECT group_concat(read_on || ' ' || pages) FROM (SELECT read_on, COUNT(*) AS pages FROM incident_pages
            WHERE tells = 1 GROUP BY read_on ORDER BY read_on)) AS incidentPages`,
    )
    .get()
}
