import { UNKNOWN } from '../domain/dependency.ts'
import { compareText } from '../domain/text-order.ts'
import type { Graph, ProtocolNode, Venue } from './graph.ts'
import { type FinalShares, type LookThrough, lookThrough } from './look-through.ts'
import { atStakeIn } from './stress.ts'

/** A token of a position, with its value. */
export interface StakeLeg {
  /** Id of the token in the reviewed table; null when it is not resolved. */
  token: string | null
  usd: number
  /** `owned`: it lies there. `lent`: it is supplied to a protocol, and stands on what that holds if it is a lender. `owed`: a debt. */
  how: 'owned' | 'lent' | 'owed'
}

/** A position of a wallet. */
export interface Stake {
  id: string
  /** Id of its protocol in the graph, or any other that the graph does not have. */
  protocol: string
  legs: readonly StakeLeg[]
}

/** A part of the net value of a wallet. */
interface Needed {
  usd: number
  /** Positions through which it is needed, most value first. */
  via: string[]
}

export interface WalletStands {
  /** Value of the positions less their debts: what all shares are of. */
  netUsd: number
  /**
   * What of the net value is gone if one issuer or protocol fails whole, by its id. A value may need several, so this adds up to more than
   * the whole; within one, nothing counts twice.
   */
  needs: ReadonlyMap<string, Needed>
  /** The net value by the asset in which its claims end; adds up to the whole. */
  finals: ReadonlyMap<string, number>
  /** Assets less debts by the asset in which the tokens themselves end: what rises and falls with it. Below zero for a debt. */
  exposure: ReadonlyMap<string, number>
  /** Net value of tokens without a known issuer. */
  unknownIssuerUsd: number
}

/**
 * What a wallet stands on: its tokens, what those are made of, and what the lenders hold that it has supplied to. A debt is owed to the
 * protocol of its position, so no position loses more than its net value, and one that owes more than it has counts as none.
 */
export function walletStands(all: readonly Stake[], whole: Graph): WalletStands {
  const graph = reachableFrom(whole, all)
  const finalsOf = lookThrough(graph)
  const stakes = all
    .map((stake) => ({ ...stake, netUsd: assetsOf(stake) - sum(stake.legs, isOwed) }))
    .filter(({ netUsd }) => netUsd > 0)
  const finals = new Map<string, number>()
  let unknownIssuerUsd = 0
  for (const { legs, netUsd, protocol } of stakes) {
    const node = graph.protocols.get(protocol)
    for (const leg of legs) {
      if (isOwed(leg)) continue
      const net = netUsd * (leg.usd / assetsOf({ legs }))
      if (leg.token === null) unknownIssuerUsd += net
      for (const [asset, share] of endsOf(leg, node, graph, finalsOf))
        add(finals, asset, net * share)
    }
  }
  return {
    netUsd: stakes.reduce((total, { netUsd }) => total + netUsd, 0),
    needs: needsOf(stakes, graph),
    finals,
    exposure: exposureOf(all, finalsOf),
    unknownIssuerUsd,
  }
}

type NetStake = Stake & { netUsd: number }

const isOwed = ({ how }: StakeLeg) => how === 'owed'

function assetsOf({ legs }: Pick<Stake, 'legs'>): number {
  return sum(legs, (leg) => !isOwed(leg))
}

function sum(legs: readonly StakeLeg[], isCounted: (leg: StakeLeg) => boolean): number {
  return legs.reduce((total, leg) => total + (isCounted(leg) ? leg.usd : 0), 0)
}

function add(sums: Map<string, number>, key: string, value: number): void {
  if (value !== 0) sums.set(key, (sums.get(key) ?? 0) + value)
}

/** All that the positions stand on, through any number of claims, and nothing else. */
function reachableFrom({ day, protocols, tables }: Graph, stakes: readonly Stake[]): Graph {
  const tokens = new Set(stakes.flatMap(({ legs }) => legs.flatMap(({ token }) => token ?? [])))
  const nodes = new Set(stakes.map(({ protocol }) => protocol))
  let before: number
  do {
    before = tokens.size + nodes.size
    for (const id of tokens)
      for (const part of tables.tokens.get(id)?.on ?? [])
        'token' in part ? tokens.add(part.token) : nodes.add(part.protocolId)
    for (const id of nodes) {
      const { holdings = [], venues = [] } = protocols.get(id) ?? {}
      for (const { token } of holdings) if (token !== null) tokens.add(token)
      for (const venue of venues) nodes.add(venue.id)
    }
  } while (tokens.size + nodes.size > before)
  return {
    day,
    protocols: new Map([...protocols].filter(([id]) => nodes.has(id))),
    tables: {
      ...tables,
      tokens: new Map([...tables.tokens].filter(([id]) => tokens.has(id))),
    },
  }
}

/** Where the claims of a token end: what lies at a lender, directly or through a vault, ends in what that lender holds. */
function endsOf(
  leg: StakeLeg,
  node: ProtocolNode | undefined,
  { protocols }: Graph,
  { ofToken, ofProtocol }: LookThrough,
): FinalShares {
  const lenders = venuesOf(leg, node).filter(
    ({ id }) => protocols.get(id)?.holdsAs === 'collateral',
  )
  const ends = new Map<string, number>()
  for (const { id, share } of lenders)
    for (const [asset, part] of ofProtocol.get(id) ?? NOT_KNOWN)
      add(ends, asset, part * (share ?? 0))
  const rest = 1 - lenders.reduce((total, { share }) => total + (share ?? 0), 0)
  const isHidden = lenders.some(({ share }) => share === null)
  const own = (!isHidden && leg.token !== null && ofToken.get(leg.token)) || NOT_KNOWN
  for (const [asset, part] of own) add(ends, asset, part * Math.max(0, rest))
  return ends
}

const NOT_KNOWN: FinalShares = new Map([[UNKNOWN, 1]])

/** Where a leg lies: with the lender that it is lent to, or where its protocol keeps what it holds. */
function venuesOf({ how }: StakeLeg, node: ProtocolNode | undefined): readonly Venue[] {
  if (!node || how === 'owed') return []
  if (node.holdsAs !== 'collateral') return node.venues
  return how === 'lent'
    ? [{ id: node.id, name: '', share: 1, basis: 'unknown', source: '', day: '' }]
    : []
}

/** Losses of the net value for each issuer and protocol that something stands on, if it fails whole. */
function needsOf(stakes: readonly NetStake[], graph: Graph): Map<string, Needed> {
  const { issuers, tokens } = graph.tables
  const issuerOf = new Map([...issuers.values()].map(({ id, protocolId }) => [protocolId, id]))
  const keyOf = (protocol: string) => issuerOf.get(protocol) ?? protocol
  const keys = new Set([
    ...[...tokens.values()].map(({ issuer }) => issuer),
    ...[...graph.protocols.keys(), ...stakes.map(({ protocol }) => protocol)].map(keyOf),
  ])
  const nodes = new Map(
    stakes.flatMap(({ protocol, legs }) =>
      legs.map((leg) => {
        const node = nodeOf(leg, graph.protocols.get(protocol))
        return [node.id, node] as const
      }),
    ),
  )
  const withLegs = { ...graph, protocols: new Map([...graph.protocols, ...nodes]) }
  const needs = new Map<string, Needed>()
  for (const key of keys) {
    if (issuers.get(key)?.class === 'native') continue
    const lost = atStakeIn(withLegs, new Map([[key, 1]]))
    const via = stakes
      .map(({ id, protocol, legs, netUsd }) => {
        if (keyOf(protocol) === key) return { id, usd: netUsd }
        const node = graph.protocols.get(protocol)
        const lossOf = (leg: StakeLeg) => leg.usd * (lost.get(nodeOf(leg, node).id) ?? 0)
        const loss = legs.reduce(
          (total, leg) => total + (isOwed(leg) ? -lossOf(leg) : lossOf(leg)),
          0,
        )
        return { id, usd: Math.min(netUsd, loss) }
      })
      .filter(({ usd }) => usd > 0)
      .sort((a, b) => b.usd - a.usd || compareText(a.id, b.id))
    if (via.length > 0)
      needs.set(key, {
        usd: via.reduce((total, { usd }) => total + usd, 0),
        via: via.map(({ id }) => id),
      })
  }
  return needs
}

/** A leg as a protocol that holds one token. */
function nodeOf(leg: StakeLeg, node: ProtocolNode | undefined): ProtocolNode {
  const { token, how } = leg
  return {
    ...{ id: `leg ${how} ${token} ${node?.id}`, name: '', heldUsd: null },
    ...{ holdsAs: 'plain', threshold: null, makeup: null, lent: null },
    venues: venuesOf(leg, node),
    holdings:
      token === null ? [] : [{ token, symbol: token, share: 1, owedShare: null, basis: 'curated' }],
  }
}

function exposureOf(stakes: readonly Stake[], { ofToken }: LookThrough): Map<string, number> {
  const exposure = new Map<string, number>()
  for (const { token, usd, how } of stakes.flatMap(({ legs }) => legs)) {
    const ends = (token !== null && ofToken.get(token)) || NOT_KNOWN
    for (const [asset, share] of ends) add(exposure, asset, usd * share * (how === 'owed' ? -1 : 1))
  }
  return exposure
}
