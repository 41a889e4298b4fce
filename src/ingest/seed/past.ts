import { addDays, type Day } from '../../domain/day.ts'
import { firstDayOf } from './audits-schema.ts'
import type { SeedContent, SeedProtocol } from './schema.ts'

/** Ages in days of the earlier snapshots that a sample gives, oldest first: three months, and the week before. */
const AGES = [90, 60, 30, 7]

/** The days of which a sample with this newest fact gives a snapshot, oldest first. */
export function seedDays(asOf: Day): Day[] {
  return [...AGES.map((age) => addDays(asOf, -age)), asOf]
}

/**
 * What a seed knows on a day: rows of later days are left out, and adapters are as they were read last before it. A protocol whose
 * amounts are of a later day is not in it yet.
 */
export function seedOn(seed: SeedContent, day: Day): SeedContent {
  const { protocols, incidents, bounties, reviews, sanctions, adapters, control, markets, audits } =
    seed
  const until = <File extends { asOf: Day }>(file: File): File => ({
    ...file,
    asOf: file.asOf < day ? file.asOf : day,
  })
  return {
    protocols: {
      ...until(protocols),
      protocols: protocols.protocols
        .filter(({ asOf }) => asOf <= day)
        .map((row) => withoutLaterFacts(row, day)),
    },
    incidents: {
      ...until(incidents),
      incidents: incidents.incidents.filter((row) => row.day <= day),
    },
    bounties: { ...until(bounties), bounties: bounties.bounties.filter(({ asOf }) => asOf <= day) },
    reviews: { ...until(reviews), reviews: reviews.reviews.filter((row) => row.reviewedOn <= day) },
    sanctions: { ...until(sanctions), lists: sanctions.lists.filter(({ asOf }) => asOf <= day) },
    adapters: {
      ...until(adapters),
      adapters: adapters.adapters.flatMap((row) => adapterOn(row, day)),
    },
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
    if (of > day) Reflect.deleteProperty(known, name)
  }
  if (row.ending && row.ending.asOf > day) delete known.ending
  return known
}

type Adapter = SeedContent['adapters']['adapters'][number]

/** An adapter as it was read last up to a day; nothing when it was not there yet. `earlier` lists the readings that differ. */
function adapterOn(row: Adapter, day: Day): Adapter[] {
  const { protocolId, module, earlier = [], ...newest } = row
  const found = [...earlier, newest].findLast((reading) => reading.day <= day)
  return found ? [{ protocolId, module, ...found, day }] : []
}
