import { type Batch, count, noRowCounts, type ProtocolRow } from '../../domain/batch.ts'
import type { Day } from '../../domain/day.ts'
import { PlimsollError } from '../../domain/errors.ts'
import type { OutOfScope, TvlPoint } from '../../domain/protocol.ts'
import { known, missing, type Reading } from '../../domain/reading.ts'
import { moduleOfField } from '../adapters/module.ts'
import { canonicalChain, findChain } from '../chain-table.ts'
import { ownDescription } from '../own-descriptions.ts'
import { FieldCounter } from '../read-fields.ts'
import { refuseRow } from '../refuse-row.ts'
import { mapFacts } from './protocol-facts.ts'
import { PROTOCOL_FIELDS } from './protocol-fields.ts'
import { ProtocolNotes } from './protocols-notes.ts'
import { parseProtocolRow, type UpstreamProtocol } from './protocols-schema.ts'
import { plainText, twitterHandle, webAddress } from './text.ts'
import { readTvlKey, tvlParts } from './tvl-key.ts'
import { dayOfUpstream } from './upstream-day.ts'

/** No protocol holds ten trillion dollars; a larger amount is an adapter error. */
const MAX_TVL_USD = 1e13

export interface ProtocolsOptions {
  /** The day of the response. */
  asOf: Day
  /** Source id of every reading. */
  source: string
  /** Whether a chain outside our table is EVM. Default: no. */
  chainIsEvm?: (name: string) => boolean
}

/**
 * Maps the body of `GET /protocols` to the registry. Every row is counted; an invalid field becomes missing and never
 * drops the row. Throws `UPSTREAM_INVALID` when the body is not a list or is empty.
 */
export function mapProtocols(body: unknown, options: ProtocolsOptions): Batch {
  if (!Array.isArray(body)) {
    throw new PlimsollError('UPSTREAM_INVALID', 'DefiLlama /protocols: the response is not a list.')
  }
  if (body.length === 0) {
    throw new PlimsollError('UPSTREAM_INVALID', 'DefiLlama /protocols: the list is empty.')
  }
  const rowCounts = noRowCounts()
  const notes = new ProtocolNotes()
  const ids = new Set<string>()
  const slugs = new Set<string>()
  const fields = new FieldCounter(PROTOCOL_FIELDS)
  const protocols: ProtocolRow[] = []
  for (const raw of body) {
    rowCounts.rows += 1
    const parsed = parseProtocolRow(raw)
    const name = parsed.valid ? plainText(parsed.row.name, 200) : null
    if (!parsed.valid || name === null) {
      refuseRow(rowCounts, 'invalid-row', raw)
      continue
    }
    const { row, unexpected } = parsed
    if (ids.has(row.id) || slugs.has(row.slug)) {
      refuseRow(rowCounts, ids.has(row.id) ? 'duplicate-id' : 'duplicate-slug', raw)
      continue
    }
    ids.add(row.id)
    slugs.add(row.slug)
    fields.add(row, row.id)
    const protocol = mapProtocol(row, name, unexpected, options)
    notes.add(row, protocol, unexpected)
    if (protocol.outOfScope === null) rowCounts.accepted += 1
    else count(rowCounts.outOfScope, protocol.outOfScope)
    protocols.push(protocol)
  }
  return {
    asOf: options.asOf,
    rowCounts,
    fields: fields.counts,
    carriers: fields.carriers,
    protocols,
    notes: notes.sentences(),
  }
}

function mapProtocol(
  row: UpstreamProtocol,
  name: string,
  unexpected: ReadonlyMap<string, unknown>,
  options: ProtocolsOptions,
): ProtocolRow {
  const { asOf, source } = options
  const symbol = plainText(row.symbol, 100)
  const chains = protocolChains(row)
  const category = plainText(row.category, 100)
  return {
    id: row.id,
    slug: row.slug,
    name,
    category,
    chains,
    symbol: symbol === '-' ? null : symbol,
    url: webAddress(row.url),
    twitter: twitterHandle(row.twitter),
    organisations: row.github?.filter((name) => /^[\w.-]{1,39}$/.test(name)) ?? [],
    logoUrl: webAddress(row.logo),
    description: plainText(row.description, 2_000) ?? ownDescription(row.id),
    parentId: plainText(row.parentProtocol, 200),
    parentSlug: plainText(row.parentProtocolSlug, 200),
    adapterModule: moduleOfField(row.module),
    outOfScope: outOfScope(row, category, chains, options),
    tvl: mapTvl(row, unexpected, asOf, source),
    facts: mapFacts(row, unexpected, asOf, source),
  }
}

/**
 * Canonical names of the listed chains, then of unlisted chains with TVL. Without a readable list: every chain with an
 * amount.
 */
function protocolChains({ chains, chainTvls }: UpstreamProtocol): string[] {
  const held = Object.entries(chainTvls ?? {}).flatMap(([key, usd]) => {
    const named = readTvlKey(key)
    const holdsTvl = named?.section === 'tvl' && usd !== null && usd > 0 && isAmount(usd)
    return named?.chain && (holdsTvl || !chains) ? named.chain : []
  })
  const spellings = [...(chains ?? []), ...held]
  const names = spellings.map((spelling) => findChain(spelling)?.name ?? plainText(spelling, 100))
  return [...new Set(names)].filter((name) => name !== null)
}

function outOfScope(
  row: UpstreamProtocol,
  category: string | null,
  chains: string[],
  { asOf, chainIsEvm }: ProtocolsOptions,
): OutOfScope | null {
  const kind = category?.toLowerCase()
  if (kind === 'cex') return 'cex'
  if (kind === 'chain') return 'chain-row'
  const deadFrom = dayOfUpstream(row.deadFrom)
  if (row.deadUrl || row.rugged || row.deprecated) return 'dead'
  if (deadFrom !== null && deadFrom <= asOf) return 'dead'
  if (chains.length === 0) return 'no-chain'
  const supported = chains.some((name) => {
    const chain = findChain(name)
    return chain === undefined ? chainIsEvm?.(name) : chain.kind !== 'other'
  })
  return supported ? null : 'unsupported-chain'
}

/**
 * TVL by chain and section. Upstream's total is the sum of its plain chains, so one invalid amount there makes the whole
 * TVL invalid; in another section only that amount is dropped.
 */
function mapTvl(
  row: UpstreamProtocol,
  unexpected: ReadonlyMap<string, unknown>,
  asOf: Day,
  source: string,
): Reading<TvlPoint[]> {
  if (unexpected.has('tvl') || unexpected.has('chainTvls')) return missing('refused', source)
  if (row.tvl === null || row.tvl === undefined) return missing('not-covered', source)
  if (!isAmount(row.tvl)) return missing('refused', source)
  const listed = row.chains ?? []
  const points: TvlPoint[] = []
  for (const part of tvlParts(row.chainTvls ?? {}, listed, (preferred) => preferred)) {
    const { chain, section, value: usd } = part
    if (usd === null || usd === undefined) continue
    if (isAmount(usd)) points.push({ chain, section, usd })
    else if (section === 'tvl') return missing('refused', source)
  }
  if (row.tvl > 0 && !points.some((point) => point.section === 'tvl')) {
    const [only, second] = listed
    if (only === undefined || second !== undefined) return missing('refused', source)
    points.push({ chain: canonicalChain(only), section: 'tvl', usd: row.tvl })
  }
  return known(points, asOf, source)
}

/** Whether this is a plausible amount in US dollars. */
export function isAmount(usd: number): boolean {
  return Number.isFinite(usd) && usd >= 0 && usd <= MAX_TVL_USD
}
