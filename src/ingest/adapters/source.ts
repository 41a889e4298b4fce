import { SOURCES } from '../../domain/sources.ts'
import { dayNotes } from '../github-commit.ts'
import type { Source } from '../source.ts'
import { type GitHistory, readGitHistory } from './git.ts'
import { adapterBatch, SOURCE_ID } from './map.ts'

/**
 * When the adapter of each protocol last changed, and by how many authors, from the public git history. Authors are counted and
 * never stored. Throws `UPSTREAM_…` when git or the host fails, so that the last good readings stay in use.
 */
export function adapterHistory(history: GitHistory): Source {
  return {
    id: SOURCE_ID,
    async read({ asOf }) {
      const batch = adapterBatch(await readGitHistory(history), asOf)
      return { ...batch, notes: dayNotes(batch.asOf, asOf, SOURCES[SOURCE_ID].maxAgeDays) }
    },
  }
}
