import * as z from 'zod'

/** A row of DefiLlama's list of protocols, as far as it is used here. */
export const listRow = z.looseObject({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  category: z.string().nullish(),
  tvl: z.number().nullish(),
  chains: z.array(z.string()).default([]),
  chainTvls: z.record(z.string(), z.unknown()).default({}),
})
export type ListRow = z.infer<typeof listRow>

/** Custodians, chains and bridges: what is deposited there is not a position at a protocol. */
const LEFT_OUT = new Set(['CEX', 'Chain', 'Bridge', 'Canonical Bridge'])
/** A protocol is found when chains with at least this share of its TVL are read. */
const MOST = 0.9

export interface Scanned {
  /** By DefiLlama's id: the chains, by our name, on which a scan reads the protocol. */
  protocols: ReadonlyMap<string, ReadonlySet<string>>
  /** Every chain that a scan reads. */
  chains: ReadonlySet<string>
  /** Our name of a chain that the list names. */
  chainName: (listed: string) => string
}

export interface Judged {
  slug: string
  name: string
  category: string
  tvlUsd: number
  result: 'found' | 'part' | 'not'
  why: string | null
}

/** The largest protocols of a list, without custodians, chains and bridges. Pure. */
export function largest(rows: readonly ListRow[], count: number): ListRow[] {
  return rows
    .filter(({ category, tvl }) => !LEFT_OUT.has(category ?? '') && (tvl ?? 0) > 0)
    .sort((a, b) => (b.tvl ?? 0) - (a.tvl ?? 0))
    .slice(0, count)
}

/** What rules cannot see of protocols, by DefiLlama's id. */
export interface Exceptions {
  /** Protocols that a scan names, and of which it does not read a part. */
  readInPart: Readonly<Partial<Record<string, { why: string }>>>
  /** Protocols that hold nothing that an address could be asked for, or nothing any more. */
  notHeld: Readonly<Partial<Record<string, { why: string }>>>
}

/** Whether a scan finds what people hold at a protocol, by the chains that it is read on and the exceptions. Pure. */
export function judge(row: ListRow, scanned: Scanned, { readInPart, notHeld }: Exceptions): Judged {
  const { id, slug, name, category, tvl } = row
  const base = { slug, name, category: category ?? '', tvlUsd: Math.round(tvl ?? 0) }
  const read = scanned.protocols.get(id)
  const exception = readInPart[id]
  if (!read) {
    const why = notHeld[id]?.why ?? exception?.why ?? whyNot(row, scanned)
    return { ...base, result: 'not', why }
  }
  const unread = shares(row, scanned).filter(({ chain }) => !read.has(chain))
  const missing = unread.reduce((sum, { share }) => sum + share, 0)
  const places = unread.filter(({ share }) => share >= 0.01).map(({ chain }) => chain)
  const elsewhere = missing > 1 - MOST ? [`Not read on ${places.join(', ')}.`] : []
  const reasons = [...(exception ? [exception.why] : []), ...elsewhere]
  if (reasons.length === 0) return { ...base, result: 'found', why: null }
  return { ...base, result: 'part', why: reasons.join(' ') }
}

function whyNot(row: ListRow, { chains, chainName }: Scanned): string {
  const places = row.chains.map(chainName)
  if (places.length > 0 && !places.some((chain) => chains.has(chain))) {
    return `Only on chains that are not read: ${places.slice(0, 4).join(', ')}.`
  }
  return 'No driver reads it yet.'
}

/** The share of each chain in a protocol's TVL. Borrowed and staked amounts, which the list keeps beside it, are left out. */
function shares(row: ListRow, { chainName }: Scanned): { chain: string; share: number }[] {
  const parts = row.chains.flatMap((listed) => {
    const tvl = row.chainTvls[listed]
    return typeof tvl === 'number' && tvl > 0 ? [{ chain: chainName(listed), tvl }] : []
  })
  const total = parts.reduce((sum, { tvl }) => sum + tvl, 0)
  return parts.map(({ chain, tvl }) => ({ chain, share: tvl / total }))
}

export interface Sum {
  count: number
  /** Share of the TVL of all judged protocols, 0 to 1. */
  tvl: number
}

/** Counts and shares of TVL by result. Pure. */
export function sums(rows: readonly Judged[]): Record<Judged['result'], Sum> {
  const total = rows.reduce((sum, { tvlUsd }) => sum + tvlUsd, 0)
  const of = (result: Judged['result']): Sum => {
    const those = rows.filter((row) => row.result === result)
    const tvl = those.reduce((sum, { tvlUsd }) => sum + tvlUsd, 0) / (total || 1)
    return { count: those.length, tvl: Number(tvl.toFixed(4)) }
  }
  return { found: of('found'), part: of('part'), not: of('not') }
}
