import { expect, test } from 'vitest'
import * as api from '../../contract/stress-query.ts'
import { failuresOf, MAX_FAILURES } from './failures.ts'

test('each operand is one failure, as many as the API takes', () => {
  expect(failuresOf(['circle:0.12', 'tether:.05'])).toEqual({ circle: 0.12, tether: 0.05 })
  expect(MAX_FAILURES).toBe(api.MAX_FAILURES)
})

test.each([
  [['lido:2'], 'must be an id'],
  [['lido'], 'must be an id'],
  [['a:1 b:1'], 'must be an id'],
  [['a:0.1,b:1'], 'must be an id'],
  [['a:1', 'a:0.5'], 'a is given twice'],
])('%j is refused: %s', (operands, complaint) => {
  expect(() => failuresOf(operands)).toThrow(complaint)
})
