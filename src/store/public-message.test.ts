import { expect, test } from 'vitest'
import { publicMessage } from './public-message.ts'

test.each([
  ['GET https://user:pw@pro.example.org/KEY/x?y=1 gave 500.', 'GET pro.example.org gave 500.'],
  ['https://node.example:8545/SECRET', 'node.example:8545'],
  ['a\u0000\n  b\u202e c', 'a b c'],
  ['3,100 rows, 4,800 on 2024-03-10', '3,100 rows, 4,800 on 2024-03-10'],
])('%j is shown as %j', (message, shown) => {
  expect(publicMessage(message)).toBe(shown)
})

test('a long message is cut', () => {
  expect(publicMessage('x'.repeat(1_000))).toBe(`${'x'.repeat(299)}…`)
})
