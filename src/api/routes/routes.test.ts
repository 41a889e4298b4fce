import { describe, expect, test } from 'vitest'
import { ENDPOINT_GROUPS } from '../../contract/endpoint-groups.ts'
import paths from './fixtures/paths.json' with { type: 'json' }
import { matchRoute, ROUTES } from './routes.ts'

describe(matchRoute, () => {
  test.each(paths.routes)('$path is the route $id', ({ path, id, parameters }) => {
    const match = matchRoute(path)
    expect(match?.route.id).toBe(id)
    expect(match?.parameters).toEqual(parameters)
  })

  test.each(paths.none)('%j is no route', (path) => {
    expect(matchRoute(path)).toBeNull()
  })

  test.each([
    ['/v1//stats', 'stats'],
    ['//v1/stats', 'stats'],
    ['//v1///protocols//aave-v3', 'protocol'],
  ])('slashes that stand together are one: %j is %s', (path, id) => {
    expect(matchRoute(path)?.route.id).toBe(id)
  })

  test.each(paths.lastParts)(
    'the last part $text is decoded once, to $parameter',
    ({ text, parameter }) => {
      expect(matchRoute(`/v1/protocols/${text}`)?.parameters).toEqual([parameter])
    },
  )

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
      '/v1/protocols/{id}/dependencies optional protocols',
      '/v1/dependencies/{id}/dependents optional protocols',
      '/v1/stress optional protocols',
      '/v1/screener optional screener',
      '/v1/contracts/{chain}/{address} optional protocols',
      '/v1/chains optional protocols',
      '/v1/categories optional protocols',
      '/v1/changes optional protocols',
      '/v1/incidents optional protocols',
      '/v1/wallet/{address} pro wallet',
      '/v1/usage key other',
    ])
  })

  test('counts each route in a group of the usage report', () => {
    for (const { group } of ROUTES) expect(ENDPOINT_GROUPS).toContain(group)
    expect(ENDPOINT_GROUPS).toEqual(['protocols', 'wallet', 'screener', 'other'])
  })
})
