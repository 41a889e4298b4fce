import type { ProtocolRow } from '../../domain/batch.ts'
import { findAlike, homesOf, type Programme, tieProgrammes } from '../../domain/programme.ts'

/** A programme without a protocol, with what a person needs to assign it. */
export interface Proposal {
  programme: string
  name: string
  maxUsd: number | null
  /** The programme's page. Its scope decides which protocols it covers. */
  page: string
  homes: readonly string[]
  candidates: { id: string; name: string; category: string | null; evidence: string[] }[]
  /** The row to paste into `data/aliases/immunefi.json` once the page confirms it. */
  row: Record<string, { ids: string[]; note?: string }>
}

interface Proposals {
  programmes: number
  /** Matched by the reviewed table. */
  reviewed: number
  /** Matched by a home. */
  atHome: number
  open: Proposal[]
}

/** Every programme that neither the table nor a home matches, with candidate protocols and the evidence for them. Pure. */
export function proposeTies(
  programmes: readonly Programme[],
  protocols: readonly ProtocolRow[],
): Proposals {
  const owners = protocols.map((row) => ({ ...row, homes: homesOf(row.url, row.organisations) }))
  const { open } = tieProgrammes(programmes, owners)
  const alikeTo = findAlike(owners)
  const readable = open.filter(({ id }) => id !== '')
  const reviewed = programmes.filter(({ protocols: ids }) => ids !== null).length
  return {
    programmes: programmes.length,
    reviewed,
    atHome: programmes.length - reviewed - open.length,
    open: readable.map((programme) => propose(programme, alikeTo(programme))),
  }
}

function propose(
  { id, name, bounty, homes }: Programme,
  alike: ReadonlyMap<ProtocolRow, string[]>,
): Proposal {
  const candidates = [...alike]
    .map(([owner, evidence]) => ({
      id: owner.id,
      name: owner.name,
      category: owner.category,
      evidence,
    }))
    .sort((a, b) => b.evidence.length - a.evidence.length || Number(a.id) - Number(b.id))
  const ids = candidates.map((candidate) => candidate.id)
  return {
    programme: id,
    name,
    maxUsd: bounty?.maxUsd ?? null,
    page: `https://immunefi.com/bug-bounty/${encodeURIComponent(id)}/`,
    homes,
    candidates,
    row: {
      [id]: ids.length > 0 ? { ids } : { ids, note: 'covers no protocol of the registry' },
    },
  }
}
