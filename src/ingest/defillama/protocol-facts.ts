import type { Day } from '../../domain/day.ts'
import type { AuditFlag, Facts, Oracle } from '../../domain/protocol.ts'
import { known, missing, type Reading } from '../../domain/reading.ts'
import type { Ending } from '../../domain/status.ts'
import { mapHallmarks } from './hallmarks.ts'
import type { UpstreamProtocol } from './protocols-schema.ts'
import { plainText, webAddress } from './text.ts'
import { dayOfUpstream } from './upstream-day.ts'
import { mapWarnings } from './warnings.ts'

const AUDIT_FLAG: ReadonlyMap<string, AuditFlag> = new Map([
  ['0', 'none'],
  ['1', 'partial'],
  ['2', 'audited'],
  ['3', 'fork-of-audited'],
])

/** `-`, `null`, an empty text, or a chain prefix without an address. */
const NO_ADDRESS = /^(?:[^:]*:)?\s*(?:-|null|undefined)?$/i

/** Limits of a change over seven days as a fraction; upstream reports up to 495,000 % (2024-03-11). */
const CHANGE_LIMITS = { min: -1, max: 10 }

/** Upstream fields with an unexpected shape; their facts are refused. */
type Unexpected = Pick<ReadonlyMap<string, unknown>, 'has'>

/** The facts of one row. Every fact is present, as known or as missing with a reason. */
export function mapFacts(
  row: UpstreamProtocol,
  unexpected: Unexpected,
  asOf: Day,
  source: string,
): Facts {
  const read = <T>(field: string, value: T | null | 'refused'): Reading<T> => {
    if (unexpected.has(field) || value === 'refused') return missing('refused', source)
    return value === null ? missing('not-covered', source) : known(value, asOf, source)
  }
  const flag = auditFlag(row.audits)
  const listed = row.listedAt ?? null
  return {
    contract: read('address', contract(row.address)),
    auditFlag: read('audits', flag),
    auditLinks: read('audit_links', auditLinks(row.audit_links, flag)),
    oracles: read(
      row.oraclesBreakdown || unexpected.has('oraclesBreakdown') ? 'oraclesBreakdown' : 'oracles',
      oracles(row, asOf),
    ),
    forkedFrom: read(
      row.forkedFromIds || unexpected.has('forkedFromIds') ? 'forkedFromIds' : 'forkedFrom',
      forkedFrom(row),
    ),
    governance: read('governanceID', row.governanceID ? distinct(row.governanceID) : null),
    listedOn: read('listedAt', listed === null ? null : listedOn(listed, asOf)),
    tvlChange7d: read('change_7d', fraction(row.change_7d)),
    hallmarks: read('hallmarks', mapHallmarks(row.hallmarks, asOf)),
    ending: read('deadFrom', ending(row, asOf)),
    warnings: read('warningBanners', mapWarnings(row.warningBanners, asOf)),
  }
}

/** An end that upstream announces for a later day; from that day on the row is out of scope. */
function ending({ deadFrom }: UpstreamProtocol, asOf: Day): Ending | null {
  const since = dayOfUpstream(deadFrom)
  if (since === null || since <= asOf) return null
  return { status: 'winding-down', since, reason: `DefiLlama marks it as dead from ${since} on.` }
}

function contract(address: string | null | undefined): string | null {
  const text = plainText(address, 200)
  return text === null || NO_ADDRESS.test(text) ? null : text
}

function auditFlag(audits: UpstreamProtocol['audits']): AuditFlag | null | 'refused' {
  const text = String(audits ?? '').trim()
  return text === '' ? null : (AUDIT_FLAG.get(text) ?? 'refused')
}

/** A missing list means no links when the flag is known; otherwise the links are unknown. */
function auditLinks(
  links: string[] | null | undefined,
  flag: AuditFlag | null | 'refused',
): string[] | null | 'refused' {
  if (!links) return flag === null || flag === 'refused' ? null : []
  const addresses = distinct(links.flatMap((link) => webAddress(link) ?? []))
  return addresses.length === 0 && links.some((link) => /\S/.test(link)) ? 'refused' : addresses
}

/** Oracles in use on the day: those in the breakdown that have not ended, or the older plain list. */
function oracles(row: UpstreamProtocol, asOf: Day): Oracle[] | null {
  if (!row.oraclesBreakdown) {
    return row.oracles
      ? distinct(row.oracles).map((name) => ({ name, type: 'Declared', proof: [] }))
      : null
  }
  return row.oraclesBreakdown.flatMap((entry) => {
    const name = plainText(entry.name, 200)
    const endedOn = dayOfUpstream(entry.endDate)
    if (name === null || (endedOn !== null && endedOn < asOf)) return []
    const startDate = dayOfUpstream(entry.startDate)
    return {
      name,
      type: plainText(entry.type, 50) ?? 'Declared',
      proof: (entry.proof ?? []).flatMap((link) => webAddress(link) ?? []),
      ...(startDate === null ? {} : { startDate }),
    }
  })
}

/** Ids of the newer field, then ids or names of the older one. */
function forkedFrom({ forkedFromIds, forkedFrom: older }: UpstreamProtocol): string[] | null {
  return forkedFromIds || older ? distinct([...(forkedFromIds ?? []), ...(older ?? [])]) : null
}

/** A listing date in the future is refused. An absent one stays missing: it means an old listing, not a new one. */
function listedOn(seconds: number, asOf: Day): Day | 'refused' {
  const day = dayOfUpstream(seconds)
  return day === null || day > asOf ? 'refused' : day
}

function fraction(percent: number | null | undefined): number | null {
  if (percent === null || percent === undefined) return null
  return Math.min(CHANGE_LIMITS.max, Math.max(CHANGE_LIMITS.min, percent / 100))
}

function distinct(texts: string[]): string[] {
  if (texts.length === 0) return []
  return [...new Set(texts.flatMap((text) => plainText(text, 500) ?? []))]
}
