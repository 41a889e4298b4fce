import { expect, test } from 'vitest'
import changes from '../../api/routes/changes/example.json' with { type: 'json' }
import history from '../../api/routes/history/example.json' with { type: 'json' }
import { callTool } from '../../testing/mcp/call-tool.ts'

/** What both tools say of this comparison. */
async function said(given: Record<string, unknown>): Promise<Record<string, unknown>> {
  const document = { success: true, data: { ...changes.data, ...given } }
  const answer = (address: string) => (address.includes('/history') ? history : document)
  const list = await callTool('list_changes', {}, answer)
  const { found } = await callTool('explain_change', { id: 'aave-v3' }, answer)
  return { ...list, found }
}

const none = { moves: [], scored: [], unscored: [], appeared: [], retired: [] }

test('where nothing was compared, no tool says that nothing changed', async () => {
  const { counts, reason, found } = await said({
    ...none,
    comparedFrom: null,
    reason: 'none-before',
  })
  expect([counts, found]).toEqual([
    null,
    'Not known: there is no earlier snapshot to compare with.',
  ])
  expect(reason).toContain('what changed is not known')
  expect((await said({ comparedFrom: null })).counts).toMatchObject({
    moved: null,
    unchanged: null,
  })
  expect((await said({})).counts).toEqual(changes.data.counts)
})

test('a protocol that is listed under a new id is neither new nor gone', async () => {
  const relisted = { id: 'aave-v3', name: 'Aave V3', category: null, to: null, relisted: true }
  const { found } = await said({ ...none, appeared: [relisted] })
  expect(found).toBe('DefiLlama lists it under a new id, so its history begins again.')
})
