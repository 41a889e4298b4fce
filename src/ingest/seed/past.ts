import type { Day } from '../../domain/day.ts'
import { firstDayOf } from './audits-schema.ts'
import type { SeedContent, SeedPastDay, SeedProtocol } from './schema.ts'

/** What a seed knows on an earlier day: the rows of that day, and of its other rows and files what is not later. */
export function seedOn(seed: SeedContent, past: SeedPastDay): SeedContent {
  const { asOf: day, protocols, bounties, adapters } = past
  const own = new Set(protocols.map(({ id }) => id))
  const still = seed.protocols.protocols.filter(({ id, asOf }) => asOf <= day && !own.has(id))
  const until = <File extends { asOf: Day }>(file: File): File => ({
    ...file,
    asOf: file.asOf < day ? file.asOf : day,
  })
  const { incidents, reviews, sanctions, control, markets, audits } = seed
  return {
    protocols: {
      ...until(seed.protocols),
      protocols: [...protocols, ...still.map((row) => withoutLaterFacts(row, day))],
    },
    incidents: {
      ...until(incidents),
      incidents: incidents.incidents.filter((row) => row.day <= day),
    },
    bounties: { ...until(seed.bounties), bounties },
    reviews: { ...until(reviews), reviews: reviews.reviews.filter((row) => row.reviewedOn <= day) },
    sanctions: { ...until(sanctions), lists: sanctions.lists.filter(({ asOf }) => asOf <= day) },
    adapters: { ...until(seed.adapters), adapters },
    control: { ...until(control), contracts: control.contracts.filter((row) => row.day <= day) },
    markets: { ...until(markets), markets: markets.markets.filter((row) => row.day <= day) },
    audits: {
      ...until(audits),
      audits: audits.audits.filter(({ date }) => firstDayOf(date) <= day),
    },
  }
}

/** Facts have the day of their row, but for those that `dated` names. */
function withoutLaterFacts(row: SeedProtocol, day: Day): SeedProtocol {
  const known = structuredClone(row)
  for (const [name, of] of Object.entries(row.dated ?? {})) {
    if (of <= day) continue
    Reflect.deleteProperty(known, name)
    Reflect.deleteProperty(known.dated ?? {}, name)
  }
  if (row.ending && row.ending.asOf > day) delete known.ending
  return known
}
