import type { Dependencies } from '../contract/dependencies.ts'
import { MAX_LOSERS, MAX_SCENARIOS, type ScenarioList } from '../contract/stress.ts'
import type { Graph } from '../dependencies/graph.ts'
import { type LossBounds, stress } from '../dependencies/stress.ts'
import type { IssuerRow, TokenRow } from '../dependencies/table-rows.ts'
import { toShare, usdOf } from '../dependencies/to-share.ts'
import { compareText } from '../domain/text-order.ts'
import type { Namer } from './dependency-names.ts'

interface Worst {
  issuer: string
  scenario: Omit<NonNullable<Dependencies['worst']>, 'to'>
}

/** The failure of one issuer, of the size that its class has. */
interface NamedFailure {
  issuer: IssuerRow
  drop: number
  because: string
  losses: Map<string, LossBounds>
}

/** The failure of each issuer that can fail, with what it costs protocols other than its own. */
export function namedFailures(graph: Graph): NamedFailure[] {
  const { issuers, tokens, classes } = graph.tables
  const own = new Set(
    [...tokens.values()].map(({ issuer, protocolId = '' }) => `${issuer} ${protocolId}`),
  )
  const held = withHeldTokens(graph)
  return [...issuers.values()].flatMap((issuer) => {
    const { drop = 0, because = '' } = classes.get(issuer.class) ?? {}
    if (drop === 0) return []
    const losses = new Map<string, LossBounds>()
    for (const [id, loss] of stress(held, new Map([[issuer.id, drop]])).losses) {
      // Where nothing is known to be at stake, all of the bound is what no source states.
      if (toShare(loss.atStake) === 0) continue
      if (id === issuer.protocolId || own.has(`${issuer.id} ${id}`)) continue
      losses.set(id, loss)
    }
    return [{ issuer, drop, because, losses }]
  })
}

/** The graph without the tokens that cost no protocol anything: those that none holds, and no held one stands on. */
function withHeldTokens(graph: Graph): Graph {
  const { tables, protocols } = graph
  const held = new Set<TokenRow>()
  const add = (id: string | null) => {
    const row = id === null ? undefined : tables.tokens.get(id)
    if (!row || held.has(row)) return
    held.add(row)
    for (const part of row.on ?? []) if ('token' in part) add(part.token)
  }
  for (const { holdings } of protocols.values()) for (const { token } of holdings) add(token)
  const tokens = new Map([...tables.tokens].filter(([, row]) => held.has(row)))
  return { ...graph, tables: { ...tables, tokens } }
}

/** For each protocol, the failure that may cost it most. */
export function worstScenarios(failures: readonly NamedFailure[]): Map<string, Worst> {
  const worst = new Map<string, Worst>()
  for (const { issuer, drop, because, losses } of failures)
    for (const [id, exact] of losses) {
      const loss = rounded(exact)
      if (!isLess(loss, worst.get(id)?.scenario))
        worst.set(id, { issuer: issuer.id, scenario: { drop, because, ...loss } })
    }
  return worst
}

/** The failures that cost most, by US dollars at most lost of all protocols. */
export function largestFailures(
  failures: readonly NamedFailure[],
  { protocols }: Graph,
  name: Namer,
): ScenarioList['scenarios'] {
  const all = failures.map(({ issuer, drop, because, losses }) => {
    const rows = [...losses]
      .map(([id, loss]) => {
        const highUsd = usdOf(loss.high, protocols.get(id)?.heldUsd ?? null)
        return { ...name.protocol(id), ...rounded(loss), highUsd }
      })
      .sort((a, b) => (b.highUsd ?? 0) - (a.highUsd ?? 0) || compareText(a.id, b.id))
    const { id, name: called } = name.issuer(issuer.id)
    const sum = rows.reduce((total, { highUsd }) => total + (highUsd ?? 0), 0)
    const listed = rows.slice(0, MAX_LOSERS)
    return { sum, id, name: called, drop, because, count: rows.length, rows: listed }
  })
  return all
    .filter(({ sum }) => sum > 0)
    .sort((a, b) => b.sum - a.sum || compareText(a.id, b.id))
    .slice(0, MAX_SCENARIOS)
    .map(({ sum: _, ...scenario }) => scenario)
}

function rounded({ atStake, first, low, high }: LossBounds): LossBounds {
  const bounds = { atStake: toShare(atStake), first: toShare(first) }
  return { ...bounds, low: toShare(low), high: toShare(high) }
}

function isLess(loss: LossBounds, than: Pick<LossBounds, 'high' | 'atStake'> | undefined): boolean {
  if (!than) return false
  return loss.high === than.high ? loss.atStake <= than.atStake : loss.high < than.high
}
