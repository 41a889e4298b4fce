import { expect, test } from 'vitest'
import history from '../../api/routes/history/example.json' with { type: 'json' }
import { callTool } from '../../testing/mcp/call-tool.ts'

test('a score that was computed after its day is called back-tested, and no other', async () => {
  const [point] = history.data.points
  const points = [{ ...point, basis: 'back-tested' }, point]
  const document = { ...history, data: { ...history.data, points } }
  const answer = await callTool('protocol_history', { id: 'aave-v3' }, () => document)
  expect(answer.points).toMatchObject([{ basis: 'back-tested' }, { composite: 4.2 }])
  expect((answer.points as object[])[1]).not.toHaveProperty('basis')
})
