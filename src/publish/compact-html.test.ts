import { expect, test } from 'vitest'
import { compactHtml } from './compact-html.ts'
import cases from './fixtures/compact-html.json' with { type: 'json' }

test.each(cases.shortened)('leaves out %s', (_, html, short) => {
  expect(compactHtml(html)).toBe(short)
})

test.each(cases.kept)('keeps %s', (_, html) => {
  expect(compactHtml(html)).toBe(html)
})

test('text stays escaped', () => {
  const html = compactHtml('<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp;lt; &#34;</p>')
  expect(html).not.toMatch(/<\/?script/)
  expect(html).toMatch(/&amp;?lt;/)
})

test('the doctype and the language stay', () => {
  const html = '<!DOCTYPE html><html lang="en"><head></head> <body> <p>a</p> </body> </html>'
  expect(compactHtml(html)).toMatch(/^<!doctype html><html lang=en>/i)
})
