import { KINDS, type Kind, type Unread } from '../../src/wallet/model/kinds.ts'
import type { LargeRow } from './list.ts'

/** A protocol is found when chains with at least this share of its TVL are read. */
const MOST = 0.9
/** Its own token counts when it is at least this share of what people have there. */
const MUCH = 0.1
/** Beside what people come for: it shows nothing of whether a chain is read. */
const BESIDE: readonly Kind[] = ['withdrawal', 'reward', 'lock', 'gauge']

/** What a scan reads of one protocol. */
export interface Read {
  /** By chain. */
  kinds: ReadonlyMap<string, ReadonlySet<Kind>>
  /** The tests that show it, by kind. */
  proofs: ReadonlyMap<Kind, ReadonlySet<string>>
  unread: readonly Unread[]
}

export interface Scanned {
  /** By DefiLlama's id. */
  protocols: ReadonlyMap<string, Read>
  /** Every chain that a scan reads, by our name. */
  chains: ReadonlySet<string>
  /** Our name of a chain that the list names. */
  chainName: (listed: string) => string
}

export interface JudgedProtocol {
  slug: string
  name: string
  category: string
  tvlUsd: number
  result: 'found' | 'part' | 'not'
  why: string | null
  /** With the files that show it. */
  read: { kind: Kind; tests: string }[]
  /** What is not read and small, which does not count. */
  small: string | null
}

/** Whether a scan finds what people hold at a protocol: every kind that may be a tenth of it, on chains with nearly all of its TVL. Pure. */
export function judge(row: LargeRow, scanned: Scanned): JudgedProtocol {
  const { id, slug, name, category, tvl } = row
  const base = { slug, name, category, tvlUsd: tvl * 1e6 }
  const read = scanned.protocols.get(id)
  if (!read) return { ...base, result: 'not', why: whyNot(row, scanned), read: [], small: null }
  const kinds = KINDS.filter((kind) => read.proofs.has(kind))
  const large = read.unread.filter(({ small }) => !small)
  const ownToken =
    row.ownToken >= MUCH &&
    !kinds.includes('lock') &&
    !large.some((of) => of.kinds.includes('lock'))
      ? ['Its own token, staked or locked, is not read.']
      : []
  const reasons = [...large.map(({ text }) => text), ...ownToken, ...elsewhere(row, read, scanned)]
  return {
    ...base,
    result: reasons.length === 0 ? 'found' : 'part',
    why: reasons.join(' ') || null,
    read: kinds.map((kind) => ({
      kind,
      tests: [...(read.proofs.get(kind) ?? [])].sort().join(' '),
    })),
    small:
      [row.reserve ?? [], ...read.unread.filter(({ small }) => small).map(({ text }) => text)]
        .flat()
        .join(' ') || null,
  }
}

/** The chains with more of its TVL than may be missing; a chain where loans are not read counts as one if they are read elsewhere. */
function elsewhere(
  { chains }: LargeRow,
  { kinds, proofs }: Read,
  { chainName }: Scanned,
): string[] {
  const unread = Object.entries(chains).filter(([listed]) => {
    const there = [...(kinds.get(chainName(listed)) ?? [])].filter((kind) => !BESIDE.includes(kind))
    return there.length === 0 || (proofs.has('borrow') && !there.includes('borrow'))
  })
  const missing = unread.reduce((sum, [, share]) => sum + share, 0)
  const named = unread.filter(([, share]) => share >= 0.01).map(([listed]) => chainName(listed))
  return missing > 1 - MOST ? [`Not read on ${named.join(', ')}.`] : []
}

function whyNot({ chains }: LargeRow, scanned: Scanned): string {
  const places = Object.keys(chains).map(scanned.chainName)
  if (places.length > 0 && !places.some((chain) => scanned.chains.has(chain))) {
    return `Only on chains that are not read: ${places.slice(0, 4).join(', ')}.`
  }
  return 'No driver reads it yet.'
}

export interface Sum {
  count: number
  /** Share of the TVL of all judged protocols, 0 to 1. */
  tvl: number
}

/** Counts and shares of TVL by result. Pure. */
export function sums(rows: readonly JudgedProtocol[]): Record<JudgedProtocol['result'], Sum> {
  const total = rows.reduce((sum, { tvlUsd }) => sum + tvlUsd, 0)
  const of = (result: JudgedProtocol['result']): Sum => {
    const those = rows.filter((row) => row.result === result)
    const tvl = those.reduce((sum, { tvlUsd }) => sum + tvlUsd, 0) / (total || 1)
    return { count: those.length, tvl: Number(tvl.toFixed(4)) }
  }
  return { found: of('found'), part: of('part'), not: of('not') }
}
