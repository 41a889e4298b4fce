import { type Day, dayNumber } from '../domain/day.ts'
import type { TvlSeries } from '../domain/protocol.ts'
import { acceptedTotals, daysAtLevel, isSameLevel, jumpOf } from '../domain/tvl-jump.ts'
import {
  acceptHeldTvl,
  listHeldAfterLoss,
  loadHeldTvlOf,
  reportedUsd,
} from '../store/held-readings.ts'
import type { Store } from '../store/open.ts'
import { seriesTotals } from '../store/tvl-history.ts'

/**
 * Days for which the page of a protocol shows a level that confirms a held one. As many as the list needs by itself: the page comes from
 * the same adapter, so it knows of days on which the list was not read, but it is no second witness of one day.
 */
const PAGE_DAYS = 3

/** Takes over the held TVL of a protocol when the series of its page has reached the same level and stayed there. */
export function confirmByPage(store: Store, id: number, series: readonly TvlSeries[]): boolean {
  const held = loadHeldTvlOf(store, id)
  const newest = held.at(-1)
  if (!held[0] || !newest) return false
  const accepted = acceptedTotals(seriesTotals(series))
  const last = accepted.at(-1)
  const isConfirmed =
    last !== undefined &&
    last.day >= dayNumber(held[0].day) &&
    isSameLevel(last.usd, reportedUsd(newest) ?? 0) &&
    daysAtLevel(accepted) >= PAGE_DAYS
  if (isConfirmed) acceptHeldTvl(store, id)
  return isConfirmed
}

/** Takes over each held fall of TVL that a loss of these days explains. Returns how many. */
export function confirmByLoss(store: Store, asOf: Day): number {
  const explained = listHeldAfterLoss(store, asOf).filter(({ id, usedUsd }) => {
    const newest = loadHeldTvlOf(store, id).at(-1)
    const jump = newest && jumpOf(usedUsd, reportedUsd(newest) ?? 0)
    return jump === 'fall' || jump === 'zero'
  })
  for (const { id } of explained) acceptHeldTvl(store, id)
  return explained.length
}
