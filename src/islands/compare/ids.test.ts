import { describe, expect, test } from 'vitest'
import { formatLeftOut, idsOf, sharePath } from './ids.ts'

const params = (ids: string) => new URLSearchParams([['ids', ids]])

describe('the ids in an address', () => {
  test('are at most four, each once', () => {
    expect(idsOf(params('a,b,a,c,d,e'))).toEqual(['a', 'b', 'c', 'd'])
  })

  test('are named where they are left out', () => {
    expect(formatLeftOut(params('a,b,c,d'))).toBe('')
    expect(formatLeftOut(params('a,b,c,d,e,f'))).toBe('At most 4 are compared; left out: e and f.')
    const many = Array.from({ length: 30 }, (_, at) => `id-${at}`).join(',')
    expect(formatLeftOut(params(many))).toBe('At most 4 are compared; left out: 26 others.')
  })
})

test('a link to a comparison is one with a picture, and one to a single protocol is not', () => {
  expect(sharePath(['aave-v3', 'a/b'])).toBe('/share/compare/aave-v3+a~2fb/')
  expect(sharePath(['aave-v3'])).toBe('/compare/?ids=aave-v3')
})
