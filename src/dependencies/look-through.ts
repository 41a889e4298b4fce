import { CIRCULAR, UNKNOWN } from '../domain/dependency.ts'
import { componentsOf } from './components.ts'
import type { Graph } from './graph.ts'
import { solveLinear } from './solve-linear.ts'

/** Shares by final asset: the id of a token that is final, `unknown` or `circular`. They sum to 1. */
export type FinalShares = ReadonlyMap<string, number>

export interface LookThrough {
  ofToken: ReadonlyMap<string, FinalShares>
  /** Only of protocols with a make-up. */
  ofProtocol: ReadonlyMap<string, FinalShares>
}

/** A claim: what it leads to, and what it ends in. */
interface Claim {
  next: [node: number, share: number][]
  ends: [asset: string, share: number][]
}

/**
 * Follows every claim to its final assets, in closed form: with `Q` the shares of claims on claims and `R` those on final assets, a claim
 * ends in `(I − Q)⁻¹ R`. Claims that lead in rings are solved together; a ring without any other end is `circular`.
 */
export function lookThrough({ protocols, tables: { tokens } }: Graph): LookThrough {
  const held = [...protocols.values()].filter(({ holdings }) => holdings.length > 0)
  const tokenAt = new Map([...tokens.keys()].map((id, index) => [id, index]))
  const protocolAt = new Map(held.map(({ id }, index) => [id, tokens.size + index]))
  const claims = [
    ...[...tokens.values()].map(({ id, final, on = [] }) =>
      final
        ? { next: [], ends: [[id, 1] satisfies [string, number]] }
        : claimOn(
            on.map((part) => ({
              node: 'token' in part ? tokenAt.get(part.token) : protocolAt.get(part.protocolId),
              share: part.share,
            })),
          ),
    ),
    ...held.map(({ holdings }) =>
      claimOn(
        holdings.map(({ token, share }) => ({
          node: token === null ? undefined : tokenAt.get(token),
          share,
        })),
      ),
    ),
  ]
  const shares = solve(claims)
  const of = (places: ReadonlyMap<string, number>) =>
    new Map([...places].map(([id, place]) => [id, shares[place] ?? new Map()]))
  return { ofToken: of(tokenAt), ofProtocol: of(protocolAt) }
}

/** What is not known of a claim, and what is missing to 1, ends in `unknown`. */
function claimOn(parts: readonly { node: number | undefined; share: number }[]): Claim {
  const next = parts.flatMap(({ node, share }): Claim['next'] =>
    node === undefined ? [] : [[node, share]],
  )
  const rest = 1 - next.reduce((sum, [, share]) => sum + share, 0)
  return { next, ends: rest > 0 ? [[UNKNOWN, rest]] : [] }
}

function solve(claims: readonly Claim[]): FinalShares[] {
  const shares: Map<string, number>[] = claims.map(() => new Map())
  for (const members of componentsOf(claims.map(({ next }) => next.map(([node]) => node)))) {
    const place = new Map(members.map((node, index) => [node, index]))
    const outside = members.map((node) => {
      const sums = new Map<string, number>()
      const claim = claims[node]
      for (const [asset, share] of claim?.ends ?? []) add(sums, asset, share)
      for (const [to, share] of claim?.next ?? [])
        if (!place.has(to))
          for (const [asset, part] of shares[to] ?? []) add(sums, asset, share * part)
      return sums
    })
    const matrix = members.map((node, row) => {
      const line: number[] = members.map((_, column) => (row === column ? 1 : 0))
      for (const [to, share] of claims[node]?.next ?? []) {
        const column = place.get(to)
        if (column !== undefined) line[column] = (line[column] ?? 0) - share
      }
      return line
    })
    const assets = [...new Set(outside.flatMap((sums) => [...sums.keys()]))].sort()
    const solved = solveLinear(
      matrix,
      outside.map((sums) => assets.map((asset) => sums.get(asset) ?? 0)),
    )
    members.forEach((node, index) => {
      const values = solved?.[index]
      shares[node] = values
        ? new Map(assets.map((asset, column) => [asset, values[column] ?? 0]))
        : new Map([[CIRCULAR, 1]])
    })
  }
  return shares
}

function add(sums: Map<string, number>, key: string, value: number): void {
  sums.set(key, (sums.get(key) ?? 0) + value)
}
