import { expect, test } from 'vitest'
import history from '../../api/routes/history/example.json' with { type: 'json' }
import type { ProtocolHistory } from '../../client/index.ts'
import { historyAction } from './history.ts'

const data = history.data as ProtocolHistory

const shown = (points: ProtocolHistory['points']) =>
  historyAction
    .render(
      { data: { ...data, points } },
      { columns: Number.POSITIVE_INFINITY, colours: false },
      { operands: [data.id], query: {} },
    )
    .join('\n')

test('a score that was computed after its day is called back-tested, and no other', () => {
  const points = data.points.map((point) => ({ ...point, basis: 'back-tested' as const }))
  expect(shown(points)).toMatch(/0\.3\.0, back-tested\n+Back-tested: not published on that day/)
  expect(shown(data.points)).not.toMatch(/back-tested/i)
})
