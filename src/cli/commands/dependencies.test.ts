import { expect, test } from 'vitest'
import { createClient } from '../../client/index.ts'
import { data, failure, fakeService } from '../../testing/client/fake-service.ts'
import { dependsAction } from './dependencies.ts'

const DAY = '2026-10-04'
const VIEW = { colours: false, columns: 100 }
const ROW = { id: 'a', name: 'Aqua', kind: 'holds', share: 0.0003, usd: 1_000, day: DAY }

async function depends(...answers: Parameters<typeof fakeService>[0]): Promise<string> {
  const { options } = fakeService(answers)
  const input = { operands: ['circle'], query: {} }
  const answer = await dependsAction.ask(createClient(options), input)
  return dependsAction.render(answer, VIEW, input).join('\n')
}

test('of an issuer says who stands on it, and how many are not shown', async () => {
  const issuer = { id: 'circle', name: 'Circle', kind: 'issuer', day: DAY, rows: [ROW], more: 4 }
  const text = await depends(failure(404, 'PROTOCOL_NOT_FOUND'), data(issuer))
  expect(text).toContain('Circle (circle), issuer')
  expect(text).toMatch(/Aqua +a +under 0\.1 % +\$1\.00k/)
  expect(text).toContain('5 found to stand on it, of whom the first 1 are shown.')
})

test.each([
  [0.9996, 'The issuer of 99 % is known.'],
  [1, 'The issuer of 100 % is known.'],
])('of a protocol of which %d is resolved says %s', async (issuer, sentence) => {
  const edge = { kind: 'holds', to: { id: 'x', name: 'X' }, share: 1, usd: null, day: DAY }
  const own = { id: 'circle', name: 'Circle', edges: [edge], resolved: { issuer, final: 1 } }
  const rest = { worst: null, bridges: [], dependents: [], dependentCount: 0 }
  expect(await depends(data({ ...own, ...rest }))).toContain(sentence)
})
