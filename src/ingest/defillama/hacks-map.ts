import * as z from 'zod'
import { type Batch, count, noRowCounts } from '../../domain/batch.ts'
import type { Day } from '../../domain/day.ts'
import { PlimsollError } from '../../domain/errors.ts'
import type { Incident } from '../../domain/protocol.ts'
import { canonicalChain } from '../chain-table.ts'
import { FieldCounter, type ReadFields, readField } from '../read-fields.ts'
import { refuseRow } from '../refuse-row.ts'
import { ownerKey } from './incident-owners.ts'
import { plainText, webAddress } from './text.ts'
import { dayOfUpstream } from './upstream-day.ts'

const text = z.string().nullish().catch(null)
const amount = z.number().nonnegative().nullish().catch(null)

const PROTOCOL_OR_FAMILY = /^(?:[1-9]\d{0,14}|parent#.+)$/

/** One row of `/hacks`, 2023 to 2026. Only name and date are required; any other invalid value counts as absent. */
const rowSchema = z
  .object({
    name: z.string(),
    date: z.number(),
    classification: text,
    technique: text,
    amount,
    returnedFunds: amount,
    chain: z.array(z.string()).nullish().catch(null),
    targetType: text,
    source: text,
    defillamaId: z
      .union([z.number().int(), z.string().trim()])
      .transform(String)
      .pipe(z.string().regex(PROTOCOL_OR_FAMILY))
      .nullish()
      .catch(null),
    parentProtocolId: text,
  })
  .transform(({ defillamaId, parentProtocolId, ...row }) => {
    // An incident of a whole family has the family's id in place of a protocol's.
    const family = defillamaId?.startsWith('parent#') ? defillamaId : null
    return {
      ...row,
      defillamaId: family === null ? defillamaId : null,
      parentProtocolId: parentProtocolId ?? family,
    }
  })

/** More incidents than any protocol has had: a longer list is no list of one protocol. */
const MAX_PAGE_HACKS = 500

const pageSchema = z.object({ hacks: z.array(z.unknown()).max(MAX_PAGE_HACKS) })

type UpstreamHack = z.infer<typeof rowSchema>

const scored = (name: keyof UpstreamHack) => readField<UpstreamHack>(true, name)
const shown = (name: keyof UpstreamHack) => readField<UpstreamHack>(false, name)

/** The fields we read. */
export const HACK_FIELDS: ReadFields<UpstreamHack> = {
  name: scored('name'),
  date: scored('date'),
  amount: scored('amount'),
  returnedFunds: scored('returnedFunds'),
  defillamaId: scored('defillamaId'),
  parentProtocolId: scored('parentProtocolId'),
  targetType: scored('targetType'),
  classification: shown('classification'),
  technique: shown('technique'),
  chain: shown('chain'),
  source: shown('source'),
}

/** Targets that are not protocols. They count only when upstream gives them a protocol id. */
const NOT_PROTOCOLS: ReadonlySet<string> = new Set(['CEX', 'Other', 'Wallet'])

interface HacksOptions {
  /** Incidents after this day are dropped. */
  asOf: Day
  source: string
  /** Id of a protocol or a family by `ownerKey`. */
  owners: ReadonlyMap<string, string>
}

/**
 * Maps the body of `/hacks` to incidents in order of day and name. Names are never matched by similarity: only upstream's
 * id or our owner table links an incident to a protocol. Throws `UPSTREAM_INVALID` when the body is not a list or is empty.
 */
export function mapHacks(body: unknown, options: HacksOptions): Batch {
  if (!Array.isArray(body) || body.length === 0) {
    throw new PlimsollError(
      'UPSTREAM_INVALID',
      'DefiLlama /hacks: the response is not a list, or is empty.',
    )
  }
  const rowCounts = noRowCounts()
  const fields = new FieldCounter(HACK_FIELDS)
  const dated: Dated[] = []
  for (const raw of body) {
    rowCounts.rows += 1
    const hack = readHack(raw)
    if (hack === null) {
      refuseRow(rowCounts, 'invalid-row', raw)
      continue
    }
    const { row, day } = hack
    fields.add(row)
    const target = row.targetType ?? ''
    if (day > options.asOf) refuseRow(rowCounts, 'after-as-of', raw)
    else if (NOT_PROTOCOLS.has(target) && !row.defillamaId) count(rowCounts.outOfScope, target)
    else dated.push(hack)
  }
  rowCounts.accepted = dated.length
  return {
    asOf: options.asOf,
    rowCounts,
    fields: fields.counts,
    incidents: withIds(dated, options),
  }
}

/**
 * Maps `hacks` in the body of `GET /protocol/{slug}` to incidents; null when the page has no such list, or one of more than
 * `MAX_PAGE_HACKS`. A row without a protocol belongs to the protocol of the page. The rows have the keys of those of `/hacks`, as seen
 * on 2026-10-04.
 */
export function mapPageHacks(
  body: unknown,
  protocolId: string,
  options: HacksOptions,
): Incident[] | null {
  const page = pageSchema.safeParse(body)
  if (!page.success) return null
  const dated = page.data.hacks.flatMap((raw): Dated[] => {
    const hack = readHack(raw)
    if (hack === null || hack.day > options.asOf) return []
    const { defillamaId, parentProtocolId } = hack.row
    const own = defillamaId ?? (parentProtocolId ? null : protocolId)
    return [{ ...hack, row: { ...hack.row, defillamaId: own } }]
  })
  return withIds(dated, options)
}

interface Dated {
  row: UpstreamHack
  name: string
  day: Day
  stem: string
}

function readHack(raw: unknown): Dated | null {
  const parsed = rowSchema.safeParse(raw)
  if (!parsed.success) return null
  const name = plainText(parsed.data.name, 200)
  const day = dayOfUpstream(parsed.data.date)
  if (name === null || day === null) return null
  return { row: parsed.data, name, day, stem: incidentStem(day, name) }
}

/** Ids do not depend on the order of upstream's list: incidents of one name and day are numbered by their content. */
function withIds(dated: Dated[], options: HacksOptions): Incident[] {
  const ordered = dated
    .map((item) => ({ ...item, order: orderOf(item) }))
    .sort((a, b) => (a.order < b.order ? -1 : a.order > b.order ? 1 : 0))
  const used = new Set<string>()
  return ordered.map((item) => {
    let id = item.stem
    for (let nth = 2; used.has(id); nth += 1) id = `${item.stem}-${nth}`
    used.add(id)
    return mapIncident(item, id, options)
  })
}

function mapIncident({ row, name, day }: Dated, id: string, options: HacksOptions): Incident {
  const { defillamaId } = row
  const named = options.owners.get(ownerKey(name, defillamaId))
  const [family, owner] = named?.startsWith('parent#') ? [named, undefined] : [null, named]
  const chains = (row.chain ?? []).flatMap((chain) => plainText(chain, 100) ?? [])
  return {
    id,
    protocolId: owner ?? defillamaId ?? null,
    parentId: family ?? plainText(row.parentProtocolId, 200),
    name,
    day,
    lossUsd: row.amount ?? null,
    returnedUsd: row.returnedFunds ?? null,
    // The store reads it from the history of TVL.
    tvlBeforeUsd: null,
    tvlBeforeDay: null,
    chain: [...new Set(chains.map(canonicalChain))].join(', ') || null,
    cause: plainText(row.classification, 200),
    technique: plainText(row.technique, 500),
    pocUrl: webAddress(row.source),
    source: options.source,
    matchMethod: owner ? 'alias' : defillamaId ? 'upstream-id' : 'none',
  }
}

function orderOf({ stem, row }: Dated): string {
  const { defillamaId, chain, technique, classification, amount: usd } = row
  return `${stem} ${JSON.stringify([defillamaId, chain, technique, classification, usd])}`
}

/** The id of an incident, such as `2023-11-22-kyberswap`; a further one of the day and name has a number behind it. */
export function incidentStem(day: Day, name: string): string {
  return `${day}-${slugOf(name)}`
}

function slugOf(name: string): string {
  const ascii = name.normalize('NFKD').toLowerCase()
  return (
    ascii
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 80) || 'unnamed'
  )
}
