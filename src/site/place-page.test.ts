import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeLinks, placePaths } from './place-links.ts'
import { oddSlugs, placePage } from './place-page.ts'

const pathsOf = (names: readonly string[]) =>
  placePaths(
    placeLinks(
      'chain',
      names.map((name) => ({ name, aliases: [], protocolCount: 1, tvlUsd: null })),
    ),
  )

test('only odd names are sent to a browser', () => {
  const names = ['BNB Chain', 'Base', 'a b', 'a-b', 'Skerry & Co']
  expect(oddSlugs('chain', names, pathsOf(names))).toEqual({
    'a b': 'a~20b',
    'Skerry & Co': 'skerry-~26-co',
  })
})

test('a name without a page has no path', () => {
  const odd = oddSlugs('chain', ['Base', 'Nowhere'], pathsOf(['Base']))
  expect(placePage('chain', 'Nowhere', odd)).toBe('')
  expect(placePage('chain', 'Base', odd)).toBe('/chain/base/')
})

test('a browser finds the page of every name, whatever it is', () => {
  const names = fc.uniqueArray(
    fc.oneof(
      fc.string(),
      fc.string({ unit: fc.constantFrom('a', 'B', '-', ' ', '~') }),
      fc.constantFrom('__proto__', 'constructor'),
    ),
    { selector: (name) => name.toLowerCase() },
  )
  fc.assert(
    fc.property(names, (all) => {
      const pathOf = pathsOf(all)
      const odd = JSON.parse(JSON.stringify(oddSlugs('chain', all, pathOf)))
      for (const name of all) expect(placePage('chain', name, odd)).toBe(pathOf('chain', name))
    }),
  )
})
