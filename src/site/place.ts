import type { Changes, Move } from '../contract/changes.ts'
import type { IncidentList, RecordedIncident } from '../contract/incident-list.ts'
import { sumUsd } from '../domain/amounts.ts'
import { median } from '../domain/median.ts'
import { isOldTvl } from '../domain/old-tvl.ts'
import { largestMoves } from './home-page.ts'
import { countLevels, type LevelCount } from './levels.ts'
import type { PlaceLink, PlacePath } from './place-links.ts'
import type { PlaceRow } from './place-rows.ts'

/** A protocol with less TVL at a place is not among its lowest scores: hardly anyone could use it. In US dollars. */
export const LOWEST_MIN_USD = 1_000_000

const LOWEST = 15
const INCIDENTS = 5

/** What the page of a chain or a category says. */
export interface Place {
  link: PlaceLink
  /** Largest TVL first. */
  rows: readonly PlaceRow[]
  levels: LevelCount[]
  /** The part of its TVL that is more than 180 days old, in US dollars. */
  olderUsd: number
  /** Of its active protocols, to one decimal; null when none has a score. */
  medianScore: number | null
  unscored: {
    /** Active protocols without a score. */
    protocols: number
    /** Their share of the TVL of all its active protocols, 0 to 1; null when no TVL is known. */
    share: number | null
  }
  /** The largest moves of the week, at most six. */
  moves: Move[]
  /** The newest losses, at most five. */
  incidents: RecordedIncident[]
  /** All of its recorded losses, and their sum in US dollars: null when none has an amount. */
  losses: { count: number; usd: number | null }
  /** Active protocols with the lowest scores and at least a million dollars of current TVL there, at most fifteen. */
  lowest: PlaceRow[]
}

export interface PlaceSources {
  link: PlaceLink
  rows: readonly PlaceRow[]
  asOf: string
  changes: Changes | null
  incidents: IncidentList
  pathOf: PlacePath
}

export function placeOf(sources: PlaceSources): Place {
  const { link, rows, asOf, changes } = sources
  const isOld = (row: PlaceRow) => isOldTvl(row, asOf)
  const active = rows.filter(({ status }) => status === 'active')
  const unscored = active.filter(({ compositeScore }) => compositeScore === null)
  const ids = new Set(rows.map(({ id }) => id))
  const losses = incidentsAt(sources, ids)
  const amounts = losses.flatMap(({ lossUsd }) => lossUsd ?? [])
  const middle = median(active.flatMap(({ compositeScore }) => compositeScore ?? []))
  const activeUsd = sumOf(active)
  return {
    link,
    rows,
    levels: countLevels(rows),
    olderUsd: sumOf(rows.filter(isOld)),
    medianScore: middle === undefined ? null : Math.round(middle * 10) / 10,
    unscored: {
      protocols: unscored.length,
      share: activeUsd > 0 ? sumOf(unscored) / activeUsd : null,
    },
    moves: largestMoves(
      changes && { ...changes, moves: changes.moves.filter(({ id }) => ids.has(id)) },
    ),
    incidents: losses.slice(0, INCIDENTS),
    losses: { count: losses.length, usd: amounts.length > 0 ? sumUsd(amounts) : null },
    lowest: lowestScores(active.filter((row) => !isOld(row))),
  }
}

function sumOf(rows: readonly PlaceRow[]): number {
  return sumUsd(rows.flatMap(({ tvlUsd }) => tvlUsd ?? []))
}

function lowestScores(rows: readonly PlaceRow[]): PlaceRow[] {
  return rows
    .filter(
      ({ compositeScore, tvlUsd }) => compositeScore !== null && (tvlUsd ?? 0) >= LOWEST_MIN_USD,
    )
    .sort((a, b) => (a.compositeScore ?? 0) - (b.compositeScore ?? 0))
    .slice(0, LOWEST)
}

/** Losses on a chain, as the list of incidents names it, or of the protocols of a category; newest first. */
function incidentsAt(
  { link, incidents, pathOf }: PlaceSources,
  ids: ReadonlySet<string>,
): RecordedIncident[] {
  const isHere = ({ chain, protocol }: RecordedIncident) =>
    link.kind === 'category'
      ? protocol !== null && ids.has(protocol.slug)
      : (chain ?? '').split(',').some((name) => pathOf('chain', name.trim()) === link.path)
  return incidents.incidents.filter(isHere).sort((a, b) => b.day.localeCompare(a.day))
}
