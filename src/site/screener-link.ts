import type { PlaceKind } from './place-links.ts'

/** The screener with the protocols of one chain or category. No filter can ask for a name with a comma: it leads to all. */
export function screenerLink(kind: PlaceKind, name: string): string {
  if (name.includes(',')) return '/screener/'
  return `/screener/?${kind}=${encodeURIComponent(name.toWellFormed())}`
}
