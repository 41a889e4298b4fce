import { describe, expect, test } from 'vitest'
import { AccountRefusal } from './refusal.ts'
import { siteOf } from './site.ts'

const PUBLIC = 'https://risk.example.org'

describe('the site that people sign in to', () => {
  test('is the configured address, whatever host the request names', () => {
    for (const url of ['https://evil.example/account/api/challenge', 'http://127.0.0.1:8888/x']) {
      expect(siteOf(PUBLIC, url)).toEqual({ origin: PUBLIC, domain: 'risk.example.org' })
    }
  })

  test.each(['localhost:8888', '127.0.0.1', '[::1]:3000'])(
    'without one is %s, for a browser on the same machine',
    (host) => {
      const site = { origin: `http://${host}`, domain: host }
      expect(siteOf(null, `http://${host}/account/api/challenge`)).toEqual(site)
    },
  )

  test.each([
    'risk.example.org',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'localhost@evil.example',
    '127.0.0.2',
    '[::2]',
    '0.0.0.0',
  ])('without one is not %s', (host) => {
    expect(() => siteOf(null, `http://${host}/x`)).toThrow(/PLIMSOLL_PUBLIC_URL/)
  })

  test('is not over plain http, where browsers keep no such cookie', () => {
    expect(() => siteOf('http://risk.example.org', `${PUBLIC}/x`)).toThrow(/https/)
    expect(siteOf('http://localhost:8888', `${PUBLIC}/x`).domain).toBe('localhost:8888')
  })

  test('is refused for an address that cannot be read', () => {
    expect(() => siteOf(null, '')).toThrow(AccountRefusal)
  })
})
