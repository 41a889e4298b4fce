import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ASKED_FOR, askedFor, fetchAsBuild, OWN_BUILD, readAskedFor } from './asked-for.ts'

const SECRET = 'a secret of the tests, long enough to be one'
const NOW = Date.UTC(2026, 10, 22)

test.each(['192.0.2.7', '2001:db8::7', '::ffff:192.0.2.7'])('%s is read as named', async (ip) => {
  const text = await askedFor(SECRET, ip, NOW)
  expect(await readAskedFor(SECRET, text, NOW + 120_000)).toBe(ip)
})

test('another address, time, secret or age is not accepted', async () => {
  const text = await askedFor(SECRET, '192.0.2.7', NOW)
  const [time, mark] = text.split(' ')

  expect(await readAskedFor(SECRET, `${time} ${mark} 192.0.2.8`, NOW)).toBeNull()
  expect(await readAskedFor(SECRET, `${NOW + 1} ${mark} 192.0.2.7`, NOW)).toBeNull()
  expect(await readAskedFor(`${SECRET}!`, text, NOW)).toBeNull()
  expect(await readAskedFor(SECRET, text, NOW + 120_001)).toBeNull()
  expect(await readAskedFor(SECRET, null, NOW)).toBeNull()
})

test('no invented text is accepted', async () => {
  const hex = fc.string({
    unit: fc.constantFrom(...'0123456789abcdef'),
    minLength: 64,
    maxLength: 64,
  })
  const text = fc.oneof(
    fc.string(),
    hex.map((mark) => `${NOW} ${mark} 192.0.2.7`),
  )
  await fc.assert(
    fc.asyncProperty(text, async (made) => {
      expect(await readAskedFor(SECRET, made, NOW)).toBeNull()
    }),
  )
})

test('a build says at its own site, and nowhere else, that it is one', async () => {
  const marks: (string | null)[] = []
  const request: typeof fetch = async (input) => {
    marks.push(new Request(input).headers.get(ASKED_FOR))
    return new Response()
  }
  const given = { siteUrl: 'https://plimsoll.example', secret: SECRET, now: () => NOW }
  const asBuild = fetchAsBuild(given, request)
  await asBuild('https://plimsoll.example/snapshot/manifest.json', { redirect: 'manual' })
  await asBuild('https://other.example/snapshot/manifest.json')
  expect(await readAskedFor(SECRET, marks[0] ?? '', NOW)).toBe(OWN_BUILD)
  expect(marks[1]).toBeNull()
  expect(fetchAsBuild({ ...given, secret: null }, request)).toBe(request)
})
