import { describe, expect, test } from 'vitest'
import { ENDPOINT_GROUPS } from '../../contract/endpoint-groups.ts'
import { matchRoute, ROUTES } from './routes.ts'

describe(matchRoute, () => {
  test.each([
    ['/v1/health', 'health', null],
    ['/v1/stats', 'stats', null],
    ['/v1/protocols', 'protocols', null],
    ['/v1/protocols/aave-v3', 'protocol', 'aave-v3'],
    ['/v1/protocols/aave-v3/history', 'history', 'aave-v3'],
    ['/v1/protocols/history', 'protocol', 'history'],
    ['/v1/protocols/a%2Fhistory', 'protocol', 'a/history'],
    ['/v1/protocols/history/history', 'history', 'history'],
    ['/v1/screener', 'screener', null],
    ['/v1/changes', 'changes', null],
    ['/v1/wallet/vitalik.eth', 'wallet', 'vitalik.eth'],
    ['/v1/usage', 'usage', null],
    ['/v1', 'index', null],
    ['/v1/', 'index', null],
    ['//v1//', 'index', null],
    ['/v1/search', 'search', null],
    ['/v1/chains', 'chains', null],
    ['/v1/categories', 'categories', null],
  ])('%s is the route %s', (path, id, parameter) => {
    const match = matchRoute(path)
    expect(match?.route.id).toBe(id)
    expect(match?.parameter).toBe(parameter)
  })

  test.each([
    '',
    '/',
    '/v2/stats',
    '/v1/stats/',
    '/v1/Stats',
    '/V1/stats',
    '/v1/stats/x',
    '/v1/%73tats',
    '/v1/protocols/',
    '/v1/protocols/a/b',
    '/v1/protocols/a/b/history',
    '/v1/protocols/a/history/',
    '/v1/protocols/a/History',
    '/v1/history',
    '/v1/protocolsx',
    '/v1/protocol/aave-v3',
    '/v1/wallet',
    '/v1/wallet/',
    '/v1/wallet/a/',
    'x/v1/stats',
  ])('%j is no route', (path) => {
    expect(matchRoute(path)).toBeNull()
  })

  test.each([
    ['/v1//stats', 'stats'],
    ['//v1/stats', 'stats'],
    ['//v1///protocols//aave-v3', 'protocol'],
  ])('slashes that stand together are one: %j is %s', (path, id) => {
    expect(matchRoute(path)?.route.id).toBe(id)
  })

  test.each([
    ['a%2Fb', 'a/b'],
    ['%2e%2e', '..'],
    ['..', '..'],
    ['a%00b', 'a\u0000b'],
    ['%F0%9F%A6%84', '🦄'],
    ['a%20b', 'a b'],
    ['a+b', 'a+b'],
    ['%2525', '%25'],
    ['__proto__', '__proto__'],
  ])('the last part %s is decoded once, to %j', (text, parameter) => {
    expect(matchRoute(`/v1/protocols/${text}`)?.parameter).toBe(parameter)
  })

  test.each(['%', '%E0%A4%A', '%ff', '%C0%AF', '%zz', '%ED%A0%80'])(
    'the last part %s, which is not valid percent-encoding, is no route',
    (text) => {
      expect(matchRoute(`/v1/protocols/${text}`)).toBeNull()
      expect(matchRoute(`/v1/wallet/${text}`)).toBeNull()
    },
  )
})

describe('the route table', () => {
  test('asks for what the interface says', () => {
    expect(ROUTES.map(({ path, auth, group }) => `${path} ${auth} ${group}`)).toEqual([
      '/v1 optional other',
      '/v1/health optional other',
      '/v1/stats optional other',
      '/v1/search optional protocols',
      '/v1/protocols optional protocols',
      '/v1/protocols/{id} optional protocols',
      '/v1/protocols/{id}/history optional protocols',
      '/v1/screener optional screener',
      '/v1/chains optional protocols',
      '/v1/categories optional protocols',
      '/v1/changes optional protocols',
      '/v1/wallet/{address} pro wallet',
      '/v1/usage key other',
    ])
  })

  test('counts each route in a group of the usage report', () => {
    for (const { group } of ROUTES) expect(ENDPOINT_GROUPS).toContain(group)
    expect(ENDPOINT_GROUPS).toEqual(['protocols', 'wallet', 'screener', 'other'])
  })
})
