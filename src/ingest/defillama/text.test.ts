import { describe, expect, test } from 'vitest'
import { plainText, twitterHandle, webAddress } from './text.ts'

describe(plainText.name, () => {
  test('control and direction marks are taken out', () => {
    expect(plainText(' Aave\u0000\n\u202eV3\u2069 ', 100)).toBe('Aave V3')
  })

  test.each([
    ['zero-width space', 'Aa\u200bve'],
    ['zero-width joiner', 'Aa\u200dve'],
    ['byte order mark', 'Aa\ufeffve'],
    ['soft hyphen', 'Aa\u00adve'],
    ['tag', 'Aa\u{e0041}\u{e007f}ve'],
    ['variation selector', 'Aa\ufe0fve'],
    ['Hangul filler', 'Aa\u3164ve'],
    ['right-to-left mark', 'Aa\u200fve'],
    ['right-to-left override', 'Aa\u202eve'],
  ])('a %s inside a word leaves no trace', (_, text) => {
    expect(plainText(text, 100)).toBe('Aave')
  })

  test('nothing but marks and space is null', () => {
    expect(plainText(' \u200f\n ', 100)).toBeNull()
    expect(plainText('\u200b\u00ad\u{e0041}', 100)).toBeNull()
    expect(plainText(undefined, 100)).toBeNull()
  })

  test('a long text is cut without halving a character', () => {
    expect(plainText('abc', 2)).toBe('ab')
    expect(plainText('a🌊', 2)).toBe('a')
    expect(plainText(`a${'\ud83c'}`, 9)).toBe('a\ufffd')
  })
})

describe(webAddress.name, () => {
  test('only http and https pass', () => {
    expect(webAddress(' https://aave.com ')).toBe('https://aave.com')
    for (const text of [
      'tfm/index.js',
      'null',
      'javascript:alert(1)',
      'ftp://a.b',
      'https://',
      '',
    ]) {
      expect(webAddress(text)).toBeNull()
    }
  })

  test('a scheme in capitals is written small, and the rest stays as it is', () => {
    expect(webAddress('HTTPS://Aave.com/A')).toBe('https://Aave.com/A')
    expect(webAddress('hTTp://a.io')).toBe('http://a.io')
  })

  test.each([
    ['a user name', 'https://aave.com@evil.example/'],
    ['a user name and a password', 'https://user:pass@a.io/'],
    ['a password alone', 'https://:pass@a.io/'],
    ['this machine', 'http://localhost:8080/'],
    ['a name below this machine', 'http://app.localhost/'],
    ['a loopback address', 'http://127.0.0.1/'],
    ['a loopback address in one number', 'http://2130706433/'],
    ['a loopback address in hex', 'http://0x7f.1/'],
    ['a loopback address of IPv6', 'http://[::1]/'],
    ['a private address', 'http://192.168.1.1/admin'],
    ['a name without a dot', 'http://intranet/'],
    ['a name of a local network', 'http://printer.local./'],
    ['more than 2,048 characters', `https://a.io/${'x'.repeat(2_048)}`],
    ['more than 2,048 characters once escaped', `https://a.io/ ${'"'.repeat(1_000)}`],
  ])('an address with %s is refused', (_, address) => {
    expect(webAddress(address)).toBeNull()
  })

  test('an address of 2,048 characters passes, and what cannot be seen in one is taken out', () => {
    const longest = `https://a.io/${'x'.repeat(2_048 - 13)}`
    expect(webAddress(longest)).toBe(longest)
    expect(webAddress('https://a\u200bave.com/\u202ex')).toBe('https://aave.com/x')
  })

  test('space and quotes inside an address are escaped', () => {
    expect(webAddress('https://a.io/my "audit".pdf')).toBe('https://a.io/my%20%22audit%22.pdf')
  })
})

describe(twitterHandle.name, () => {
  test('an at sign or an address before the handle is stripped', () => {
    for (const text of [
      'aave',
      '@aave',
      'https://twitter.com/aave',
      'https://x.com/aave?lang=en',
    ]) {
      expect(twitterHandle(text)).toBe('aave')
    }
  })

  test('what is not a handle is null', () => {
    for (const text of ['Goose Finance', '', 'a'.repeat(51), null, 'https://t.me/aave']) {
      expect(twitterHandle(text)).toBeNull()
    }
  })
})
