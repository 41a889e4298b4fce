import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ADMISSION, type AdmissionKind } from '../contract/admission.ts'
import { SECRET } from '../testing/api/fake-state.ts'
import {
  addressIds,
  countersOf,
  downloadBudget,
  formatRefused,
  localAdmission,
  localIds,
} from './admission.ts'

const NOON = Date.UTC(2026, 10, 21, 12)

describe('the address of a client', () => {
  const same = async (a: string, b: string) =>
    (await addressIds(SECRET, a)).address === (await addressIds(SECRET, b)).address

  test.each([
    ['192.0.2.1', '192.0.2.1:4711'],
    ['192.0.2.1', ' 192.0.2.1 '],
    ['192.0.2.1', '::ffff:192.0.2.1'],
    ['192.0.2.1', '::ffff:c000:201'],
    ['192.0.2.1', '0:0:0:0:0:FFFF:192.0.2.1'],
    ['192.0.2.1', '[::ffff:192.0.2.1]:443'],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff'],
    ['2001:db8:1:2::1', '2001:0DB8:0001:0002::9'],
    ['2001:db8:1:2::1', '[2001:db8:1:2::1]:8080'],
    ['fe80::1', 'fe80::2%eth0'],
    ['::1', '[::1]'],
  ])('%s and %s are one caller', async (a, b) => {
    expect(await same(a, b)).toBe(true)
    expect(await same(a, 'garbage')).toBe(false)
  })

  test.each([
    ['192.0.2.1', '192.0.2.2'],
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['::1', '0.0.0.1'],
    ['::ffff:192.0.2.1', '::fffe:192.0.2.1'],
  ])('%s and %s are two callers', async (a, b) => {
    expect(await same(a, b)).toBe(false)
  })

  test.each([
    '',
    'unknown',
    '192.0.2',
    '192.0.2.256',
    '192.0.2.01',
    '192.0.2.1, 192.0.2.2',
    '2001:db8::1::2',
    '12345::',
    '::ffff:999.0.0.1',
    '[::1',
    '::1]x',
    '::1/64',
    'x'.repeat(100_000),
    ':'.repeat(100_000),
  ])('what is no address shares one bucket: %.20s', async (text) => {
    expect(await same(text, 'garbage')).toBe(true)
  })

  test('any text at all gives 64 hex digits and never throws', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), async (text) => {
        expect((await addressIds(SECRET, text)).address).toMatch(/^[0-9a-f]{64}$/)
      }),
    )
  })

  test('every valid address is read as one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.ipV4(), fc.ipV6()), async (ip) => {
        expect(await same(ip, 'garbage')).toBe(false)
      }),
    )
  })
})

describe('the network of a client', () => {
  const networkOf = async (ip: string) => (await addressIds(SECRET, ip)).network

  test.each([
    ['2001:db8:1:2::1', '2001:db8:1:ffff::9', true],
    ['2001:db8:1::', '2001:db8:2::', false],
    ['::1', '[::2]:80', true],
    ['192.0.2.1', '192.0.2.255', true],
    ['192.0.2.1', '::ffff:192.0.2.9', true],
    ['192.0.2.1', '192.0.3.1', false],
  ])('%s and %s are of one /48 or /24: %s', async (a, b, expected) => {
    const one = await networkOf(a)
    expect(one?.id).toMatch(/^[0-9a-f]{64}$/)
    expect(one?.id === (await networkOf(b))?.id).toBe(expected)
    expect(one?.id).not.toBe((await addressIds(SECRET, a)).address)
  })

  test.each(['garbage', ''])('%s has none', async (ip) => {
    expect(await networkOf(ip)).toBeNull()
  })
})

describe('admission', () => {
  const many = (kind: AdmissionKind, ips: string[], now = NOON) => {
    const admit = localAdmission()
    return ips.map((ip) => admit(countersOf(kind, localIds(ip)), now))
  }
  const some = (count: number, ip: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => ip(n))

  test.each([
    ['one address', 'address', 20, () => '192.0.2.1'],
    ['one /64', 'address', 20, (n: number) => `2001:db8::${n.toString(16)}`],
    ['one /48', 'network', 320, (n: number) => `2001:db8:1:${n.toString(16)}::1`],
    ['one /24', 'network', 320, (n: number) => `192.0.2.${n % 256}`],
    ['the site', 'site', 1_200, (n: number) => `10.${n % 200}.${n >> 8}.1`],
  ] as const)('%s signs in so many times a minute', (_, scope, limit, ip) => {
    const answers = many('sign-in', some(limit + 3, ip))
    expect(answers.findIndex((refused) => refused !== null)).toBe(limit)
    expect(answers.at(-1)).toEqual({ scope, window: 'minute', limit, seconds: 60 })
  })

  test('what one limit refuses is spent in no other', () => {
    const admit = localAdmission()
    const ask = (ip: string, now = NOON) => admit(countersOf('sign-up', localIds(ip)), now)
    const { burst } = ADMISSION['sign-up'].address
    for (let n = 0; n < 1_000; n += 1) ask('192.0.2.1')
    const neighbours = some(100, (n) => `192.0.2.${2 + n}`).map((ip) => ask(ip))
    expect(neighbours.filter((refused) => refused === null)).toHaveLength(16 * burst - burst)
    expect(neighbours.at(-1)?.scope).toBe('network')
  })

  test('the seconds to wait are true: refused until they are over, and admitted then', () => {
    const admit = localAdmission()
    let now = NOON + 17_000
    const ask = () => admit(countersOf('store', localIds('192.0.2.1')), now)
    const waitsTruly = () => {
      now += 1_000 * (ask()?.seconds ?? 0) - 1
      expect(ask()?.seconds).toBe(1)
      now += 1
    }
    for (let n = 0; n < ADMISSION.store.address.burst; n += 1) expect(ask()).toBeNull()
    expect(ask()).toMatchObject({ window: 'minute', seconds: 43 })
    waitsTruly()
    for (let n = 0; n < ADMISSION.store.address.burst; n += 1) expect(ask()).toBeNull()
    expect(ask()).toMatchObject({ window: 'day', limit: ADMISSION.store.address.daily })
    waitsTruly()
    expect(ask()).toBeNull()
  })

  test('a budget of the site counts the bytes of all, and never admits more', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 60_000 }), { maxLength: 40 }), (sizes) => {
        const admit = localAdmission()
        const sent = sizes.filter((size) => admit([downloadBudget(100_000, size)], NOON) === null)
        expect(sent.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(100_000)
        expect(admit([downloadBudget(100_000, 100_000)], NOON + 86_400_000)).toBeNull()
      }),
    )
  })

  test('a refusal names whose limit it is', () => {
    const refused = { window: 'day', limit: 4_000, seconds: 60 } as const
    expect(formatRefused({ ...refused, scope: 'network' }, 'new accounts')).toBe(
      'The addresses of your network have together reached the limit of 4,000 new accounts a day. It resets at midnight UTC, in 60 seconds.',
    )
    expect(formatRefused({ ...refused, scope: 'site', window: 'minute' }, 'tests')).toBe(
      'All visitors of this site have together reached the limit of 4,000 tests a minute. Try again in 60 seconds.',
    )
  })
})
