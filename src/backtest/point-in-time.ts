import * as z from 'zod'
import { type Day, dayNumber } from '../domain/day.ts'
import { PlimsollError } from '../domain/errors.ts'
import type { Universe } from '../domain/record.ts'
import { auditedOn } from '../ingest/defillama/auditor-date.ts'
import { dayOfUpstream } from '../ingest/defillama/upstream-day.ts'

/** What a cohort's registry file held that was not known on its day, or may not have been. Counts of rows or entries. */
export interface RegistryCuts {
  rows: number
  /** Rows already flagged dead on the day; the live mapper leaves them out too. */
  dead: number
  listedAfter: number
  deadLater: number
  /** Names of rows with an undated dead flag that were exploited after the day: the flag is ignored. */
  flagsIgnored: string[]
  laterAudits: number
  laterOracles: number
}

const moment = z.union([z.string(), z.number()]).nullish().catch(null)

/** Later than any date in the data. */
const ANY_DAY = '2099-12-31'

/** Only the dated fields. A row of another shape is passed on for the live mapper to reject. */
const rowSchema = z.looseObject({
  id: z.union([z.string(), z.number()]).transform(String),
  name: z.string().catch(''),
  listedAt: moment,
  deadFrom: moment,
  deadUrl: z.unknown().optional(),
  rugged: z.unknown().optional(),
  deprecated: z.unknown().optional(),
  audit_links: z.array(z.unknown()).nullish().catch(null),
  oraclesBreakdown: z
    .array(z.looseObject({ startDate: moment }))
    .nullish()
    .catch(null),
})

type Row = z.infer<typeof rowSchema>

/**
 * The registry rows as they could be read on `day`, and what was removed. An undated flag may have been set later, so it is
 * ignored on rows of `exploitedLater`: it must not remove the event from the comparison.
 */
export function cutRegistry(
  rows: readonly unknown[],
  day: Day,
  exploitedLater: ReadonlySet<string>,
): { rows: unknown[]; cuts: RegistryCuts } {
  const cuts: RegistryCuts = {
    rows: rows.length,
    dead: 0,
    listedAfter: 0,
    deadLater: 0,
    flagsIgnored: [],
    laterAudits: 0,
    laterOracles: 0,
  }
  const kept = rows.flatMap((raw) => {
    const parsed = rowSchema.safeParse(raw)
    if (!parsed.success) return [raw]
    if (isAfter(parsed.data.listedAt, day)) {
      cuts.listedAfter += 1
      return []
    }
    return [cutRow(raw, parsed.data, day, exploitedLater, cuts)]
  })
  return { rows: kept, cuts }
}

function cutRow(
  raw: unknown,
  row: Row,
  day: Day,
  exploitedLater: ReadonlySet<string>,
  cuts: RegistryCuts,
): unknown {
  const changed: Record<string, unknown> = { ...(typeof raw === 'object' ? raw : {}) }
  const isFlagged = Boolean(row.deadUrl || row.rugged || row.deprecated)
  const diedOn = dayOfUpstream(row.deadFrom)
  if (diedOn !== null && diedOn > day) {
    cuts.deadLater += 1
    withoutFlags(changed)
  } else if (isFlagged && diedOn === null && exploitedLater.has(row.id)) {
    cuts.flagsIgnored.push(row.name)
    withoutFlags(changed)
  } else if (isFlagged || diedOn !== null) cuts.dead += 1
  const audits = row.audit_links?.filter((link) => !isLaterReport(link, day))
  if (audits && audits.length !== row.audit_links?.length) {
    cuts.laterAudits += (row.audit_links?.length ?? 0) - audits.length
    changed.audit_links = audits
  }
  const oracles = row.oraclesBreakdown?.filter(({ startDate }) => !isAfter(startDate, day))
  if (oracles && oracles.length !== row.oraclesBreakdown?.length) {
    cuts.laterOracles += (row.oraclesBreakdown?.length ?? 0) - oracles.length
    changed.oraclesBreakdown = oracles
  }
  return changed
}

function withoutFlags(row: Record<string, unknown>): void {
  for (const flag of ['deadFrom', 'deadUrl', 'rugged', 'deprecated']) delete row[flag]
}

function isAfter(value: string | number | null | undefined, day: Day): boolean {
  const own = dayOfUpstream(value)
  return own !== null && own > day
}

/** The live mapper treats a future date as a typo. In a back-test it is a report that did not exist yet, so it is dropped. */
function isLaterReport(link: unknown, day: Day): boolean {
  return typeof link === 'string' && isAfter(auditedOn(link, ANY_DAY), day)
}

/**
 * The last check before scoring: throws `UPSTREAM_INVALID` when anything in the universe has a later date. Ingest rejects
 * such data already, so this fails only after a mistake there.
 */
export function assertPointInTime(universe: Universe): void {
  const { asOf } = universe
  const limit = dayNumber(asOf)
  const incidents = universe.incidents.known ? universe.incidents.value : []
  for (const { id, day } of incidents) if (day > asOf) throw leak(`the incident ${id}`, asOf)
  for (const record of universe.records) {
    const { facts, history, slug } = record
    const readings = [record.tvl, ...Object.values(facts)]
    if (readings.some((reading) => reading?.known && reading.asOf > asOf)) {
      throw leak(`a reading of ${slug}`, asOf)
    }
    if ((history.days.at(-1) ?? limit) > limit) throw leak(`TVL of ${slug}`, asOf)
    if (record.audits.some(({ auditedOn }) => auditedOn !== null && auditedOn > asOf)) {
      throw leak(`an audit of ${slug}`, asOf)
    }
    const reviews = facts.reviews?.known ? facts.reviews.value : []
    if (reviews.some(({ reviewedOn }) => reviewedOn > asOf)) throw leak(`a review of ${slug}`, asOf)
    const { adapterChanges } = facts
    if (adapterChanges?.known && adapterChanges.value.lastChangedOn > asOf) {
      throw leak(`a change of the adapter of ${slug}`, asOf)
    }
    if (facts.listedOn?.known && facts.listedOn.value > asOf) throw leak(`the row ${slug}`, asOf)
  }
}

function leak(what: string, day: Day): PlimsollError {
  return new PlimsollError(
    'UPSTREAM_INVALID',
    `The cohort of ${day} contains ${what} with a later date, so it was not scored.`,
  )
}
