import type { ContractControl, ControlPath } from '../../domain/control.ts'
import { DAY_SECONDS, type Day } from '../../domain/day.ts'
import type { Market } from '../../domain/market.ts'
import { type Known, known, missing, type Reading } from '../../domain/reading.ts'
import { SOURCE_OF_ROLE } from '../../domain/sources.ts'
import { compareText } from '../../domain/text-order.ts'
import type { Methodology, Parameters } from '../methodology.ts'
import type { Measure } from '../signal.ts'
import type { Subject } from '../subject.ts'
import { isUnread, marketsOf } from './market-facts.ts'
import { pathPoints, pathsOf, UNSEEN } from './path-points.ts'
import { worstReaching } from './reach.ts'

/** Confirmed contracts that hold deposits or decide over them, by chain and address; missing when there is none. */
export function depositContracts({ record }: Subject): Reading<ContractControl[]> {
  const reading = record.facts.control ?? missing('not-covered', SOURCE_OF_ROLE.control)
  if (!reading.known) return reading
  const deciding = reading.value.filter(({ role }) => role === 'funds' || role === 'logic')
  const value = deciding
    .filter(({ unconfirmed }) => !unconfirmed)
    .sort((a, b) => compareText(a.chain, b.chain) || compareText(a.address, b.address))
  if (value.length > 0) return { ...reading, value }
  return missing(deciding.length > 0 ? 'unconfirmed' : 'not-covered', reading.source)
}

/** The newest day of the contracts with deposits of which the record says who can change the code, by chain. */
export function newestDays(subject: Subject): ReadonlyMap<string, Day> {
  const days = new Map<string, Day>()
  const contracts = depositContracts(subject)
  if (!contracts.known) return days
  for (const { chain, codeChange, day } of contracts.value) {
    if (pathsOf(codeChange) === null) continue
    if (day > (days.get(chain) ?? '')) days.set(chain, day)
  }
  return days
}

/** What one contract says, with its own day, source and page. */
export function ofContract(
  { day, source, link }: ContractControl,
  measure: Measure,
): Known<Measure> {
  return known({ ...measure, link }, day, source)
}

/** A path by which the code of a contract can change, with its risk points. */
export interface RatedPath {
  contract: ContractControl
  path: ControlPath
  points: number
}

export interface UpgradePaths {
  /** Every path, the worst first, and the unseen ones after seen ones of the same points. */
  rated: RatedPath[]
  /** The worst that reaches enough of TVL. */
  worst: RatedPath
  /** Chains with at least one contract that the record speaks of. */
  chains: ReadonlySet<string>
}

/** The paths by which the code of the deposit contracts can change; missing when no record says. */
export function upgradePaths(subject: Subject, method: Methodology): Reading<UpgradePaths> {
  const { control } = method.parameters
  const contracts = depositContracts(subject)
  if (!contracts.known) return contracts
  const toLeave = secondsToLeave(subject, control)
  const rated = contracts.value
    .flatMap((contract) =>
      (pathsOf(contract.codeChange) ?? []).map((path) => ({
        contract,
        path,
        points: pathPoints(path, toLeave, method),
      })),
    )
    .sort((a, b) => b.points - a.points || Number(a.path === UNSEEN) - Number(b.path === UNSEEN))
  const worst = worstReaching(rated, subject, control.reachShare)
  if (!worst) return missing('not-covered', contracts.source)
  const chains = new Set(rated.map(({ contract }) => contract.chain))
  return known({ rated, worst, chains }, worst.contract.day, worst.contract.source)
}

/**
 * How long leaving takes, in seconds: the longest wait of its markets, without end where one could not be read; else none for kinds of
 * protocol whose holders usually leave at once, and `usualWaitDays` for the others.
 */
export function secondsToLeave(subject: Subject, { usualWaitDays }: Parameters['control']): number {
  const waits = waitsOf(subject)
  if (waits.length > 0) return Math.max(...waits)
  return subject.activity?.waits === false ? 0 : usualWaitDays * DAY_SECONDS
}

/** True where no market says how long leaving takes, so that a wait is assumed. */
export function isWaitAssumed(subject: Subject): boolean {
  return waitsOf(subject).length === 0
}

function waitsOf(subject: Subject): number[] {
  const markets = marketsOf(subject)
  return markets.known ? markets.value.flatMap(waitOf) : []
}

/** A wait that could not be read may be longer than any notice. */
function waitOf(market: Market): number[] {
  if (isUnread(market, 'withdrawSeconds')) return [Number.POSITIVE_INFINITY]
  return market.withdrawSeconds === null ? [] : [market.withdrawSeconds]
}
