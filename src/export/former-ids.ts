import type { Catalogue } from '../domain/catalogue.ts'

/** Every former id of a listed protocol, with the one to ask for instead. */
export function formerIds({ entries, formerSlugs }: Catalogue): Record<string, string> {
  const slugs = new Map(entries.map(({ record }) => [record.id, record.slug]))
  return Object.fromEntries(
    formerSlugs.flatMap(({ slug, protocolId }) => {
      const current = slugs.get(protocolId)
      return current === undefined ? [] : [[slug, current]]
    }),
  )
}
