import { expect, test } from 'vitest'
import type { Changes } from '../../client/index.ts'
import { changesAction } from './changes.ts'

const snapshot = { id: '2026-10-04-0', day: '2026-10-04', methodology: '1.2.0' }
const counts = { moved: 0, riskier: 0, safer: 0, levelChanges: 0, notAnnounced: 0, unchanged: 0 }
const changes: Changes = {
  ...{ from: snapshot, to: snapshot, comparedFrom: snapshot, methodChanges: [] },
  ...{ moves: [], scored: [], unscored: [], appeared: [], retired: [] },
  counts: { ...counts, scored: 0, unscored: 0, appeared: 0, retired: 0 },
}

test('where no snapshot was compared, no count says that nothing moved', () => {
  const shown = (data: Changes) =>
    changesAction
      .render(
        { data },
        { columns: Number.POSITIVE_INFINITY, colours: false },
        { operands: [], query: {} },
      )
      .join('\n')
  expect(shown(changes)).toContain('0 moved')
  const unknown = shown({ ...changes, comparedFrom: null, reason: 'none-before' })
  expect(unknown).toContain('what changed is not known')
  expect(unknown).not.toContain('moved:')
})
