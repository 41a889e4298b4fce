import { describe, expect, test } from 'vitest'
import { plainText, twitterHandle, webAddress } from './text.ts'

describe(plainText.name, () => {
  test('control and direction marks are taken out', () => {
    expect(plainText(' Aave\u0000\n\u202eV3\u2069 ', 100)).toBe('Aave V3')
  })

  test('nothing but marks and space is null', () => {
    expect(plainText(' \u200f\n ', 100)).toBeNull()
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
