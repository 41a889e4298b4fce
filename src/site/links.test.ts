import { expect, test } from 'vitest'
import { handleLink, hostOf, httpLink } from './links.ts'

test('only plain http and https addresses become links', () => {
  expect(httpLink('https://example.org/a')).toBe('https://example.org/a')
  expect(httpLink('http://example.org')).toBe('http://example.org/')
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user:pass@example.org/',
    '//example.org',
    'A forum post',
    '',
    null,
  ]) {
    expect(httpLink(text), String(text)).toBeNull()
  }
})

test('the host stands without www', () => {
  expect(hostOf('https://www.example.org/a')).toBe('example.org')
})

test('a handle that is not one becomes no link', () => {
  expect(handleLink('tern_lend')).toBe('https://x.com/tern_lend')
  expect(handleLink('../evil')).toBeNull()
  expect(handleLink(null)).toBeNull()
})
