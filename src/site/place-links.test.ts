import fc from 'fast-check'
import { expect, test } from 'vitest'
import { folderOfTest } from '../testing/temporary-folder.ts'
import { writeDocuments } from './fixtures/write-documents.ts'
import { placeLinks, placePaths, readPlacePaths, readPlaces } from './place-links.ts'

const row = (name: string, aliases: string[] = []) => ({
  name,
  aliases,
  protocolCount: 1,
  tvlUsd: null,
})

test('every chain and category of the documents has a page of its own', async () => {
  const folder = writeDocuments(folderOfTest())
  const [places, pathOf] = [await readPlaces(folder), await readPlacePaths(folder)]
  expect(places.map((place) => place.path)).toEqual([
    '/chain/ethereum/',
    '/chain/~3cb~3eskerry-~26-co/',
    '/category/lending/',
  ])
  expect(pathOf('category', 'Lend')).toBe('/category/lending/')
  expect(places[0]).toMatchObject({ kind: 'chain', protocols: 2, tvlUsd: 2_000_000 })
})

test('names that would share an address have different ones', () => {
  const slugs = placeLinks('chain', [row('A B'), row('a-b'), row('Base')]).map(({ slug }) => slug)
  expect(slugs).toEqual(['~41~20~42', 'a-b', 'base'])
})

test('a name is found in any case and by its aliases, and a name wins over an alias', () => {
  const places = [
    ...placeLinks('chain', [row('BNB Chain', ['BSC']), row('BSC')]),
    ...placeLinks('category', [row('Lending')]),
  ]
  const pathOf = placePaths(places)
  expect(pathOf('chain', 'bnb chain')).toBe('/chain/bnb-chain/')
  expect(pathOf('chain', 'BSC')).toBe('/chain/bsc/')
  expect(pathOf('category', 'lending')).toBe('/category/lending/')
  expect(pathOf('chain', 'Lending')).toBeNull()
})

test('whatever the names are, no two share an address', () => {
  const names = fc.uniqueArray(
    fc.string({ unit: fc.constantFrom('a', 'B', 'b', '-', ' ', '~', '/', 'é') }),
    {
      selector: (name) => name.toLowerCase(),
    },
  )
  fc.assert(
    fc.property(names, (all) => {
      const links = placeLinks(
        'category',
        all.map((name) => row(name)),
      )
      expect(new Set(links.map((link) => link.path)).size).toBe(all.length)
      expect(links.every((link) => /^[a-z0-9_.~-]+$/.test(link.slug))).toBe(true)
    }),
  )
})
