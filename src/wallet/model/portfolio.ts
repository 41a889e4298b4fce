import type {
  WalletCoverage,
  WalletKnownGap,
  WalletPortfolio,
  WalletPosition,
} from '../../contract/wallet-scan.ts'
import type { NamedGraph } from '../../dependencies/named-graph.ts'
import { compare } from './amounts.ts'
import { type ApprovalsInput, createApprovals } from './approval-rows.ts'
import { isRead, mergeCoverage, type ProtocolCoverage } from './coverage.ts'
import { exitOf } from './exit.ts'
import { type Exposure, exposureOf } from './exposure.ts'
import { foldedOf, withFolds } from './folded.ts'
import { type ChainHolding, createHoldings, withoutCountedTokens } from './holdings.ts'
import { withLiquidations } from './liquidation.ts'
import { approvalWarning } from './own-risk.ts'
import { type ChainFinding, createPosition, isSound, type ValuedPosition } from './position.ts'
import type { Price, PricedToken } from './price.ts'
import type { ProtocolScores } from './protocol-scores.ts'
import { flagsOf, summariseRisk } from './risk-summary.ts'
import type { Screening } from './screening.ts'
import { type Standing, standingOf } from './standing.ts'
import type { FindReceipt } from './token-rows.ts'
import { createTotals } from './totals.ts'

export interface PortfolioInput {
  findings: readonly ChainFinding[]
  /** Coins and tokens in the wallet itself; none when not given. */
  holdings?: readonly ChainHolding[]
  /** By `priceKey`; a token that is not in it has no price. */
  prices: ReadonlyMap<string, Price>
  scores: ProtocolScores
  /** Every chain that was read, with its protocols by slug. */
  coverage: readonly WalletCoverage[]
  sanctions: Screening
  /** Whether a list of ours names a token; without it every token counts as listed. */
  isListed?: (chain: string, token: string) => boolean
  /** What the protocols hold; nothing is said of it when not given. */
  graph?: NamedGraph | null
  /** What was read of approvals, and what is published of who may take something; not looked at when not given. */
  approvals?: Pick<ApprovalsInput, 'chains' | 'facts'>
  /** What contract lists know of receipt tokens; nothing when not given. */
  findReceipt?: FindReceipt
}

/** The tokens whose price a portfolio of these findings needs. */
export function pricedTokens(findings: readonly ChainFinding[]): PricedToken[] {
  return findings.flatMap(({ chain, finding }) =>
    finding.legs
      // Of what was not read, a price is the limit. A count of NFTs has none.
      .filter(({ amount, isUnread, decimals }) => amount > 0n && !(isUnread && decimals === 0))
      .map(({ token, decimals }) => ({ chain, token, decimals })),
  )
}

/**
 * The answer of a scan without the address. Pure; the order of the findings does not matter. A finding that cannot be summed is
 * left out and its protocol marked as failed. An empty finding is left out too, except an open perpetual: its margin may be
 * reported separately, as that of the whole account. `gaps` are what is never looked at, with protocols by slug.
 */
export function createPortfolio(
  input: PortfolioInput,
  gaps: readonly WalletKnownGap[] = [],
): WalletPortfolio {
  const { findings, prices, scores, sanctions } = input
  const sound = findings.filter(({ finding }) => isSound(finding))
  const broken = findings.filter(({ finding }) => !isSound(finding))
  const holding = sound.filter(
    ({ finding }) => finding.perp !== null || finding.legs.some(({ amount }) => amount > 0n),
  )
  const found = inOrder(
    withOwnFacts(holding.map((each) => createPosition(each, prices, scores, input.isListed))),
  )
  const exposure = exposureOf(found)
  const { standsOn, through } = standingIn(exposure, input)
  const valued = withFolds(found, exposure)
  const positions = valued.map(({ position }) => {
    const needed = through.get(position.id)
    return needed ? { ...position, through: needed } : position
  })
  const shown = positions.filter(({ folded }) => folded === undefined)
  const isPriced = shown.every(({ valuation }) => valuation === 'priced')
  const coverage = coverageOf(input, broken, positions)
  const isCovered = coverage.length > 0 && coverage.every(({ status }) => status === 'ok')
  const isWhole = coverage.every((row) => row.protocols.every(isRead))
  const approved =
    input.approvals &&
    createApprovals({ ...input.approvals, prices, scores, positions: valued, coverage })
  const context = {
    sanctions: sanctions.status,
    isCovered,
    standsOn,
    unlimited: approved?.unlimited ?? null,
  }
  const riskSummary = summariseRisk(exposure, context)
  const counted = valued.filter(({ position }) => !position.unlisted)
  const held = createHoldings(withoutCountedTokens(input.holdings ?? [], sound), prices)
  return {
    positions,
    holdings: held.rows,
    riskSummary,
    flags: flagsOf(exposure, context),
    portfolioScore: riskSummary.weightedScore ?? null,
    positionSource: [...new Set(positions.map(({ positionSource }) => positionSource))].sort(),
    totals: createTotals(counted, held, isCovered && isPriced && isWhole && held.isPriced),
    folded: foldedOf(valued, exposure),
    sanctions,
    coverage,
    ...(approved && {
      approvals: { ...approved.approvals, warning: approvalWarning(exposure, approved.unlimited) },
    }),
    knownGaps: gaps.map((gap) => ({
      ...gap,
      protocol: gap.protocol === null ? null : (scores.get(gap.protocol)?.slug ?? gap.protocol),
    })),
  }
}

/** What was read, with the protocols of positions: one of which a finding is broken or has no price has failed. */
function coverageOf(
  { coverage, scores }: PortfolioInput,
  broken: readonly ChainFinding[],
  positions: readonly WalletPosition[],
): WalletCoverage[] {
  const asked = new Set(coverage.map(({ chain }) => chain))
  const seen = (chain: string, protocol: ProtocolCoverage): WalletCoverage => ({
    chain,
    status: asked.has(chain) ? 'ok' : 'partial',
    block: null,
    protocols: [protocol],
  })
  return mergeCoverage(
    [
      ...coverage,
      ...broken.map(({ chain, finding }) => seen(chain, failed(finding.protocol, 'contract'))),
      ...positions.map(({ chain, protocolSlug: id, valuation, folded }) =>
        seen(chain, folded || valuation === 'priced' ? { id, status: 'ok' } : failed(id, 'price')),
      ),
    ],
    scores,
  )
}

function standingIn(
  { holdings }: Exposure,
  { graph, scores, findReceipt = () => undefined }: PortfolioInput,
): Standing {
  if (!graph) return { standsOn: null, through: new Map() }
  return standingOf(holdings, { graph, scores, findReceipt })
}

/** The positions with what follows from their own figures: distances to liquidation, and exits. */
function withOwnFacts(valued: readonly ValuedPosition[]): ValuedPosition[] {
  return withLiquidations(valued).map((each) => {
    const exit = exitOf(each)
    return exit ? { ...each, position: { ...each.position, exit } } : each
  })
}

function failed(id: string, reason: 'contract' | 'price'): ProtocolCoverage {
  return { id, status: 'failed', reason }
}

/** Largest value first. Positions with the same name are numbered, so that ids are unique. */
function inOrder(valued: readonly ValuedPosition[]): ValuedPosition[] {
  const rows = valued.map((each) => ({
    each,
    value: each.supplied + each.rewards,
    text: JSON.stringify(each.position),
  }))
  rows.sort((a, b) => compare(b.value, a.value) || compare(a.text, b.text))
  const seen = new Map<string, number>()
  return rows.map(({ each }) => {
    const { id } = each.position
    const count = (seen.get(id) ?? 0) + 1
    seen.set(id, count)
    return count === 1 ? each : { ...each, position: { ...each.position, id: `${id}#${count}` } }
  })
}
