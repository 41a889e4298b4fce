/** The columns that say how the TVL of each row is spread over its chains. */
interface ChainColumns {
  names: readonly string[]
  /** Indexes into `names` by row. */
  chains: readonly (readonly number[])[]
  /** Beside `chains`; empty when the only chain has all of the TVL, or when nothing is known. Older indexes lack it. */
  amounts: readonly (readonly (number | null)[])[] | undefined
  /** NaN: not known. */
  tvlUsd: Float64Array
  /** Other spellings in lower case, with the indexes of the names each refers to. */
  aliases: Readonly<Record<string, readonly number[]>> | undefined
}

/** The TVL of each row on any of the wanted chains (lower case), in US dollars; NaN where no amount is known. */
export type TvlOnChains = (wanted: readonly string[]) => Float64Array

export function tvlOnChains({
  names,
  chains,
  amounts,
  tvlUsd,
  aliases,
}: ChainColumns): TvlOnChains {
  const places = new Map<string, readonly number[]>()
  names.forEach((name, place) => {
    const key = name.toLowerCase()
    places.set(key, [...(places.get(key) ?? []), place])
  })
  // As in `namedRows`, an alias wins over a name.
  for (const [alias, named] of Object.entries(aliases ?? {})) places.set(alias, named)
  return (wanted) => {
    const isWanted = new Uint8Array(names.length)
    for (const name of wanted) for (const place of places.get(name) ?? []) isWanted[place] = 1
    return Float64Array.from(chains, (own, row) => {
      const known = amounts?.[row] ?? []
      if (own.length === 1 && known.length === 0 && amounts) {
        return isWanted[own[0] ?? -1] === 1 ? (tvlUsd[row] ?? Number.NaN) : Number.NaN
      }
      let cents = Number.NaN
      own.forEach((place, at) => {
        const usd = known[at] ?? null
        if (usd === null || isWanted[place] !== 1) return
        cents = (Number.isNaN(cents) ? 0 : cents) + Math.round(usd * 100)
      })
      return cents / 100
    })
  }
}
