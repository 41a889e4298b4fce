import { expect, test } from 'vitest'
import { inLowerCase, limited, plainLink } from './outside-text.ts'

test('only addresses of EVM chains lose their case', () => {
  expect(inLowerCase(`0x${'AB'.repeat(20)}`)).toBe(`0x${'ab'.repeat(20)}`)
  expect(inLowerCase('So1endDq2YkqhipRh3WViPa8hdiSpxWy6z3Z6tMCpAo')).toContain('So1endDq')
})

test('a text keeps to one line and its limit, and no character is cut in half', () => {
  expect(limited(' a\n\tb ')).toBe('a b')
  expect(limited('x'.repeat(500))).toBe(`${'x'.repeat(399)}…`)
  expect(limited('x'.repeat(400))).not.toContain('…')
  expect(limited('🙂'.repeat(500))).toHaveLength(399)
  expect(limited('🙂'.repeat(500)).isWellFormed()).toBe(true)
})

test.each([
  ['https://example.com/a', 'https://example.com/a'],
  ['javascript:alert(1)', null],
  ['https://user@example.com', null],
  ['no link', null],
])('%s as a link is %s', (text, link) => {
  expect(plainLink(text)).toBe(link)
})
