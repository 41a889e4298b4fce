import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  challengeCookie,
  clearedChallengeCookie,
  clearedSessionCookie,
  newCookieValue,
  readCookie,
  SESSION_COOKIE,
  sessionCookie,
} from './session-cookie.ts'

const randomBytes = (length: number) => crypto.getRandomValues(new Uint8Array(length))
const VALUE = 'A'.repeat(43)

describe('a cookie', () => {
  test('is sent to this host over https only, out of reach of scripts', () => {
    expect(sessionCookie(VALUE)).toBe(
      `__Host-plimsoll-session=${VALUE}; HttpOnly; Secure; SameSite=Lax; Path=/; Max-Age=604800`,
    )
    expect(challengeCookie(VALUE)).toBe(
      `__Host-plimsoll-challenge=${VALUE}; HttpOnly; Secure; SameSite=Strict; Path=/; Max-Age=300`,
    )
  })

  test('is cleared with the same attributes and no time', () => {
    for (const [set, clear] of [
      [sessionCookie(VALUE), clearedSessionCookie()],
      [challengeCookie(VALUE), clearedChallengeCookie()],
    ] as const) {
      expect(clear).toBe(set.replace(VALUE, '').replace(/Max-Age=\d+/, 'Max-Age=0'))
    }
  })

  test('has 256 random bits, and nothing that a header could be broken with', () => {
    expect(newCookieValue((length) => new Uint8Array(length).fill(255))).toBe(`${'_'.repeat(42)}8`)
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const value = newCookieValue(() => bytes)
        expect(value).toMatch(/^[A-Za-z0-9_-]{43}$/)
        expect(readCookie(`${SESSION_COOKIE}=${value}`, SESSION_COOKIE)).toBe(value)
      }),
    )
    expect(newCookieValue(randomBytes)).not.toBe(newCookieValue(randomBytes))
  })
})

describe('reading a Cookie header', () => {
  const read = (header: string | null) => readCookie(header, SESSION_COOKIE)

  test.each([
    `${SESSION_COOKIE}=${VALUE}`,
    `a=1; ${SESSION_COOKIE}=${VALUE}; b=2`,
    `a=1;${SESSION_COOKIE}=${VALUE}`,
    `x${SESSION_COOKIE}=${'B'.repeat(43)}; ${SESSION_COOKIE}=${VALUE}`,
  ])('finds the value in "%s"', (header) => expect(read(header)).toBe(VALUE))

  test.each([
    null,
    '',
    `${SESSION_COOKIE}=`,
    `${SESSION_COOKIE}=${VALUE}A`,
    `${SESSION_COOKIE}="${VALUE}"`,
    `${SESSION_COOKIE}=${VALUE.slice(1)}é`,
    `${SESSION_COOKIE.toLowerCase()}=${VALUE}`,
    `plimsoll-session=${VALUE}`,
    `a="${SESSION_COOKIE}=${VALUE}"`,
  ])('finds none in "%s"', (header) => expect(read(header)).toBeNull())

  test('trusts neither of two values', () => {
    const other = 'B'.repeat(43)
    expect(read(`${SESSION_COOKIE}=${VALUE}; ${SESSION_COOKIE}=${other}`)).toBeNull()
    expect(read(`${SESSION_COOKIE}=x; ${SESSION_COOKIE}=${VALUE}`)).toBeNull()
  })

  test('never gives what is not of our form', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(read(`${SESSION_COOKIE}=${text}`) ?? VALUE).toMatch(/^[A-Za-z0-9_-]{43}$/)
      }),
    )
  })
})
