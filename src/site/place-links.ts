import { fileNameOf } from '../contract/file-name.ts'
import { slugOf } from '../contract/screener-rows.ts'
import { oncePerFolder, readCategories, readChains } from './catalogue-files.ts'

/** What a page sums up: the protocols on a chain, or those of a category. */
export type PlaceKind = 'chain' | 'category'

/** A chain or a category with a page of its own. */
export interface PlaceLink {
  kind: PlaceKind
  /** As the filters of the screener and of the API accept it. It is of outside. */
  name: string
  /** Other spellings. */
  aliases: string[]
  /** The last part of `path`, without slashes. */
  slug: string
  path: string
  protocols: number
  /** Of its protocols there, in US dollars; null when none is known. */
  tvlUsd: number | null
}

type NamedRow = { name: string; aliases: string[]; protocolCount: number; tvlUsd: number | null }

/** The path of the page of a name, in any spelling; null when there is none. */
export type PlacePath = (kind: PlaceKind, name: string) => string | null

const readOnce = oncePerFolder(async (folder) => {
  const [chains, categories] = await Promise.all([readChains(folder), readCategories(folder)])
  const places = [...placeLinks('chain', chains), ...placeLinks('category', categories)]
  return { places, pathOf: placePaths(places) }
})

/** Every chain, then every category, each with most protocols first. */
export async function readPlaces(folder: string): Promise<PlaceLink[]> {
  return (await readOnce(folder)).places
}

/** The way from a name to its page. */
export async function readPlacePaths(folder: string): Promise<PlacePath> {
  return (await readOnce(folder)).pathOf
}

/** Places of one kind, in the order of their rows. Names that would share a slug have one that spells all of their signs. */
export function placeLinks(kind: PlaceKind, rows: readonly NamedRow[]): PlaceLink[] {
  const named = Map.groupBy(rows, ({ name }) => fileNameOf(slugOf(name)))
  return rows.map(({ name, aliases, protocolCount, tvlUsd }) => {
    const short = fileNameOf(slugOf(name))
    const slug = named.get(short)?.length === 1 ? short : fileNameOf(name)
    return {
      kind,
      name,
      aliases,
      slug,
      path: `/${kind}/${slug}/`,
      protocols: protocolCount,
      tvlUsd,
    }
  })
}

/** The way from a name to its page. A name wins over an alias of another. */
export function placePaths(places: readonly PlaceLink[]): PlacePath {
  const keyOf = (kind: PlaceKind, name: string) => `${kind} ${name.toLowerCase()}`
  const paths = new Map([
    ...places.flatMap(({ kind, aliases, path }) =>
      aliases.map((alias) => [keyOf(kind, alias), path] as const),
    ),
    ...places.map(({ kind, name, path }) => [keyOf(kind, name), path] as const),
  ])
  return (kind, name) => paths.get(keyOf(kind, name)) ?? null
}
