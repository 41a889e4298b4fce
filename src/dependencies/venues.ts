import cores from '../../data/dependencies/cores.json' with { type: 'json' }
import { BASES } from '../domain/base-table.ts'
import type { Day } from '../domain/day.ts'
import type { Market } from '../domain/market.ts'
import type { ProtocolRecord } from '../domain/record.ts'
import { SOURCE_OF_ROLE } from '../domain/sources.ts'
import { compareText } from '../domain/text-order.ts'
import type { Venue } from './graph.ts'
import { toShare } from './to-share.ts'

/** Contracts that keep what vaults of other protocols lend, by chain and address. */
const CORES = new Map(cores.rows.map((row) => [`${row.chain} ${row.address}`, row]))

/** A part that is smaller is what shares lost when they were rounded to millionths: half of one each, of a few. */
const ROUNDING = 1.5e-6

/** What was read on the chain of what a protocol has in another. */
interface Placed {
  id: string
  name: string
  /** Without what could not be read. */
  usd: number
  day: Day
  source: string
}

/**
 * What a protocol wraps or runs on: by the reviewed table, which the score has its floors from, and by where its vaults lend. A reading
 * is of some of its vaults, so of it and a stated share the larger counts, and an older one changes no stated share. What no share covers
 * may lie in each venue in which a reading found something. Those with a share come first.
 */
export function venuesOf(
  { id, facts }: Pick<ProtocolRecord, 'id' | 'facts'>,
  heldUsd: number | null,
): Venue[] {
  const venues = new Map(reviewedVenues(id).map((venue) => [venue.id, venue]))
  const read = placedIn(facts.markets?.known ? facts.markets.value : [], id)
  const hidden = [...venues.values()].filter(({ share }) => share === null)
  let rest = 1 - sumOf([...venues.values()].map(({ share }) => share ?? 0))
  for (const { usd, ...place } of read) {
    const { share: stated = null, day = '' } = venues.get(place.id) ?? {}
    const onchain = { ...place, basis: 'onchain' as const }
    const more = Math.min(rest, toShare(heldUsd ? usd / heldUsd : 0) - (stated ?? 0))
    if (more > 0 && (stated === null || place.day >= day)) {
      venues.set(place.id, { ...onchain, share: toShare((stated ?? 0) + more) })
      rest -= more
    }
    if (!hidden.some((venue) => venue.id === place.id)) hidden.push({ ...onchain, share: null })
  }
  const stated = [...venues.values()].filter(({ share }) => share !== null)
  const isCovered = (venue: Venue) => rest < ROUNDING && stated.some((one) => one.id === venue.id)
  return [...stated, ...hidden.filter((venue) => !isCovered(venue))]
}

function reviewedVenues(protocolId: string): Venue[] {
  const row = BASES.get(protocolId)
  if (!row) return []
  const { on, source, day } = row
  return on.map(({ id, name, share = null }) => ({
    ...{ id, name, share, source, day },
    basis: 'curated',
  }))
}

/** What lies in the cores of other protocols, most first. */
function placedIn(markets: readonly Market[], ownId: string): Placed[] {
  const lent = markets.flatMap((market) => {
    const core = CORES.get(`${market.chain} ${market.address.toLowerCase()}`)
    const isOther = core !== undefined && core.protocolId !== ownId
    return isOther && market.source === SOURCE_OF_ROLE.control ? [{ core, market }] : []
  })
  return [...Map.groupBy(lent, ({ core }) => core.protocolId)]
    .map(([id, own]): Placed => {
      const read = own.map(({ market }) => market)
      // In a fixed order, so that the sum has the same last digit.
      const amounts = read
        .map(({ suppliedUsd, unconfirmed }) => (unconfirmed ? 0 : (suppliedUsd ?? 0)))
        .sort((a, b) => a - b)
      const [oldest = ''] = read.map(({ day }) => day).sort(compareText)
      return {
        ...{ id, name: own[0]?.core.name ?? id, usd: sumOf(amounts), day: oldest },
        source: `markets on which its vaults lend, read on the chain: ${blocksOf(read)}`,
      }
    })
    .sort((a, b) => b.usd - a.usd || compareText(a.id, b.id))
}

/** Such as `Base at block 5, Ethereum at block 7`: of each chain the first block that was read. */
function blocksOf(markets: readonly Market[]): string {
  return [...Map.groupBy(markets, ({ chain }) => chain)]
    .map(([chain, own]) => `${chain} at block ${Math.min(...own.map(({ block }) => block ?? 0))}`)
    .sort(compareText)
    .join(', ')
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
