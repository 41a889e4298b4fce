import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { clientAddresses } from './client-address.ts'

const request = (peer: string, headers: Record<string, string> = {}) =>
  ({ headers, socket: { remoteAddress: peer } }) as unknown as IncomingMessage

describe('behind a proxy in 10.0.0.0/8 or at ::1', () => {
  const { of, isProxy, isSecure } = clientAddresses({
    header: 'x-forwarded-for',
    from: ['10.0.0.0/8', '::1'],
  })

  test.each([
    ['192.0.2.1', '198.51.100.7', '192.0.2.1'],
    ['10.1.2.3', '198.51.100.7', '198.51.100.7'],
    ['::ffff:10.1.2.3', '198.51.100.7', '198.51.100.7'],
    ['::1', '198.51.100.7, 192.0.2.9', '192.0.2.9'],
    ['10.1.2.3', '198.51.100.7 , 10.9.9.9', '198.51.100.7'],
    ['10.1.2.3', '10.9.9.9', '10.1.2.3'],
    ['10.1.2.3', '', '10.1.2.3'],
  ])('a request of %s for %j is of %s', (peer, forwarded, client) => {
    expect(of(request(peer, { 'x-forwarded-for': forwarded }))).toBe(client)
  })

  test('a request without the header is of its peer', () => {
    expect(of(request('10.1.2.3'))).toBe('10.1.2.3')
  })

  test.each([
    ['10.255.255.255', true],
    ['11.0.0.0', false],
    ['::1', true],
    ['::2', false],
    ['nonsense', false],
  ])('%s is a proxy: %s', (address, expected) => {
    expect(isProxy(address)).toBe(expected)
  })

  test.each([
    ['10.1.2.3', 'https', true],
    ['10.1.2.3', 'http, https', true],
    ['10.1.2.3', 'https, http', false],
    ['192.0.2.1', 'https', false],
  ])('%s that forwards %j received it over TLS: %s', (peer, proto, expected) => {
    expect(isSecure(request(peer, { 'x-forwarded-proto': proto }))).toBe(expected)
  })
})

test('without a proxy every header is ignored', () => {
  const { of, isProxy } = clientAddresses({ header: null, from: ['10.0.0.0/8'] })
  expect(of(request('10.1.2.3', { 'x-forwarded-for': '192.0.2.1' }))).toBe('10.1.2.3')
  expect(isProxy('10.1.2.3')).toBe(false)
})
