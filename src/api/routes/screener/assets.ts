import type { ScreenerIndex } from '../../../contract/screener-index.ts'
import type { Filter } from './filter.ts'

/** Of what is known in a smaller part than this, it is not known whole. */
const WHOLE = 0.01

/** What a filter by asset could not see among the rows that pass all others. */
export interface AssetNotes {
  notKnown: number
  partlyKnown: number
  unknownNames: string[]
}

/** A filter by asset. `keep` runs after all other filters, and fills `notes`. */
interface ChosenAssets {
  keep: Filter
  notes: AssetNotes
  /** Share of what a row holds that is in the assets; null where no share is known. */
  shareOf: (row: number) => number | null
}

/** The filter by any of some symbols, in lower case. In an index of an earlier build nothing is known of any row. */
export function assetChooser({
  assets = [],
  aliases,
  columns: { assets: own = [], assetShares = [], assetsUnknown = [] },
}: ScreenerIndex): (wanted: readonly string[]) => ChosenAssets {
  const places = new Map([
    ...assets.map((name, place): [string, number[]] => [name.toLowerCase(), [place]]),
    ...Object.entries(aliases?.assets ?? {}),
  ])
  return (wanted) => {
    const isWanted = new Set(wanted.flatMap((name) => places.get(name) ?? []))
    const unknownNames = wanted.filter((name) => !places.has(name))
    const notes = { notKnown: 0, partlyKnown: 0, unknownNames: [...new Set(unknownNames)] }
    return {
      notes,
      keep(rows, count) {
        let kept = 0
        for (let at = 0; at < count; at += 1) {
          const row = rows[at] ?? 0
          if (own[row]?.some((place) => isWanted.has(place))) {
            rows[kept] = row
            kept += 1
            continue
          }
          const unknown = assetsUnknown[row]
          if (unknown === undefined || unknown === 1) notes.notKnown += 1
          else if (unknown === null || unknown >= WHOLE) notes.partlyKnown += 1
        }
        return kept
      },
      shareOf(row) {
        const shares = (own[row] ?? []).flatMap((place, at) =>
          isWanted.has(place) ? (assetShares[row]?.[at] ?? []) : [],
        )
        if (shares.length === 0) return null
        return Math.round(shares.reduce((sum, share) => sum + share, 0) * 1e4) / 1e4
      },
    }
  }
}
