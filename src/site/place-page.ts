import { slugOf } from '../contract/screener-rows.ts'
import type { PlaceKind, PlacePath } from './place-links.ts'

/** Slugs of places by name, where a slug is not that of the name; empty where a name has no page. */
export type OddSlugs = Record<string, string>

/** What a browser needs to find the pages of these names. Few names are odd. */
export function oddSlugs(kind: PlaceKind, names: readonly string[], pathOf: PlacePath): OddSlugs {
  const slugs = names.map((name) => [name, pathOf(kind, name)?.split('/')[2] ?? ''] as const)
  return Object.fromEntries(slugs.filter(([name, slug]) => slug !== slugOf(name)))
}

/** The path of the page of a chain or category; empty where it has none. */
export function placePage(kind: PlaceKind, name: string, odd: OddSlugs): string {
  const slug = Object.hasOwn(odd, name) ? odd[name] : slugOf(name)
  return slug ? `/${kind}/${slug}/` : ''
}
