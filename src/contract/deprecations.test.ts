import { describe, expect, test } from 'vitest'
import { addDays } from '../domain/day.ts'
import { DEPRECATIONS, type Deprecation, deprecationHeaders, LEAST_DAYS } from './deprecations.ts'

const ENDPOINT: Deprecation = {
  paths: ['/v1/stats', '/v1/chains'],
  marked: '2027-01-01',
  gone: '2027-07-01',
  instead: 'Use `/v1/x`.',
}
const PARAMETER = { ...ENDPOINT, parameter: 'old', marked: '2027-02-01', gone: '2027-08-01' }

describe(deprecationHeaders, () => {
  test('says since when, until when and where it is explained', () => {
    expect(deprecationHeaders([ENDPOINT], '/v1/stats', '')).toEqual({
      Deprecation: '@1798761600',
      Sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
      Link: '</docs/versions/>; rel="deprecation"; type="text/html"',
    })
  })

  test('says nothing of another endpoint, or of a parameter that is not used', () => {
    expect(deprecationHeaders([ENDPOINT], '/v1/health', '')).toEqual({})
    expect(deprecationHeaders([PARAMETER], '/v1/stats', '?older=1')).toEqual({})
    expect(deprecationHeaders([PARAMETER], '/v1/stats', '?old=')).toHaveProperty('Sunset')
  })

  test('of several entries has the earliest days', () => {
    const { Deprecation, Sunset } = deprecationHeaders([PARAMETER, ENDPOINT], '/v1/stats', '?old=1')
    expect([Deprecation, Sunset]).toEqual(['@1798761600', 'Thu, 01 Jul 2027 00:00:00 GMT'])
  })
})

test('every entry names endpoints that there are or were, stays long enough, and says what to use instead', () => {
  for (const { paths, marked, gone, instead } of DEPRECATIONS) {
    expect(paths.length).toBeGreaterThan(0)
    for (const path of paths) expect(path).toMatch(/^\/v1(\/[\w{}-]+)*$/)
    expect(gone >= addDays(marked, LEAST_DAYS), instead).toBe(true)
    expect(instead).toMatch(/^[A-Z].+\.$/)
  }
})
