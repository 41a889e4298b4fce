import type { Scoreboard, ScoreboardEvent } from '../contract/scoreboard.ts'
import type { Day } from '../domain/day.ts'
import type { Incident } from '../domain/protocol.ts'
import type { PublishedEvent } from '../store/published-events.ts'
import type { JudgedEvent } from './figures.ts'
import type { Judgement } from './judge-losses.ts'

/** What an event says of the loss; the rest of it was known before the loss. */
const OF_THE_LOSS = ['day', 'lossUsd', 'returnedUsd', 'tvlUsd', 'lossShare'] as const

/**
 * The judgement of today with each event as it was first published: what the sources say now stands beside it as its correction, and an
 * event that cannot be judged again stays. `incidents` are all that were judged; `published` by incident id.
 */
export function asPublished(
  { judged, unscored, unmatched }: Judgement,
  published: ReadonlyMap<string, PublishedEvent>,
  incidents: readonly Incident[],
  asOf: Day,
): Judgement {
  const unlisted = new Map(incidents.map(({ id, unlistedSince }) => [id, unlistedSince]))
  const today = new Map(judged.map((one) => [one.event.incident, one]))
  const first = [...published.values()].flatMap(
    ({ incident, publishedOn, event }): JudgedEvent[] => {
      if (event === null) return []
      // Written by `keepEvents` from the same type.
      const then: ScoreboardEvent = JSON.parse(event)
      const now = today.get(incident)
      const named = now && { protocol: now.event.protocol, name: now.event.name }
      const correction = now && correctionOf(then, now.event)
      const kept = { ...then, ...named, publishedOn, ...(correction && { correction }) }
      return [{ event: kept, comparison: now?.comparison ?? null }]
    },
  )
  const known = new Set(first.map(({ event }) => event.incident))
  const fresh = judged.filter(({ event }) => !known.has(event.incident))
  const all = [
    ...first,
    ...fresh.map(({ event, ...rest }) => ({ event: { ...event, publishedOn: asOf }, ...rest })),
  ]
  return {
    judged: all.map(({ event, comparison }) => ({ event: noted(event), comparison })),
    unscored: unscored.filter(({ incident }) => !known.has(incident)).map(noted),
    unmatched: unmatched.filter((incident) => !known.has(incident)),
  }

  function noted<T extends Scoreboard['unscored'][number]>(event: T): T {
    const unlistedSince = unlisted.get(event.incident)
    return unlistedSince === undefined ? event : { ...event, unlistedSince }
  }
}

function correctionOf(
  then: ScoreboardEvent,
  now: ScoreboardEvent,
): ScoreboardEvent['correction'] | undefined {
  if (OF_THE_LOSS.every((field) => then[field] === now[field])) return undefined
  const { day, lossUsd, returnedUsd, tvlUsd, lossShare } = now
  return { day, lossUsd, returnedUsd, tvlUsd, lossShare }
}
