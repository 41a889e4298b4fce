import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileNameOf } from './file-name.ts'
import cases from './fixtures/file-name.json' with { type: 'json' }

describe('the file name of a slug', () => {
  test.each(cases.plain)('%j is %s', (slug, name) => {
    expect(fileNameOf(slug)).toBe(name)
  })

  test.each(cases.hostile)('%j cannot do harm as %s', (slug, name) => {
    expect(fileNameOf(slug)).toBe(name)
  })

  test('that UTF-8 cannot spell ends in a checksum', () => {
    expect(fileNameOf('\ud800')).toMatch(/^~ef~bf~bd~~[0-9a-f]{16}$/)
    expect(fileNameOf('\ufffd')).toBe('~ef~bf~bd')
  })

  test('is short, and still differs where only the far end does', () => {
    const long = 'a'.repeat(500)
    expect(fileNameOf(long)).toMatch(/^a{120}~~[0-9a-f]{16}$/)
    expect(fileNameOf(`${long}b`)).not.toBe(fileNameOf(`${long}c`))
    expect(fileNameOf('a'.repeat(120))).toBe('a'.repeat(120))
    expect(fileNameOf('€'.repeat(100)).length).toBeLessThanOrEqual(138)
  })

  const slugs = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.array(fc.nat(0xffff), { maxLength: 8 }).map((units) => String.fromCharCode(...units)),
    fc.string({ unit: fc.constantFrom('a', '.', '~', '2', 'e', '/', 'A'), maxLength: 6 }),
    fc.string({ unit: fc.constantFrom('a', 'b', '~'), minLength: 100, maxLength: 140 }),
  )

  test('is another one for another slug, even where case does not count', () => {
    fc.assert(
      fc.property(slugs, slugs, (a, b) => {
        if (a !== b) expect(fileNameOf(a).toLowerCase()).not.toBe(fileNameOf(b).toLowerCase())
      }),
      { numRuns: 3000 },
    )
  })

  test('is made of letters, digits and four signs, and neither begins nor ends with a dot', () => {
    fc.assert(
      fc.property(slugs, (slug) => {
        expect(fileNameOf(slug)).toMatch(/^[a-z0-9_~-](?:[a-z0-9_.~-]*[a-z0-9_~-])?$/)
        expect(fileNameOf(slug)).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/)
        expect(fileNameOf(slug).length).toBeLessThanOrEqual(138)
      }),
    )
  })
})
