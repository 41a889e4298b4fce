import fc from 'fast-check'

/** What no JSON text can be made of, and every reader of JSON understands: `hostileJson` writes it as 1e999. */
const INFINITE = 'infinite'

/** Texts that are dangerous as a path, a route, a file name, a key, or inside HTML, XML, CSV or JSON. */
const HOSTILE_TEXTS = [
  'page.html',
  'a/b.html',
  '.html',
  'index.html',
  'index',
  'a.htm',
  'x.json',
  'x.svg',
  'feed.atom',
  '404',
  '500',
  '_astro',
  '_data',
  'con',
  'nul.txt',
  'COM1',
  'Aave',
  'aave',
  'AAVE',
  'a.',
  'a ',
  ' a',
  '...',
  '..',
  '.',
  '../../etc/passwd',
  '..\\..\\x',
  '%2e%2e%2f',
  '%',
  '%00',
  '%E0%A4%A',
  'a%2fb',
  'a?b#c',
  'a//b',
  '/',
  '[slug]',
  '[...x]',
  '*',
  'a:b',
  '~7e',
  'caf\u00e9',
  'cafe\u0301',
  '\u212bngstr\u00f6m',
  '\ufb01nance',
  'I\u0307stanbul',
  '\u0131',
  '\ud83d\ude80',
  '\ud800',
  '\u202eevaa',
  'aa\u200bve',
  '\u3164',
  'a\u0000b',
  'a\r\nSet-Cookie: x=1',
  '\u2028',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'null',
  'undefined',
  'NaN',
  'true',
  '0',
  '-0',
  '1e308',
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '</title><script>alert(1)</script>',
  '</style></textarea><script>alert(1)</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;img src=x onerror=alert(1)&#62;',
  '"><img src=x onerror=alert(1)>',
  ']]>',
  '&amp;&#0;&nbsp;',
  '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY y "z">]>',
  '{{7*7}}$' + '{7*7}<%= 7 %>{x}',
  '=HYPERLINK("http://x.io")',
  '@SUM(1)',
  '+1',
  "'; DROP TABLE protocols; --",
  '$& $1 $` \\1',
  'javascript:alert(1)',
  'data:text/html,x',
  'HTTPS://a.io',
  'https://a.io/\u202e',
  'https://user:pass@a.io',
  'http://127.0.0.1/',
  'http:\\\\a.io',
  'https://\ud800.io',
  'HtTp://a.io/"><b>',
  'https://a.io/%zz?q=<>#\'"',
  '0000-01-01',
  '-000001-01-01',
  '9999-12-31',
  '2024-02-30',
  '+275760-09-13T00:00:00Z',
  'parent#a',
  'Base-borrowed',
  'staking',
  '0x',
  '-',
  ' ',
  '',
] as const

export const texts = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  fc.constantFrom(...HOSTILE_TEXTS).map((text) => `${text}.html`),
  fc
    .tuple(fc.constantFrom(...HOSTILE_TEXTS), fc.constantFrom(...HOSTILE_TEXTS))
    .map((two) => two.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', minLength: 90, maxLength: 210 }),
  fc.constantFrom(
    'a'.repeat(200),
    '\ud83d\ude80'.repeat(100),
    '%'.repeat(200),
    `${'a'.repeat(195)}.html`,
  ),
)
export const numbers = fc.oneof(
  fc.constant(INFINITE),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(
    0,
    -0,
    5e-324,
    0.1,
    1e13,
    1e308,
    -1e308,
    -1,
    2 ** 53,
    -1e-9,
    1_600_000_000,
    4_102_444_799,
    8.64e15,
    1e-9,
  ),
)
export const lists = fc.oneof(
  { weight: 20, arbitrary: fc.array(texts, { maxLength: 4 }) },
  fc.constant(Array.from({ length: 3_000 }, (_, at) => `x${at}`)),
)
const deep = fc.constant(Array.from({ length: 150 }).reduce<unknown>((inner) => [inner], 'deep'))
export const anything = fc.oneof(
  texts,
  numbers,
  lists,
  deep,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, true, false, {}, []),
)
/** Mostly of the promised type, sometimes of any other. */
export const mostly = (sound: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 5, arbitrary: sound }, anything)
export const chains = lists.map((others) => [...others.slice(0, 40), 'Ethereum'])
export const amounts = fc.dictionary(
  fc.oneof(fc.constantFrom('Ethereum', 'Base', 'Base-borrowed', 'staking'), texts),
  fc.oneof(numbers, fc.constant(null), fc.constant(1_000_000)),
  { maxKeys: 4 },
)
export const dates = fc.oneof(texts, numbers)
export const breakdown = fc.array(
  fc.record(
    { name: texts, type: texts, proof: lists, startDate: dates, endDate: anything },
    { requiredKeys: ['name'] },
  ),
  { maxLength: 3 },
)
export const hallmarks = fc.array(fc.oneof(fc.tuple(numbers, texts), anything), { maxLength: 3 })
export const ids = fc.oneof(
  fc.constantFrom('0', '-1', '1e3', '01', '9'.repeat(15), '9'.repeat(16), 'parent#a', 1.5, 2 ** 53),
  anything,
)

/** Text of JSON in which `INFINITE` is a number that overflows. */
export function hostileJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(`"${INFINITE}"`, '1e999')
}
