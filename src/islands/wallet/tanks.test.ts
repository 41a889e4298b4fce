import { expect, test } from 'vitest'
import { nameSpace } from './tanks.ts'

test.each([
  [0.069, 'none'],
  [0.07, 'short'],
  [0.249, 'short'],
  [0.25, 'whole'],
] as const)('a tank of %d of the assets has room for its name: %s', (width, space) => {
  expect(nameSpace(width)).toBe(space)
})
