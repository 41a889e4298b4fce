import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import ERROR_TEXTS from '../content/error-texts.json' with { type: 'json' }
import { PROBLEMS } from '../contract/problems.ts'
import { inlineParts } from './inline-code.ts'
import { jsonLd } from './json-ld.ts'
import { llmsText } from './llms.ts'

test('code between backticks is distinguished from text', () => {
  expect(inlineParts('send `a` and `b`.')).toEqual([
    { kind: 'text', text: 'send ' },
    { kind: 'code', text: 'a' },
    { kind: 'text', text: ' and ' },
    { kind: 'code', text: 'b' },
    { kind: 'text', text: '.' },
  ])
})

test('no text can end the script element of JSON-LD', () => {
  const value = { name: '</script><script>alert(1)</script>' }
  expect(jsonLd(value)).not.toContain('<')
  expect(JSON.parse(jsonLd(value))).toEqual(value)
})

test('every error has a text with something to do', () => {
  expect(Object.keys(ERROR_TEXTS)).toEqual(Object.keys(PROBLEMS))
  for (const { when, remedy } of Object.values(ERROR_TEXTS)) {
    expect(when.length * remedy.length).toBeGreaterThan(0)
  }
})

test('llms.txt names the limits, the endpoints and the key of the sandbox, by full addresses where there are any', () => {
  const template = readFileSync(new URL('../content/llms.md', import.meta.url), 'utf8')
  const operations = [
    { path: '/v1/stats', href: '/docs/api/stats/', summary: 'Get it', needsKey: true },
  ]
  const text = llmsText({
    template,
    site: 'https://risk.example.org',
    repository: null,
    operations,
    sandboxKey: 'dpk_test_x',
  })
  expect(text).toContain(
    '- [GET /v1/stats](https://risk.example.org/docs/api/stats/): Get it; needs a key.',
  )
  expect(text).toContain('Without a key: 60 requests a minute and 1,000 a day.')
  expect(text).toContain('`dpk_test_x`')
  expect(text).not.toMatch(/\[Code\]|[{}]/)
  expect(
    llmsText({
      ...{ template, site: null, operations, sandboxKey: '' },
      repository: 'https://x.example/y',
    }),
  ).toContain('- [Code](https://x.example/y)')
})
