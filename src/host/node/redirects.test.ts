import { describe, expect, test } from 'vitest'
import { movedTo } from './redirects.ts'

describe('an address under which there is no page', () => {
  test.each([
    ['/list/', '/screener/'],
    ['/list/tvl/2', '/screener/'],
    ['/chain', '/map/#chains'],
    ['/chain/', '/map/#chains'],
    ['/category/', '/map/#categories'],
    ['/protocol/overnight-usd+/', '/protocol/overnight-usd~2b/'],
    ['/protocol/overnight-usd%2B', '/protocol/overnight-usd~2b/'],
    ['/protocol/%2f%2fevil.example/', '/protocol/~2f~2fevil.example/'],
  ])('%s leads to %s', (from, to) => {
    expect(movedTo(from)).toBe(to)
  })

  test.each([
    '/',
    '/protocol/aave-v9/',
    '/chain/no-such-chain/',
    '/chains/',
    '/protocol/overnight-usd~2b/',
    '/protocol/a/b/',
    '/protocol/%E0%A4%A/',
  ])('%s leads nowhere', (path) => {
    expect(movedTo(path)).toBeNull()
  })
})
