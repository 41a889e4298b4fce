import { expect, test } from 'vitest'
import type { BootstrapEstimate } from '../statistics/bootstrap.ts'
import { earlierLines, FIGURE_IDS } from './render-result.ts'
import type { EarlierReport } from './report.ts'

test('a difference has its sign and its bounds, and one that is not known is no zero', () => {
  const own = { rows: 1, events: 2 }
  const before = { value: 0.5, low: 0.4, high: 0.6 }
  const figures = (value: BootstrapEstimate) =>
    Object.fromEntries(FIGURE_IDS.map((id) => [id, value])) as EarlierReport['now']
  const unknown = { value: null, low: null, high: null }
  const differences = { ...figures(unknown), any: { value: -0.1, low: -0.2, high: 0.05 } }
  const gates = { unknown: own, onlyNow: own, onlyBefore: own }
  const [, , any = '', severe = ''] = earlierLines(
    { ...own, ...gates, before: figures(before), now: figures(before), differences },
    '0.0.1',
  )
  expect(any).toMatch(/ -0\.100 \[-0\.200, \+0\.050\]$/)
  expect(severe).toMatch(/ –$/)
})
