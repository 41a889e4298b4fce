import { describe, expect, test } from 'vitest'
import { idInPath } from './protocol-path.ts'

describe('the id in the address of a page', () => {
  test.each([
    ['/protocol/aave-v3/', 'aave-v3'],
    ['/protocol/aave-v3', 'aave-v3'],
    ['/protocol/overnight-usd%2B/', 'overnight-usd+'],
    ['/protocol/overnight-usd+/', 'overnight-usd+'],
  ])('%s is %s', (path, id) => {
    expect(idInPath(path)).toBe(id)
  })

  test.each(['/', '/protocol/', '/protocol/a/b/', '/screener/', '/protocol/%E0%A4%A/'])(
    '%s has none',
    (path) => {
      expect(idInPath(path)).toBeNull()
    },
  )
})
