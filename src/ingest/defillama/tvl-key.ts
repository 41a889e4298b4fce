import type { TvlSection } from '../../domain/protocol.ts'
import { canonicalChain, findChain } from '../chain-table.ts'
import { plainText } from './text.ts'

const SECTIONS: ReadonlySet<string> = new Set<TvlSection>([
  'borrowed',
  'staking',
  'pool2',
  'vesting',
  'treasury',
  'offers',
])

/** Parts for upstream's own arithmetic: they repeat amounts of other keys. */
const UPSTREAM_ONLY: ReadonlySet<string> = new Set([
  'OwnTokens',
  'doublecounted',
  'liquidstaking',
  'dcAndLsOverlap',
  'excludeParent',
])

/** The meaning of a key of `chainTvls`. `chain` is null for a total over all chains. */
interface TvlKey {
  /** The chain as upstream writes it. */
  chain: string | null
  section: TvlSection
}

/**
 * Reads a key such as `Polygon zkEVM`, `Ethereum-borrowed` or `staking`. Null for upstream's own parts.
 * A chain name may contain a hyphen or start in lower case, so only a known section is split off.
 */
export function readTvlKey(key: string): TvlKey | null {
  if (UPSTREAM_ONLY.has(key)) return null
  if (isSection(key)) return { chain: null, section: key }
  const hyphen = key.lastIndexOf('-')
  if (hyphen > 0) {
    const suffix = key.slice(hyphen + 1)
    if (UPSTREAM_ONLY.has(suffix)) return null
    if (isSection(suffix)) return { chain: key.slice(0, hyphen), section: suffix }
  }
  return { chain: key, section: 'tvl' }
}

/** One chain and section of `chainTvls`, with its value. */
interface TvlPart<T> {
  chain: string
  section: TvlSection
  value: T
}

/**
 * The parts of `chainTvls` under canonical chains, each chain and section once.
 * Totals over all chains repeat the parts; a total without parts goes to the protocol's first chain.
 * Upstream sends a renamed chain under both names and counts it once (`op_bnb` and `Op_Bnb`, 2024-03):
 * `merge` gets the value of the listed name first.
 */
export function tvlParts<T>(
  chainTvls: Record<string, T>,
  listedChains: readonly string[],
  merge: (preferred: T, other: T) => T,
): TvlPart<T>[] {
  const parts = new Map<string, TvlPart<T>>()
  const listed = new Set<string>()
  const totals: [TvlSection, T][] = []
  const split = new Set<TvlSection>()
  for (const [key, value] of Object.entries(chainTvls)) {
    const named = readTvlKey(key)
    if (named === null) continue
    const { chain: spelling, section } = named
    if (spelling === null) {
      totals.push([section, value])
      continue
    }
    split.add(section)
    const chain = findChain(spelling)?.name ?? plainText(spelling, 100)
    if (chain === null) continue
    const id = `${section} ${chain}`
    const twin = parts.get(id)
    const isListed = listedChains.includes(spelling)
    if (twin === undefined) parts.set(id, { chain, section, value })
    else if (isListed && !listed.has(id)) twin.value = merge(value, twin.value)
    else twin.value = merge(twin.value, value)
    if (isListed) listed.add(id)
  }
  const first = listedChains[0] ?? parts.values().next().value?.chain
  for (const [section, value] of totals) {
    if (split.has(section) || first === undefined) continue
    const chain = canonicalChain(first)
    parts.set(`${section} ${chain}`, { chain, section, value })
  }
  return [...parts.values()]
}

function isSection(text: string): text is TvlSection {
  return SECTIONS.has(text)
}
