import type { GraphFile } from '../contract/graph-file.ts'
import type { Graph } from '../dependencies/graph.ts'
import type { LentAsset } from '../dependencies/lent-assets.ts'
import type { CatalogueEntry } from '../domain/catalogue.ts'

/** The graph as the function behind the stress test reads it: holdings that are not resolved are left out. */
export function createGraphFile(
  { day, protocols }: Graph,
  entries: readonly CatalogueEntry[],
  formerSlugs: ReadonlyMap<string, string[]> = new Map(),
): GraphFile {
  const slugs = new Map(entries.map(({ record }) => [record.id, record.slug]))
  return {
    day,
    protocols: [...protocols.values()].map(
      ({ id, name, heldUsd, holdsAs, legs, threshold, holdings, venues, lent }) => ({
        ...{ id, slug: slugs.get(id) ?? id, name, holdsAs, threshold },
        ...(formerSlugs.has(id) && { former: formerSlugs.get(id) }),
        ...(legs && { legs }),
        heldUsd: heldUsd === null ? null : Math.round(heldUsd),
        holdings: holdings.flatMap(
          ({ token, share, owedShare }): GraphFile['protocols'][number]['holdings'] =>
            token === null ? [] : [[token, share, owedShare]],
        ),
        venues: venues.map((venue): [string, number | null] => [venue.id, venue.share]),
        ...(lent && { lent: lent.map(lentRow) }),
      }),
    ),
  }
}

type LentRow = NonNullable<GraphFile['protocols'][number]['lent']>[number]

function lentRow({ chain, token, freeUsd, roomUsd, collateral }: LentAsset): LentRow {
  const rounded = (usd: number | null) => (usd === null ? null : Math.round(usd))
  return [chain, token, rounded(freeUsd), rounded(roomUsd), collateral]
}
