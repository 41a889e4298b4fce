import type { Graph } from './graph.ts'
import { isOwnToken } from './tables.ts'

/** Protocols of which a token of another or a stated share of a venue is known; their own token alone does not count. */
export function countResolved({ protocols, tables }: Graph): number {
  return [...protocols.values()].filter(
    ({ id, holdings, venues }) =>
      venues.some(({ share }) => (share ?? 0) > 0) ||
      holdings.some(({ token }) => token !== null && !isOwnToken(token, id, tables)),
  ).length
}
