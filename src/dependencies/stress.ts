import { freeAfter, roomLoss } from './beyond.ts'
import type { Graph, ProtocolNode, Venue } from './graph.ts'
import { type Part, STILL, settleParts } from './settle.ts'
import type { TokenRow } from './table-rows.ts'
import { isOwnToken } from './tables.ts'

/** The share of its value that each issuer, bridge or protocol loses, 0-1, by id. */
export type Shocks = ReadonlyMap<string, number>

/** What a scenario costs one protocol at most and at least, as shares of what it holds. */
export interface LossBounds {
  /** Share of what it holds that is known to lose value, before it is known who bears it. */
  atStake: number
  /** The part of `atStake` that it holds directly, without what passes through other tokens and protocols. */
  first: number
  /** At least this if the scenario comes true. */
  low: number
  /** At most this. */
  high: number
}

/** What a scenario may cost a lender beyond what it holds, in US dollars; null when its markets were not read. */
export interface Beyond {
  /** At most this is lost to new collateral: see `roomLoss`. */
  roomUsd: number | null
  /** What can leave at once then: see `freeAfter`. */
  freeUsd: number | null
}

export interface SettledStress {
  rounds: number
  /** Only of protocols that can lose something. */
  losses: ReadonlyMap<string, LossBounds>
  /** Of the same protocols. */
  beyond: ReadonlyMap<string, Beyond>
}

type Bound = 'low' | 'high' | 'atStake'

/**
 * The least losses that are consistent with each other: a token loses what its own shock and what it stands on lose, a protocol what its
 * tokens and the protocols that it runs on lose. A shock falls on the root tokens of an issuer; what wraps them inherits it once. All of it
 * rises with every shock and stays within 0-1.
 */
export function stress(graph: Graph, given: Shocks): SettledStress {
  const shocks = withProtocols(graph, given)
  const reached = reachedBy(graph, shocks)
  const [high, low, stake] = (['high', 'low', 'atStake'] as const).map((bound) =>
    settle(graph, reached, shocks, bound),
  )
  const losses = new Map<string, LossBounds>()
  const beyond = new Map<string, Beyond>()
  const lossOf = (token: string) => high?.tokens.get(token) ?? 0
  for (const node of reached.protocols) {
    const loss = {
      atStake: stake?.protocols.get(node.id) ?? 0,
      first: firstRound(node, graph, shocks),
      low: low?.protocols.get(node.id) ?? 0,
      high: high?.protocols.get(node.id) ?? 0,
    }
    const roomUsd = roomLoss(node, lossOf)
    if (Math.max(loss.atStake, loss.high, roomUsd ?? 0) <= STILL) continue
    losses.set(node.id, loss)
    beyond.set(node.id, { roomUsd, freeUsd: freeAfter(node, lossOf) })
  }
  return {
    rounds: Math.max(...[high, low, stake].map((each) => each?.rounds ?? 0)),
    losses,
    beyond,
  }
}

/** At most this share of each token's value is lost. */
export function tokenLosses(graph: Graph, given: Shocks): ReadonlyMap<string, number> {
  const shocks = withProtocols(graph, given)
  return settle(graph, reachedBy(graph, shocks), shocks, 'high').tokens
}

/** The shares of each token and of what each protocol holds that are known to lose value. */
export function atStakeIn(
  graph: Graph,
  given: Shocks,
): Record<'tokens' | 'protocols', ReadonlyMap<string, number>> {
  const shocks = withProtocols(graph, given)
  return settle(graph, reachedBy(graph, shocks), shocks, 'atStake')
}

/** A protocol that fails is its issuer and its bridge failing, and the other way round. */
function withProtocols({ tables: { issuers, bridges } }: Graph, given: Shocks): Shocks {
  const shocks = new Map(given)
  const rows = [...issuers.values(), ...bridges.values()]
  const hit = rows.flatMap(({ id, protocolId = '' }) =>
    given.has(id) || given.has(protocolId) ? protocolId : [],
  )
  for (const protocolId of new Set(hit)) {
    if (protocolId === '') continue
    const own = rows.filter((row) => row.protocolId === protocolId)
    const ids = [protocolId, ...own.map(({ id }) => id)]
    const drop = Math.max(...ids.map((id) => given.get(id) ?? 0))
    if (drop > 0) for (const id of ids) shocks.set(id, drop)
  }
  return shocks
}

interface Reached {
  tokens: readonly TokenRow[]
  /** With the holdings of those tokens alone. */
  protocols: readonly ProtocolNode[]
  /** Those of them that something stands on, or that run on others: only these are in rings and chains. */
  links: readonly ProtocolNode[]
}

/** All that some shocks can reach, and little more: what stands on a protocol counts as reached. The rest loses nothing. */
function reachedBy({ protocols, tables: { tokens } }: Graph, shocks: Shocks): Reached {
  const reached = new Set<string>()
  let before: number
  do {
    before = reached.size
    for (const { id, issuer, protocolId = '', bridge = '', on = [] } of tokens.values())
      if (
        shocks.has(issuer) ||
        shocks.has(protocolId) ||
        shocks.has(bridge) ||
        on.some((part) => ('token' in part ? reached.has(part.token) : true))
      )
        reached.add(id)
  } while (reached.size > before)
  const nodes = [...protocols.values()].flatMap((node) => {
    const holdings = node.holdings.filter(({ token }) => token !== null && reached.has(token))
    const canComeIn =
      node.lent?.some(({ collateral }) => collateral !== null && reached.has(collateral)) ?? false
    const isReached = holdings.length + node.venues.length > 0 || canComeIn || shocks.has(node.id)
    return isReached ? [{ ...node, holdings }] : []
  })
  const rows = [...tokens.values()].filter(({ id }) => reached.has(id))
  const stoodOn = new Set([
    ...rows.flatMap(({ on = [] }) =>
      on.map((part) => ('protocolId' in part ? part.protocolId : '')),
    ),
    ...nodes.flatMap(({ venues }) => venues.map(({ id }) => id)),
  ])
  const links = nodes.filter(({ id, venues }) => venues.length > 0 || stoodOn.has(id))
  return { tokens: rows, protocols: nodes, links }
}

/** Losses of tokens and protocols, at the least fixed point. */
function settle({ protocols, tables }: Graph, reached: Reached, shocks: Shocks, bound: Bound) {
  const { tokens } = tables
  const ofToken = new Map<string, number>()
  const ofProtocol = new Map<string, number>()
  const parts: Part[] = [
    ...reached.tokens.map((row) => tokenPart(row)),
    ...reached.links.map((node) => partOf(node)),
  ]
  const rounds = settleParts(parts, bound === 'high')
  // Nothing stands on the others, so once is enough.
  const links = new Set(reached.links)
  for (const node of reached.protocols)
    if (!links.has(node)) ofProtocol.set(node.id, lossOfProtocol(node))
  return { rounds, tokens: ofToken, protocols: ofProtocol }

  function partOf(node: ProtocolNode): Part {
    return { losses: ofProtocol, id: node.id, loss: () => lossOfProtocol(node) }
  }

  /** What stands on another token of its issuer, or on its issuer's protocol, inherits that part of the shock there; the rest bears it itself. */
  function tokenPart(row: TokenRow): Part {
    const { protocolId } = tables.issuers.get(row.issuer) ?? {}
    const shock = shockOf(row, shocks)
    const kept = 1 - bridgeShock(row, protocolId)
    const on = (row.on ?? []).map((part) =>
      'token' in part
        ? {
            ...{ share: part.share, losses: ofToken, id: part.token },
            inherits: tokens.get(part.token)?.issuer === row.issuer,
          }
        : {
            ...{ share: part.share, losses: ofProtocol, id: part.protocolId },
            inherits: part.protocolId === protocolId && protocols.has(part.protocolId),
          },
    )
    const inherited = on.reduce((sum, { share, inherits }) => sum + (inherits ? share : 0), 0)
    const rest = Math.max(0, 1 - inherited)
    const loss = () => {
      let within = 0
      let through = 0
      for (const { share, losses, id, inherits } of on) {
        const lost = share * (losses.get(id) ?? 0)
        // It falls as far as its issuer does, or as this token does alone.
        if (inherits) within += Math.max(lost, share * shock)
        else through += lost
      }
      const other = Math.min(rest, through)
      return 1 - kept * (1 - Math.min(1, within + other + shock * (rest - other)))
    }
    return { losses: ofToken, id: row.id, loss }
  }

  /** Its own failure is one loss with that of its own tokens; what it holds of others comes on top. */
  function lossOfProtocol(node: ProtocolNode): number {
    const own = shocks.get(node.id) ?? 0
    if (own === 0) return heldLoss(node)
    const holdings = node.holdings.filter(({ token }) => !isOwnToken(token, node.id, tables))
    return Math.max(heldLoss(node), 1 - (1 - own) * (1 - heldLoss({ ...node, holdings })))
  }

  function heldLoss(node: ProtocolNode): number {
    let held = 0
    let worst = 0
    for (const { token, share, owedShare } of node.holdings) {
      const loss = token === null ? 0 : (ofToken.get(token) ?? 0)
      held += lossOf(node, bound, bound === 'high' ? Math.max(share, owedShare ?? 0) : share, loss)
      worst = Math.max(worst, loss)
    }
    // Pools that are drained to the worst of their legs have lost as much as that.
    if (node.holdsAs === 'pool') held = Math.min(held, worst)
    const venues = throughVenues(node, bound, ofProtocol)
    // What lies in a venue is what it holds: the two are one loss, not a sum.
    return Math.min(1, Math.max(held, venues))
  }

  /** The shock of a token's bridge; one that stands on a token of the same bridge inherits it there. */
  function bridgeShock({ bridge: id = '', on = [] }: TokenRow, protocolId: string | undefined) {
    const bridge = tables.bridges.get(id)
    const isBelow = on.some((part) => 'token' in part && tokens.get(part.token)?.bridge === id)
    // An issuer that bridges its own token fails once.
    const isOne = protocolId !== undefined && bridge?.protocolId === protocolId
    return bridge && !isBelow && !isOne ? (shocks.get(bridge.id) ?? 0) : 0
  }
}

/** What it loses through the protocols that it runs on. What no stated share covers may lie in any of those without one. */
function throughVenues(
  { venues }: ProtocolNode,
  bound: Bound,
  losses: ReadonlyMap<string, number>,
) {
  if (venues.length === 0) return 0
  const lossAt = ({ id }: Venue) => losses.get(id) ?? 0
  const rest = 1 - venues.reduce((sum, { share }) => sum + (share ?? 0), 0)
  const hidden = venues.filter(({ share }) => share === null).map(lossAt)
  const stated = venues.reduce((sum, venue) => sum + (venue.share ?? 0) * lossAt(venue), 0)
  return bound !== 'high' ? stated : stated + Math.max(0, rest) * Math.max(0, ...hidden)
}

/** What a fall of a token costs who holds it, as a share of all that is held. */
function lossOf(
  { holdsAs, legs = 2, threshold }: ProtocolNode,
  bound: Bound,
  share: number,
  loss: number,
): number {
  if (holdsAs === 'plain' || bound === 'atStake') return share * loss
  if (holdsAs === 'collateral') {
    // At best all loans are closed in time; at worst every borrower stood at the threshold and none is.
    return bound === 'low' ? 0 : share * Math.max(0, (threshold ?? 1) - (1 - loss))
  }
  // At worst the other legs, each of the same size, are drained.
  return bound === 'low' ? share * loss : legs * share * loss
}

/** The shock of a token's issuer, or of the protocol that it is. */
function shockOf({ issuer, protocolId = '' }: TokenRow, shocks: Shocks): number {
  return Math.max(shocks.get(issuer) ?? 0, shocks.get(protocolId) ?? 0)
}

/** What it holds of tokens whose issuer or bridge is hit. */
function firstRound({ holdings }: ProtocolNode, { tables: { tokens } }: Graph, shocks: Shocks) {
  return holdings.reduce((sum, { token, share }) => {
    const row = token === null ? undefined : tokens.get(token)
    return row
      ? sum + share * Math.max(shockOf(row, shocks), shocks.get(row.bridge ?? '') ?? 0)
      : sum
  }, 0)
}
